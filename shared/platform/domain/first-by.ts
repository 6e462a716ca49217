/**
 * The first items in an order, of as many as come, without sorting the rest. Equal items stand in the order in which
 * they came.
 */
export class FirstBy<T> {
  readonly #count: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];

  /** @param count how many are kept, from 1 */
  constructor(count: number, compare: (a: T, b: T) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  /** The first so far, in order. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** What an item must come before to be kept; undefined while there is room for any. */
  get bar(): T | undefined {
    return this.#items[this.#count - 1];
  }

  add(item: T): void {
    const { bar } = this;
    if (bar !== undefined && this.#compare(item, bar) >= 0) return;
    const after = this.#items.findIndex((other) => this.#compare(item, other) < 0);
    this.#items.splice(after === -1 ? this.#items.length : after, 0, item);
    this.#items.length = Math.min(this.#items.length, this.#count);
  }
}
