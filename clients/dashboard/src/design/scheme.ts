import { useSyncExternalStore } from 'react';
import { createStore } from '../api/store.ts';

/** Light or dark as the device says, or as the reader chose on this one. */
export type Scheme = 'system' | 'light' | 'dark';

const KEY = 'yield.scheme';
const isScheme = (text: string | null): text is Scheme =>
  text === 'system' || text === 'light' || text === 'dark';

function remembered(): Scheme {
  try {
    const text = localStorage.getItem(KEY);
    return isScheme(text) ? text : 'system';
  } catch {
    // Storage that is switched off remembers no choice.
    return 'system';
  }
}

export const scheme = createStore<Scheme>(remembered());

function apply(value: Scheme): void {
  if (value === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = value;
}
apply(scheme.get());

export function choose(value: Scheme): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // The choice then lasts as long as the page.
  }
  apply(value);
  scheme.set(value);
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

/** What is shown now: for what is painted and not styled. */
export function useIsDark(): boolean {
  const chosen = scheme.use();
  const isDeviceDark = useSyncExternalStore(subscribe, () => dark.matches);
  return chosen === 'system' ? isDeviceDark : chosen === 'dark';
}
