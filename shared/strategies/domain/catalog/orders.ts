import type { STRATEGY_SORTS } from '../../contract/strategy.ts';
import type { Catalog } from './catalog.ts';
import type { NumberColumn } from './encoding/format.ts';

export type Sort = (typeof STRATEGY_SORTS)[number];

/** A sort field of the strategy list, or a number column with a filter for its minimum. */
export type SortColumn = Sort | NumberColumn;

/** All strategies in a sort order, highest value first. */
export interface StrategyOrder {
  /** Catalog index of the strategy at each position. */
  readonly strategyIndexes: Uint32Array;
  /** The position of each strategy in the order. The array index is the strategy's index in the catalog. */
  readonly positions: Uint32Array;
}

export class SortOrders {
  readonly #catalog: Catalog;
  readonly #orders = new Map<SortColumn, StrategyOrder>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  get(sort: SortColumn): StrategyOrder {
    const strategyOrder = this.#orders.get(sort) ?? this.#buildOrder(sort);
    this.#orders.set(sort, strategyOrder);
    return strategyOrder;
  }

  #buildOrder(sort: SortColumn): StrategyOrder {
    if (sort === 'tvl') {
      const catalogOrder = Uint32Array.from(
        { length: this.#catalog.size },
        (_, strategyIndex) => strategyIndex,
      );
      return { strategyIndexes: catalogOrder, positions: catalogOrder };
    }
    const strategyIndexes = hasStoredOrder(sort) ? this.#catalog.storedOrder(sort) : this.#sorted(sort);
    const positionByStrategyIndex = new Uint32Array(strategyIndexes.length);
    strategyIndexes.forEach((strategyIndex, position) => {
      positionByStrategyIndex[strategyIndex] = position;
    });
    return { strategyIndexes, positions: positionByStrategyIndex };
  }

  /** Returns the indexes of all strategies, highest value of the column first. Strategies without a value come last. */
  #sorted(column: NumberColumn): Uint32Array {
    const values = this.#catalog.numbers(column);
    const sortValueOf = (strategyIndex: number) => {
      const sortValue = values[strategyIndex] ?? Number.NaN;
      return Number.isNaN(sortValue) ? Number.NEGATIVE_INFINITY : sortValue;
    };
    // If both strategies have no value, the difference is NaN, which is replaced by 0 (equal).
    return Uint32Array.from(values.keys()).sort((a, b) => sortValueOf(b) - sortValueOf(a) || 0);
  }
}

const hasStoredOrder = (sort: SortColumn) =>
  sort === 'current_apy' || sort === 'name' || sort === 'created_at';
