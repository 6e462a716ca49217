import { useSyncExternalStore } from 'react';

/** A value that is stored outside the components. Components that use the value render again when it changes. */
export interface StateStore<T> {
  get(): T;
  set(value: T): void;
  use(): T;
}

export function createStore<T>(initialValue: T): StateStore<T> {
  let value = initialValue;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
