import { createStore } from '../api/store.ts';

const PREFIX = 'yield.read.';

/** The highest event sequence that each account has read in this browser. */
const read = createStore<Readonly<Record<string, number>>>({});

function readStoredSequence(account: string): number {
  try {
    const sequence = Number(localStorage.getItem(PREFIX + account) ?? 0);
    return Number.isSafeInteger(sequence) ? sequence : 0;
  } catch {
    // Without storage, all events count as unread.
    return 0;
  }
}

/** The highest sequence that an account has read. */
export const useRead = (account: string): number => read.use()[account] ?? readStoredSequence(account);

/** Marks an account's events as read up to a sequence. */
export function markRead(account: string, sequence: number): void {
  try {
    localStorage.setItem(PREFIX + account, String(sequence));
  } catch {
    // Without storage, the value is lost when the page is closed.
  }
  read.set({ ...read.get(), [account]: sequence });
}

// Events that are read in one tab are read in all tabs.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith(PREFIX) !== true || newValue === null) return;
  read.set({ ...read.get(), [key.slice(PREFIX.length)]: Number(newValue) });
});
