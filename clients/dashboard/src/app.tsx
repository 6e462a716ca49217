import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { endSessionIfExpired, sessionStore } from './api/session.ts';
import { ErrorBoundary } from './components/boundary.tsx';
import { Toasts } from './components/dialogs/toast.tsx';
import { Skeleton } from './components/states.tsx';
import { SignInAgain } from './pages/sign-in/sign-in-again.tsx';
import { usePath } from './routing/location.ts';
import { findPage } from './routing/pages.tsx';
import { Shell } from './shell.tsx';

/**
 * Time in milliseconds for which loaded data are used again without a new request. Most figures change only once an
 * hour, so more requests would waste the rate limit.
 */
const QUERY_STALE_AFTER_MS = 5 * 60_000;

/** Queries are not retried here, because the API client already retries requests. */
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: QUERY_STALE_AFTER_MS, retry: false, refetchOnWindowFocus: false } },
});

/** After a navigation to another page, sets the document title, scrolls to the top and focuses the page's heading. */
function useNavigationEffects(path: string, title: string): void {
  const isFirstRenderRef = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run only when the path changes
  useEffect(() => {
    document.title = `${title} · Yield`;
    if (isFirstRenderRef.current) {
      isFirstRenderRef.current = false;
      return;
    }
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path]);
}

const EXPIRY_CHECK_MS = 30_000;

/** Ends the local session when it expires and shows the reason, before the API rejects a request. */
function useSessionExpiryCheck(): void {
  useEffect(() => {
    const timer = setInterval(endSessionIfExpired, EXPIRY_CHECK_MS);
    document.addEventListener('visibilitychange', endSessionIfExpired);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', endSessionIfExpired);
    };
  }, []);
}

export function App() {
  useSessionExpiryCheck();
  const path = usePath();
  const currentSession = sessionStore.use();
  const user = currentSession?.user.id;
  const { title, element } = findPage(path, user !== undefined);
  useNavigationEffects(path, title);
  // Do not show the cached data of one user to the next user.
  const previousUserRef = useRef(user);
  if (previousUserRef.current !== user) {
    previousUserRef.current = user;
    queryClient.clear();
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Skeleton height={480} />}>{element}</Suspense>
        </ErrorBoundary>
      </Shell>
      <Toasts />
      <SignInAgain />
    </QueryClientProvider>
  );
}
