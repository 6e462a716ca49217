/** Cache of computed values. If it exceeds its limit, it removes the least recently used values. */
export class LruCache<V> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #values = new Map<string, V>();
  #weight = 0;
  /** The most recently used key. Using it again does not change the order of the keys. */
  #newest: string | undefined;

  /**
   * @param maxWeight maximum total weight of the cached values
   * @param weigh returns the weight of a value, such as its size in bytes; by default each value has the
   * weight 1
   */
  constructor(maxWeight: number, weigh: (value: V) => number = () => 1) {
    this.#limit = maxWeight;
    this.#weigh = weigh;
  }

  /**
   * Returns the cached value of a key. Computes and caches the value if it is missing. A value whose weight
   * exceeds the limit is not cached.
   */
  get(key: string, compute: () => V): V {
    const cachedValue = this.find(key);
    if (cachedValue !== undefined) return cachedValue;
    const value = compute();
    this.set(key, value);
    return value;
  }

  find(key: string): V | undefined {
    const cachedValue = this.#values.get(key);
    if (cachedValue !== undefined && key !== this.#newest) this.set(key, cachedValue);
    return cachedValue;
  }

  set(key: string, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#newest = key;
    this.#weight += this.#weigh(value);
    // A Map iterates in insertion order, and `find` inserts a used key again at the end. The first key is
    // therefore the least recently used one.
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
 * Returns a function that returns a snapshot's own cache, with up to `maxWeight` values. The cache is garbage-collected
 * together with the snapshot.
 */
export function createCachePerSnapshot<S extends object, V>(maxWeight: number): (snapshot: S) => LruCache<V> {
  const cachesBySnapshot = new WeakMap<S, LruCache<V>>();
  return (snapshot) => {
    const cache = cachesBySnapshot.get(snapshot) ?? new LruCache<V>(maxWeight);
    cachesBySnapshot.set(snapshot, cache);
    return cache;
  };
}
