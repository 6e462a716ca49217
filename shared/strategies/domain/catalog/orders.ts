import type { STRATEGY_SORTS } from '../../contract/strategy.ts';
import type { Catalog } from './catalog.ts';

export type Sort = (typeof STRATEGY_SORTS)[number];

/** One order of the catalog, highest value first: who stands at a position, and where each strategy stands. */
export interface SortedOrder {
  /** The ordinal at each position. */
  readonly ordinals: Uint32Array;
  /** The position of each ordinal. */
  readonly positions: Uint32Array;
}

/** The catalog's orders, each made at its first use. */
export class Orders {
  readonly #catalog: Catalog;
  readonly #made = new Map<Sort, SortedOrder>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get(sort: Sort): SortedOrder {
    const made = this.#made.get(sort) ?? this.#make(sort);
    this.#made.set(sort, made);
    return made;
  }

  #make(sort: Sort): SortedOrder {
    if (sort === 'tvl') {
      const identity = Uint32Array.from({ length: this.#catalog.size }, (_, ordinal) => ordinal);
      return { ordinals: identity, positions: identity };
    }
    const ordinals = this.#catalog.order(sort);
    const positions = new Uint32Array(ordinals.length);
    ordinals.forEach((ordinal, position) => {
      positions[ordinal] = position;
    });
    return { ordinals, positions };
  }
}
