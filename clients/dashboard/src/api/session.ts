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

/** The session of whoever is signed in: in memory alone, unless they asked for it to be kept on this device. */
export const session = createStore<Session | undefined>(remembered());

/** Why the last session ended, where its user did not end it. */
export const endedBecause = createStore<string | undefined>(undefined);

export function begin(next: Session, keep: boolean): void {
  if (keep) localStorage.setItem(KEY, JSON.stringify(next));
  endedBecause.set(undefined);
  session.set(next);
}

export function end(reason?: string): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Where there is no storage, nothing was kept.
  }
  endedBecause.set(reason);
  session.set(undefined);
}
