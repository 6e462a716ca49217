import { createStore } from '../../api/store.ts';

const KEY = 'yield.watched';

function parse(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    // Treat a damaged list as an empty list.
    return [];
  }
}

function remembered(): readonly string[] {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    // When storage is disabled, no list was stored.
    return [];
  }
}

/** The ids of the strategies that the user watches. They are stored in this browser. */
export const watchlist = createStore(remembered());

export function toggleWatched(id: string): void {
  const watched = watchlist.get();
  const next = watched.includes(id) ? watched.filter((each) => each !== id) : [...watched, id];
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // When storage is disabled, the list lasts until the page is closed.
  }
  watchlist.set(next);
}

// A strategy that is watched in one tab is watched in all tabs.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) watchlist.set(parse(newValue));
});
