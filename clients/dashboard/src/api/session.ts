import type { AccountsLoginData } from '../../../sdk/src/index.ts';
import { createStore } from './store.ts';

export type Session = AccountsLoginData;

const STORAGE_KEY = 'yield.session';

/**
 * Returns the session in a stored JSON text, or undefined if the text contains no session.
 * @throws SyntaxError for a text that is not JSON
 */
function parseSession(text: string): Session | undefined {
  const storedValue: unknown = JSON.parse(text);
  const hasSessionFields =
    storedValue !== null &&
    typeof storedValue === 'object' &&
    'token' in storedValue &&
    'expires_at' in storedValue &&
    'user' in storedValue;
  // The cast is safe, because only this page writes the text, with the fields of the API's response.
  return hasSessionFields ? (storedValue as Session) : undefined;
}

function readStoredSession(): Session | undefined {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    const storedSession = text === null ? undefined : parseSession(text);
    return storedSession !== undefined && Date.parse(storedSession.expires_at) > Date.now()
      ? storedSession
      : undefined;
  } catch {
    // When storage is disabled or damaged, no user is signed in.
    return undefined;
  }
}

export const SESSION_EXPIRED_TEXT = 'Your session has expired. Sign in again.';
const SIGNED_OUT_ELSEWHERE_TEXT = 'You signed out in another tab.';

/** A message between tabs: a session has ended (`ended`), or a new session was stored on this device (`kept`). */
interface TabMessage {
  readonly type: 'ended' | 'kept';
  readonly user: string;
}
const tabs = new BroadcastChannel(STORAGE_KEY);
const notifyTabs = (message: TabMessage) => tabs.postMessage(message);

/**
 * The session of the signed-in user. It is stored only in memory, unless the user chose to store it on this
 * device.
 */
export const sessionStore = createStore<Session | undefined>(readStoredSession());

/** The reason why the last session ended; undefined if the user ended the session. */
export const sessionEndReason = createStore<string | undefined>(undefined);

export function isSessionStored(): boolean {
  return readStoredSession() !== undefined;
}

export function startSession(next: Session, isKeptOnDevice: boolean): void {
  if (isKeptOnDevice) localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  sessionEndReason.set(undefined);
  sessionStore.set(next);
  if (isKeptOnDevice) notifyTabs({ type: 'kept', user: next.user.id });
}

function removeSession(reason: string | undefined): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // If storage is disabled, no session is stored, so there is nothing to remove.
  }
  sessionEndReason.set(reason);
  sessionStore.set(undefined);
}

/** Ends the session in every tab of this browser. */
export function endSession(reason?: string): void {
  const user = sessionStore.get()?.user.id;
  removeSession(reason);
  if (user !== undefined) notifyTabs({ type: 'ended', user });
}

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  const user = sessionStore.get()?.user.id;
  if (data.type === 'ended' && data.user === user) removeSession(SIGNED_OUT_ELSEWHERE_TEXT);
  if (data.type === 'kept' && user === undefined) {
    sessionEndReason.set(undefined);
    sessionStore.set(readStoredSession());
  }
});

/** Ends an expired session. Also called when the tab is shown again, because timers stop while the device sleeps. */
export function endSessionIfExpired(): void {
  const currentSession = sessionStore.get();
  if (currentSession !== undefined && Date.parse(currentSession.expires_at) <= Date.now())
    removeSession(SESSION_EXPIRED_TEXT);
}
