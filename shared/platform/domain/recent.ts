/**
 * The last few results of a computation by key, for queries that come again: page after page, dashboard after
 * dashboard. Hold one per snapshot, so that it goes when the snapshot does.
 */
export class Recent<V> {
  readonly #limit: number;
  readonly #results = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The result for a key, computed unless it is one of the last few. */
  get(key: string, compute: () => V): V {
    const known = this.#results.get(key);
    const result = known === undefined ? compute() : known;
    // Taken out and put back, so that the first key is the one longest out of use.
    this.#results.delete(key);
    this.#results.set(key, result);
    if (this.#results.size > this.#limit) {
      const [oldest] = this.#results.keys();
      if (oldest !== undefined) this.#results.delete(oldest);
    }
    return result;
  }
}

/** The recent results that belong to a snapshot, made at the first use. */
export function recentPer<S extends object, V>(limit: number): (snapshot: S) => Recent<V> {
  const held = new WeakMap<S, Recent<V>>();
  return (snapshot) => {
    const recent = held.get(snapshot) ?? new Recent<V>(limit);
    held.set(snapshot, recent);
    return recent;
  };
}
