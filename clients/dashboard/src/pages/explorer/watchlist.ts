import { createStore } from '../../api/store.ts';

const STORAGE_KEY = 'yield.watched';

function parseWatchlist(text: string | null): readonly string[] {
  try {
    const storedValue: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(storedValue) ? storedValue.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    // Treat a damaged list as an empty list.
    return [];
  }
}

function readStoredWatchlist(): readonly string[] {
  try {
    return parseWatchlist(localStorage.getItem(STORAGE_KEY));
  } catch {
    // If the browser's storage is disabled, no watchlist was stored.
    return [];
  }
}

/** The ids of the strategies that the user watches. They are stored in this browser. */
export const watchlistStore = createStore(readStoredWatchlist());

export function toggleWatchedStrategy(id: string): void {
  const watchedIds = watchlistStore.get();
  const next = watchedIds.includes(id) ? watchedIds.filter((each) => each !== id) : [...watchedIds, id];
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // When storage is disabled, the list lasts until the page is closed.
  }
  watchlistStore.set(next);
}

// A strategy that is watched in one tab is watched in all tabs.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY) watchlistStore.set(parseWatchlist(newValue));
});
