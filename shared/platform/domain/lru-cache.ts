/**
 * The results of a computation that were used last, by key, for questions that come again: page after page, dashboard
 * after dashboard. Beyond `limit` in all, what was longest not asked for goes.
 */
export class LruCache<V> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #values = new Map<string, V>();
  #weight = 0;
  /** The key that was used last: used again it stays where it is, as it is with most instances. */
  #newest: string | undefined;

  /**
   * @param limit what the values kept may weigh together
   * @param weigh what one of them weighs, in the same unit: bytes, say. Without it each weighs 1.
   */
  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  /** The value of a key, computed unless it is kept. One that weighs more than the limit is not kept. */
  get(key: string, compute: () => V): V {
    const kept = this.find(key);
    if (kept !== undefined) return kept;
    const value = compute();
    this.set(key, value);
    return value;
  }

  /** The value of a key, if it is kept. */
  find(key: string): V | undefined {
    const kept = this.#values.get(key);
    if (kept !== undefined && key !== this.#newest) this.set(key, kept);
    return kept;
  }

  /** Keeps a value in place of the key's former one. */
  set(key: string, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#newest = key;
    this.#weight += this.#weigh(value);
    // A map keeps its keys in the order of setting, so the first is the one longest not asked for.
    for (const [oldest, held] of this.#values) {
      if (this.#weight <= this.#limit) break;
      this.#forget(oldest, held);
    }
  }

  delete(key: string): void {
    const kept = this.#values.get(key);
    if (kept !== undefined) this.#forget(key, kept);
  }

  #forget(key: string, value: V): void {
    this.#weight -= this.#weigh(value);
    this.#values.delete(key);
    if (key === this.#newest) this.#newest = undefined;
  }
}

/** A cache of `limit` results for each snapshot, made at the first use: it goes when the snapshot does. */
export function cachePer<S extends object, V>(limit: number): (snapshot: S) => LruCache<V> {
  const held = new WeakMap<S, LruCache<V>>();
  return (snapshot) => {
    const cache = held.get(snapshot) ?? new LruCache<V>(limit);
    held.set(snapshot, cache);
    return cache;
  };
}
