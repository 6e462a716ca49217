import { useSyncExternalStore } from 'react';
import { createStore } from '../api/store.ts';

/** The colour scheme. `system` follows the device's setting; the user can choose another scheme on this device. */
export type Scheme = 'system' | 'light' | 'dark';

const KEY = 'yield.scheme';
const isScheme = (text: string | null): text is Scheme =>
  text === 'system' || text === 'light' || text === 'dark';

function remembered(): Scheme {
  try {
    const text = localStorage.getItem(KEY);
    return isScheme(text) ? text : 'system';
  } catch {
    // When storage is disabled, use the device's setting.
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
    // When storage is disabled, the choice lasts until the page is closed.
  }
  apply(value);
  scheme.set(value);
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

/** Returns whether the dark scheme is shown. Canvases need this value, because CSS cannot style their content. */
export function useIsDark(): boolean {
  const chosenScheme = scheme.use();
  const isDeviceDark = useSyncExternalStore(subscribe, () => dark.matches);
  return chosenScheme === 'system' ? isDeviceDark : chosenScheme === 'dark';
}
