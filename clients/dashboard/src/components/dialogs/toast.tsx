import { useEffect } from 'react';
import { createStore } from '../../api/store.ts';

const TOAST_DURATION_MS = 4_000;

const toastStore = createStore<string | undefined>(undefined);

/** Shows a short message that disappears by itself. */
export const showToast = (text: string): void => toastStore.set(text);

export function Toasts() {
  const text = toastStore.use();
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => toastStore.set(undefined), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status" aria-live="polite">
      {text !== undefined && <div className="toast">{text}</div>}
    </div>
  );
}
