import { useSyncExternalStore } from 'react';

/** Functions to call when the current path or query changes. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** Returns the current path without a slash at its end. The path of the first page is `/`. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname.replace(/(.)\/+$/, '$1'));
}

/** Returns the query as text, because equal texts are equal values for React. */
export function useQueryText(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** With `replace`, replaces the current entry of the browser history. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  for (const listener of listeners) listener();
}

/** Replaces the query in the address bar without adding an entry to the browser history. */
export function replaceUrlQuery(query: URLSearchParams): void {
  const text = query.toString();
  navigate(location.pathname + (text === '' ? '' : `?${text}`), { replace: true });
}
