/** What was worked out of late, up to a number of bytes in all: beyond it, what was longest not asked for goes. */
export class Recent<V extends { readonly byteLength: number }> {
  readonly #bytesMax: number;
  readonly #values = new Map<string, V>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The value of a key, made when it is not remembered. One larger than the limit is not kept. */
  get(key: string, make: () => V): V {
    const value = this.#values.get(key) ?? make();
    this.#forget(key);
    this.#values.set(key, value);
    this.#bytes += value.byteLength;
    // A map keeps its keys in the order of setting, so the first is the one longest not asked for.
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#forget(oldest);
    }
    return value;
  }

  #forget(key: string): void {
    this.#bytes -= this.#values.get(key)?.byteLength ?? 0;
    this.#values.delete(key);
  }
}
