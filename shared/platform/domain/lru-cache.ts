/** A cache of computed values that evicts the least recently used ones beyond its limit. */
export class LruCache<V> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #values = new Map<string, V>();
  #weight = 0;
  /** The most recently used key. Using it again needs no reordering, which is the most frequent case. */
  #newest: string | undefined;

  /**
   * @param limit the largest total weight of the cached values
   * @param weigh the weight of a value, for example its bytes; 1 by default
   */
  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  /** The value of a key; computes it if it is not cached. A value heavier than the limit is not cached. */
  get(key: string, compute: () => V): V {
    const cachedValue = this.find(key);
    if (cachedValue !== undefined) return cachedValue;
    const value = compute();
    this.set(key, value);
    return value;
  }

  /** The cached value of a key, if any. */
  find(key: string): V | undefined {
    const cachedValue = this.#values.get(key);
    if (cachedValue !== undefined && key !== this.#newest) this.set(key, cachedValue);
    return cachedValue;
  }

  /** Caches a value and replaces the previous one of the key. */
  set(key: string, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#newest = key;
    this.#weight += this.#weigh(value);
    // A Map iterates in insertion order, so the first key is the least recently used.
    for (const [oldestKey, cachedValue] of this.#values) {
      if (this.#weight <= this.#limit) break;
      this.#forget(oldestKey, cachedValue);
    }
  }

  delete(key: string): void {
    const cachedValue = this.#values.get(key);
    if (cachedValue !== undefined) this.#forget(key, cachedValue);
  }

  #forget(key: string, value: V): void {
    this.#weight -= this.#weigh(value);
    this.#values.delete(key);
    if (key === this.#newest) this.#newest = undefined;
  }
}

/**
 * Creates a cache of `limit` values for each snapshot at its first use. The cache is garbage-collected with
 * the snapshot.
 */
export function createCachePerSnapshot<S extends object, V>(limit: number): (snapshot: S) => LruCache<V> {
  const cachesBySnapshot = new WeakMap<S, LruCache<V>>();
  return (snapshot) => {
    const cache = cachesBySnapshot.get(snapshot) ?? new LruCache<V>(limit);
    cachesBySnapshot.set(snapshot, cache);
    return cache;
  };
}
