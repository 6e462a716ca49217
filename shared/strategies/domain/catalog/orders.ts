import type { STRATEGY_SORTS } from '../../contract/strategy.ts';
import type { Catalog } from './catalog.ts';

export type Sort = (typeof STRATEGY_SORTS)[number];

/** A sort order of the whole catalog, highest value first, in both directions. */
export interface SortedOrder {
  /** The ordinal at each position. */
  readonly ordinals: Uint32Array;
  /** The position of each ordinal. */
  readonly positions: Uint32Array;
}

/** The sort orders of the catalog. Each is built at its first use. */
export class Orders {
  readonly #catalog: Catalog;
  readonly #orders = new Map<Sort, SortedOrder>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get(sort: Sort): SortedOrder {
    const order = this.#orders.get(sort) ?? this.#buildOrder(sort);
    this.#orders.set(sort, order);
    return order;
  }

  #buildOrder(sort: Sort): SortedOrder {
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
