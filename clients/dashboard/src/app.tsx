import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { endIfOver, session } from './api/session.ts';
import { Boundary } from './components/boundary.tsx';
import { Toasts } from './components/dialogs/toast.tsx';
import { Skeleton } from './components/states.tsx';
import { SignInAgain } from './pages/sign-in/sign-in-again.tsx';
import { usePath } from './routing/location.ts';
import { pageAt } from './routing/pages.tsx';
import { Shell } from './shell.tsx';

/**
 * How long loaded data stay fresh, in milliseconds. Figures change only with the hourly ingestion. Loading
 * them on each return to a page would only use up the rate limit.
 */
const STALE_MS = 5 * 60_000;

/** Queries are not retried here, because the API client retries already. */
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false } },
});

/** After a navigation, sets the title, scrolls to the top and focuses the heading. */
function useArrival(path: string, title: string): void {
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is an arrival, whatever its title
  useEffect(() => {
    document.title = `${title} · Yield`;
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path]);
}

const EXPIRY_CHECK_MS = 30_000;

/** Ends the local session and shows why when it expires, before the API rejects a request. */
function useExpiry(): void {
  useEffect(() => {
    const timer = setInterval(endIfOver, EXPIRY_CHECK_MS);
    document.addEventListener('visibilitychange', endIfOver);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', endIfOver);
    };
  }, []);
}

export function App() {
  useExpiry();
  const path = usePath();
  const current = session.use();
  const user = current?.user.id;
  const { title, element } = pageAt(path, user !== undefined);
  useArrival(path, title);
  // The cached answers of one user must not be shown to the next.
  const seen = useRef(user);
  if (seen.current !== user) {
    seen.current = user;
    queries.clear();
  }
  return (
    <QueryClientProvider client={queries}>
      <Shell>
        <Boundary key={path}>
          <Suspense fallback={<Skeleton height={480} />}>{element}</Suspense>
        </Boundary>
      </Shell>
      <Toasts />
      <SignInAgain />
    </QueryClientProvider>
  );
}
