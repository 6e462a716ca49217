import type { STRATEGY_SORTS } from '../../contract/strategy.ts';
import type { Catalog } from './catalog.ts';
import type { NumberColumn } from './encoding/format.ts';

export type Sort = (typeof STRATEGY_SORTS)[number];

/** A sort field of the list, or a number column that a lower bound compares. */
export type OrderKey = Sort | NumberColumn;

/**
 * A sort order of the whole catalog, highest value first. It converts positions in the order to ordinals (indexes
 * in the catalog) and back.
 */
export interface SortedOrder {
  /** The ordinal (index in the catalog) of the strategy at each position. */
  readonly ordinals: Uint32Array;
  /** The position of each strategy. The array index is the strategy's ordinal. */
  readonly positions: Uint32Array;
}

/** The sort orders of the catalog. Each order is built at its first use. */
export class SortOrders {
  readonly #catalog: Catalog;
  readonly #orders = new Map<OrderKey, SortedOrder>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get(sort: OrderKey): SortedOrder {
    const order = this.#orders.get(sort) ?? this.#buildOrder(sort);
    this.#orders.set(sort, order);
    return order;
  }

  #buildOrder(sort: OrderKey): SortedOrder {
    if (sort === 'tvl') {
      const identity = Uint32Array.from({ length: this.#catalog.size }, (_, ordinal) => ordinal);
      return { ordinals: identity, positions: identity };
    }
    const ordinals = isStored(sort) ? this.#catalog.order(sort) : this.#sorted(sort);
    const positions = new Uint32Array(ordinals.length);
    ordinals.forEach((ordinal, position) => {
      positions[ordinal] = position;
    });
    return { ordinals, positions };
  }

  /** Sorts the strategies by a column. Strategies without a value come last. */
  #sorted(column: NumberColumn): Uint32Array {
    const values = this.#catalog.numbers(column);
    const value = (ordinal: number) => {
      const number = values[ordinal] ?? Number.NaN;
      return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number;
    };
    // If two strategies have no value, the difference is NaN, and they count as equal.
    return Uint32Array.from(values.keys()).sort((a, b) => value(b) - value(a) || 0);
  }
}

/** Whether the catalog stores this order. */
const isStored = (sort: OrderKey) => sort === 'current_apy' || sort === 'name' || sort === 'created_at';
