/**
 * The lists of assets that strategies hold, as numbers: to compare names for each new question would take a third of
 * its time.
 */
export class AssetLists {
  readonly #numbers = new Map<string, number>();
  /** The numbers of the assets of all lists, one list after the other, and where each ends. */
  readonly #assets: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(lists: readonly (readonly string[])[]) {
    const numberOf = (asset: string) => {
      const number = this.#numbers.get(asset) ?? this.#numbers.size;
      this.#numbers.set(asset, number);
      return number;
    };
    this.#assets = Uint32Array.from(lists.flat(), numberOf);
    let end = 0;
    this.#ends = Uint32Array.from(lists, ({ length }) => (end += length));
  }

  /** By list: 1 where it breaks the rule `several_assets` for those that are wanted, or else 0. */
  withOthers(wanted: readonly string[]): Uint8Array {
    const isOther = new Uint8Array(this.#numbers.size).fill(1);
    for (const asset of wanted) {
      const number = this.#numbers.get(asset);
      if (number !== undefined) isOther[number] = 0;
    }
    const assets = this.#assets;
    const ends = this.#ends;
    const found = new Uint8Array(ends.length);
    let start = 0;
    for (let list = 0; list < ends.length; list += 1) {
      const end = ends[list] ?? start;
      let has = 0;
      for (let at = start; at < end; at += 1) has |= isOther[assets[at] ?? 0] ?? 0;
      found[list] = end - start > 1 ? has : 0;
      start = end;
    }
    return found;
  }
}
