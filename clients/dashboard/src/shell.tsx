import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createClient } from '../../sdk/src/index.ts';
import { BASE_URL } from './api/client.ts';
import { end, session } from './api/session.ts';
import { Button, ButtonLink } from './components/controls.tsx';
import { short } from './design/format.ts';
import { choose, type Scheme, scheme } from './design/scheme.ts';
import { Link, NavLink } from './routing/link.tsx';
import { navigate } from './routing/location.ts';

const NAVIGATION = [
  ['/strategies', 'Strategies'],
  ['/plan', 'Plan'],
  ['/market', 'Market'],
  ['/positions', 'Positions'],
  ['/developer', 'Developer'],
] as const;

/** For those who may; whoever else opens it, the API refuses what it asks for. */
const FOR_ADMINISTRATORS = [['/administration', 'Administration']] as const;

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline">
          You are offline. What you see may be old; it goes on as soon as you are back.
        </p>
      )}
    </div>
  );
}

const NEXT: Readonly<Record<Scheme, Scheme>> = { system: 'light', light: 'dark', dark: 'system' };
const SCHEME_NAMES: Readonly<Record<Scheme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

function SchemeButton() {
  const chosen = scheme.use();
  return (
    <Button
      look="quiet"
      small
      onClick={() => choose(NEXT[chosen])}
      aria-label={`Colours: ${SCHEME_NAMES[chosen]}. Change to ${SCHEME_NAMES[NEXT[chosen]]}`}
      title="Colours"
    >
      {SCHEME_NAMES[chosen]}
    </Button>
  );
}

/**
 * Ends the session here, whatever the service says, and there. What the page still asks for is given up first: an answer
 * that comes after the end would be a refusal.
 */
async function signOut(queries: QueryClient): Promise<void> {
  const token = session.get()?.token;
  await queries.cancelQueries();
  end();
  navigate('/');
  try {
    await createClient({ baseUrl: BASE_URL, credential: () => token, retries: 2 }).accounts.logout();
  } catch {
    // It ends by itself there, and nobody holds its token any more.
  }
}

function Account() {
  const current = session.use();
  const queries = useQueryClient();
  if (current === undefined)
    return (
      <ButtonLink to="/login" look="primary" small>
        Sign in
      </ButtonLink>
    );
  const { user } = current;
  return (
    <>
      <span className="account" title={user.wallet_address ?? user.id}>
        {user.name ?? short(user.wallet_address ?? user.id)}
      </span>
      <Button small onClick={() => void signOut(queries)}>
        Sign out
      </Button>
    </>
  );
}

function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M7 22l6-7 5 4 7-10"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** What is around every page. */
export function Shell({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  const isAdministrator = session.use()?.user.role === 'admin';
  return (
    <>
      <div className="header">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="header-inner">
          <Link to="/" className="brand">
            <Mark />
            Yield
          </Link>
          <nav className="nav" aria-label="Main">
            {[...NAVIGATION, ...(isAdministrator ? FOR_ADMINISTRATORS : [])].map(([to, text]) => (
              <NavLink key={to} to={to}>
                {text}
              </NavLink>
            ))}
          </nav>
          <SchemeButton />
          <Account />
        </header>
        <OfflineBar />
      </div>
      <main id="main" className={isWide ? 'main main-wide' : 'main'}>
        {children}
      </main>
      <footer className="footer">
        <div className="footer-inner">
          <span>Figures are estimates, not advice. Past yields promise nothing.</span>
          <span className="row">
            <a href="/docs">API documentation</a>
            <a href={`${BASE_URL}/openapi.json`}>OpenAPI</a>
            <a href={`${BASE_URL}/health`}>Health</a>
          </span>
        </div>
      </footer>
    </>
  );
}
