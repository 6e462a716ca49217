import { createStore } from '../api/store.ts';

const PREFIX = 'yield.read.';

/** The sequence number of the latest event that was read in this browser, by account id. */
const read = createStore<Readonly<Record<string, number>>>({});

function readStoredSequence(account: string): number {
  try {
    const sequence = Number(localStorage.getItem(PREFIX + account) ?? 0);
    return Number.isSafeInteger(sequence) ? sequence : 0;
  } catch {
    // When storage is disabled, all events count as unread.
    return 0;
  }
}

/** Returns the sequence number of the latest event that an account has read in this browser. */
export const useRead = (account: string): number => read.use()[account] ?? readStoredSequence(account);

/** Marks an account's events as read, up to and including a sequence number. */
export function markRead(account: string, sequence: number): void {
  try {
    localStorage.setItem(PREFIX + account, String(sequence));
  } catch {
    // When storage is disabled, the value is lost when the page is closed.
  }
  read.set({ ...read.get(), [account]: sequence });
}

// An event that is read in one tab counts as read in all tabs.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith(PREFIX) !== true || newValue === null) return;
  read.set({ ...read.get(), [key.slice(PREFIX.length)]: Number(newValue) });
});
