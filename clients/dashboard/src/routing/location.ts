import { useSyncExternalStore } from 'react';

/** The current path and query. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The path without a slash at its end, `/` for the first page. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname.replace(/(.)\/+$/, '$1'));
}

/** The query as text, so that equal queries are equal values. */
export function useQueryText(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** Navigates to an address of these pages. `replace` replaces the current entry of the history. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  for (const listener of listeners) listener();
}

/** Replaces the query in the address bar without a new entry in the history. */
export function replaceQuery(query: URLSearchParams): void {
  const text = query.toString();
  navigate(location.pathname + (text === '' ? '' : `?${text}`), { replace: true });
}
