import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { createClient } from '../../sdk/src/index.ts';
import { api, BASE_URL } from './api/client.ts';
import { usePolling } from './api/polling.ts';
import { serviceState } from './api/service-state.ts';
import { endSession, sessionStore } from './api/session.ts';
import { Button, ButtonLink } from './components/controls.tsx';
import { EnvironmentNotice } from './components/environment.tsx';
import { ExternalLink } from './components/external-link.tsx';
import { useSecondsUntil } from './components/time.tsx';
import { useDemoWallet } from './demo/demo.ts';
import { shortenAddressOrId } from './design/format.ts';
import { type ColorScheme, chooseColorScheme, colorSchemeStore } from './design/scheme.ts';
import { Bell } from './notifications/bell.tsx';
import { Link, NavLink } from './routing/link.tsx';
import { navigate } from './routing/location.ts';

const NAVIGATION_LINKS = [
  ['/strategies', 'Strategies'],
  ['/allocation', 'Allocation'],
  ['/market', 'Market'],
  ['/positions', 'Positions'],
  ['/developer', 'Developer'],
] as const;

/** Only administrators see these links. The API rejects the requests of these pages for other users. */
const ADMINISTRATOR_LINKS = [['/administration', 'Administration']] as const;

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const HEALTH_CHECK_MS = 10_000;

/**
 * While the service does not respond, sends a request regularly. When the service responds again, reloads the failed
 * queries.
 */
function useServiceRecovery(isServiceUnavailable: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isServiceUnavailable) return;
    const timer = setInterval(() => {
      if (!document.hidden) void api.service.health({}).catch(() => undefined);
    }, HEALTH_CHECK_MS);
    return () => {
      clearInterval(timer);
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    };
  }, [isServiceUnavailable, queries]);
}

/** Returns a text that says why the pages cannot load data now; undefined when they can load data. */
function useServiceNotice(): string | undefined {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const { pausedUntil, isUnavailable, slowRequests } = serviceState.use();
  const remainingPauseSeconds = useSecondsUntil(pausedUntil);
  useServiceRecovery(isUnavailable);
  if (!isOnline)
    return 'You are offline. The figures may be old. The page continues when you are online again.';
  if (remainingPauseSeconds > 0)
    return `Request limit reached. The page continues in ${remainingPauseSeconds} s.`;
  if (isUnavailable) return 'The service does not respond. The page tries again by itself.';
  return slowRequests > 0 ? 'The service is slow. Still waiting for its answer.' : undefined;
}

function ServiceNoticeBar() {
  const text = useServiceNotice();
  return (
    <div role="status" className="state-bar">
      {text !== undefined && <p>{text}</p>}
    </div>
  );
}

const NEXT_SCHEME: Readonly<Record<ColorScheme, ColorScheme>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};
const SCHEME_NAMES: Readonly<Record<ColorScheme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

function SchemeButton() {
  const chosenScheme = colorSchemeStore.use();
  return (
    <Button
      look="quiet"
      small
      onClick={() => chooseColorScheme(NEXT_SCHEME[chosenScheme])}
      aria-label={`Theme: ${SCHEME_NAMES[chosenScheme]}. Change to ${SCHEME_NAMES[NEXT_SCHEME[chosenScheme]]}`}
    >
      <span className={`scheme-mark scheme-mark-${chosenScheme}`} aria-hidden="true" />
      <span className="scheme-name">
        <span className="scheme-label">Theme: </span>
        {SCHEME_NAMES[chosenScheme]}
      </span>
    </Button>
  );
}

/** Open requests are cancelled first, because the API would reject them after the session has ended. */
async function signOut(queryClient: QueryClient): Promise<void> {
  const token = sessionStore.get()?.token;
  await queryClient.cancelQueries();
  endSession();
  navigate('/');
  try {
    await createClient({ baseUrl: BASE_URL, credential: () => token, retries: 2 }).accounts.logout();
  } catch {
    // Ignore the error, because the session expires by itself and its token is no longer stored.
  }
}

function AccountMenu() {
  const currentSession = sessionStore.use();
  const queryClient = useQueryClient();
  if (currentSession === undefined)
    return (
      <ButtonLink to="/login" look="primary" small>
        Sign in
      </ButtonLink>
    );
  const { user } = currentSession;
  return (
    <>
      <Bell account={user.id} />
      <span className="account" title={user.wallet_address ?? user.id}>
        <span className="account-name">
          {user.name ?? shortenAddressOrId(user.wallet_address ?? user.id)}
        </span>
      </span>
      <Button small onClick={() => void signOut(queryClient)}>
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

const FOOTER_LINKS = [
  ['/docs', 'API documentation'],
  [`${BASE_URL}/openapi.json`, 'OpenAPI'],
  [`${BASE_URL}/health`, 'Service status'],
] as const;

export function Shell({ children }: { children: ReactNode }) {
  usePolling();
  useDemoWallet();
  const isAdministrator = sessionStore.use()?.user.role === 'admin';
  return (
    <>
      <div className="header">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="header-inner">
          <Link to="/" className="brand">
            <Mark />
            <span className="brand-name">Yield</span>
          </Link>
          <nav className="nav" aria-label="Main">
            {[...NAVIGATION_LINKS, ...(isAdministrator ? ADMINISTRATOR_LINKS : [])].map(([to, text]) => (
              <NavLink key={to} to={to}>
                {text}
              </NavLink>
            ))}
          </nav>
          <SchemeButton />
          <AccountMenu />
        </header>
        <ServiceNoticeBar />
      </div>
      <main id="main" className="main">
        {children}
      </main>
      <EnvironmentNotice />
      <footer className="footer">
        <div className="footer-inner">
          <span>Figures are estimates, not advice. Past yields do not predict future yields.</span>
          <span className="row">
            {FOOTER_LINKS.map(([href, text]) => (
              // Open in a new tab, because leaving this page ends a session that is not kept on the device.
              <ExternalLink key={href} href={href}>
                {text}
              </ExternalLink>
            ))}
          </span>
        </div>
      </footer>
    </>
  );
}
