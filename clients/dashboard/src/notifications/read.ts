import { createStore } from '../api/store.ts';

const LAST_READ_SEQUENCE_KEY_PREFIX = 'yield.read.';

/** The sequence number of the latest event that was read in this browser, by account id. */
const lastReadSequences = createStore<Readonly<Record<string, number>>>({});

function readStoredSequence(account: string): number {
  try {
    const sequence = Number(localStorage.getItem(LAST_READ_SEQUENCE_KEY_PREFIX + account) ?? 0);
    return Number.isSafeInteger(sequence) ? sequence : 0;
  } catch {
    // When storage is disabled, all events count as unread.
    return 0;
  }
}

export const useLastReadSequence = (account: string): number =>
  lastReadSequences.use()[account] ?? readStoredSequence(account);

/** Marks an account's events as read, up to and including a sequence number. */
export function markEventsAsRead(account: string, sequence: number): void {
  try {
    localStorage.setItem(LAST_READ_SEQUENCE_KEY_PREFIX + account, String(sequence));
  } catch {
    // When storage is disabled, the value is lost when the page is closed.
  }
  lastReadSequences.set({ ...lastReadSequences.get(), [account]: sequence });
}

// An event that is read in one tab counts as read in all tabs.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith(LAST_READ_SEQUENCE_KEY_PREFIX) !== true || newValue === null) return;
  lastReadSequences.set({
    ...lastReadSequences.get(),
    [key.slice(LAST_READ_SEQUENCE_KEY_PREFIX.length)]: Number(newValue),
  });
});
