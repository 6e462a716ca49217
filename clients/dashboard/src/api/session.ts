import type { AccountsLoginData } from '../../../sdk/src/index.ts';
import { createStore } from './store.ts';

export type Session = AccountsLoginData;

const KEY = 'yield.session';

/** Whether a text is one that `begin` kept; anything else in its place is no session. */
function parse(text: string): Session | undefined {
  const kept: unknown = JSON.parse(text);
  const isSession =
    kept !== null && typeof kept === 'object' && 'token' in kept && 'expires_at' in kept && 'user' in kept;
  // Written by this page alone, in the form that the API answered with.
  return isSession ? (kept as Session) : undefined;
}

function remembered(): Session | undefined {
  try {
    const text = localStorage.getItem(KEY);
    const kept = text === null ? undefined : parse(text);
    return kept !== undefined && Date.parse(kept.expires_at) > Date.now() ? kept : undefined;
  } catch {
    // Storage that is switched off or damaged remembers nobody.
    return undefined;
  }
}

export const EXPIRED = 'Your session has expired. Sign in again.';
const ENDED_ELSEWHERE = 'You signed out in another tab.';

/** What the tabs tell each other: whose session ended, or began and is kept on this device. */
interface TabMessage {
  readonly type: 'ended' | 'kept';
  readonly user: string;
}
const tabs = new BroadcastChannel(KEY);
const tell = (message: TabMessage) => tabs.postMessage(message);

/** The session of whoever is signed in: in memory alone, unless they asked for it to be kept on this device. */
export const session = createStore<Session | undefined>(remembered());

/** Why the last session ended, where its user did not end it. */
export const endedBecause = createStore<string | undefined>(undefined);

/** Whether the session is kept on this device. */
export function isKept(): boolean {
  return remembered() !== undefined;
}

export function begin(next: Session, keep: boolean): void {
  if (keep) localStorage.setItem(KEY, JSON.stringify(next));
  endedBecause.set(undefined);
  session.set(next);
  if (keep) tell({ type: 'kept', user: next.user.id });
}

/** Forgets the session in this tab. */
function forget(reason: string | undefined): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Where there is no storage, nothing was kept.
  }
  endedBecause.set(reason);
  session.set(undefined);
}

/** Ends the session in every tab of this browser. */
export function end(reason?: string): void {
  const user = session.get()?.user.id;
  forget(reason);
  if (user !== undefined) tell({ type: 'ended', user });
}

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  const user = session.get()?.user.id;
  if (data.type === 'ended' && data.user === user) forget(ENDED_ELSEWHERE);
  if (data.type === 'kept' && user === undefined) {
    endedBecause.set(undefined);
    session.set(remembered());
  }
});

/** Ends a session whose time is over. Called by a clock and when the tab is shown again, as a clock stops in sleep. */
export function endIfOver(): void {
  const current = session.get();
  if (current !== undefined && Date.parse(current.expires_at) <= Date.now()) forget(EXPIRED);
}
