import { createStore } from '../api/store.ts';

const PREFIX = 'yield.read.';

/** The highest sequence of the events that each account has read in this browser. */
const read = createStore<Readonly<Record<string, number>>>({});

function stored(account: string): number {
  try {
    const sequence = Number(localStorage.getItem(PREFIX + account) ?? 0);
    return Number.isSafeInteger(sequence) ? sequence : 0;
  } catch {
    // Storage that is switched off remembers nothing.
    return 0;
  }
}

/** The highest sequence that an account has read. */
export const useRead = (account: string): number => read.use()[account] ?? stored(account);

/** Remembers that an account has read its events up to a sequence. */
export function markRead(account: string, sequence: number): void {
  try {
    localStorage.setItem(PREFIX + account, String(sequence));
  } catch {
    // It is then remembered for as long as the page is open.
  }
  read.set({ ...read.get(), [account]: sequence });
}

// Read in one tab, read in all.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith(PREFIX) !== true || newValue === null) return;
  read.set({ ...read.get(), [key.slice(PREFIX.length)]: Number(newValue) });
});
