import { useSyncExternalStore } from 'react';
import { createStore } from '../api/store.ts';

/** `system` follows the device's setting. */
export type ColorScheme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'yield.scheme';
const isColorScheme = (text: string | null): text is ColorScheme =>
  text === 'system' || text === 'light' || text === 'dark';

function readStoredColorScheme(): ColorScheme {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    return isColorScheme(text) ? text : 'system';
  } catch {
    // When storage is disabled, use the device's setting.
    return 'system';
  }
}

export const colorSchemeStore = createStore<ColorScheme>(readStoredColorScheme());

function applyScheme(value: ColorScheme): void {
  if (value === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = value;
}
applyScheme(colorSchemeStore.get());

export function chooseColorScheme(value: ColorScheme): void {
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // If the browser has disabled storage, the chosen scheme lasts until the page is closed.
  }
  applyScheme(value);
  colorSchemeStore.set(value);
}

const darkSchemeMedia = window.matchMedia('(prefers-color-scheme: dark)');

function subscribeToDeviceScheme(listener: () => void): () => void {
  darkSchemeMedia.addEventListener('change', listener);
  return () => darkSchemeMedia.removeEventListener('change', listener);
}

/** Returns whether the dark scheme is shown. Canvases need this value, because CSS cannot style their content. */
export function useIsDarkScheme(): boolean {
  const chosenScheme = colorSchemeStore.use();
  const isDeviceSchemeDark = useSyncExternalStore(subscribeToDeviceScheme, () => darkSchemeMedia.matches);
  return chosenScheme === 'system' ? isDeviceSchemeDark : chosenScheme === 'dark';
}
