import type { TrendColumns } from './chain-sums.ts';

interface Movers {
  /** Catalog indexes of the strategies whose figure rose most, largest rise first. */
  readonly up: readonly number[];
  /** Catalog indexes of the strategies whose figure fell most, largest fall first. */
  readonly down: readonly number[];
}

/**
 * Returns the strategies with the largest rises and falls of a figure. Equal changes are ordered by TVL. Strategies
 * with an unknown or no change are left out.
 */
export function findMovers(
  columns: TrendColumns,
  strategyIndexes: Uint32Array,
  columnName: 'apyChange' | 'tvlChange',
  limit: number,
): Movers {
  const { [columnName]: changes } = columns;
  const up = new TopChanges(columns, changes, limit);
  const down = new TopChanges(columns, changes, limit);
  let smallestAcceptedChange = 0;
  for (let index = 0; index < strategyIndexes.length; index += 1) {
    const strategyIndex = strategyIndexes[index] ?? 0;
    const change = changes[strategyIndex] ?? Number.NaN;
    // Most changes are too small for the lists `up` and `down`. Skip them early.
    if (!(Math.abs(change) >= smallestAcceptedChange)) continue;
    if (change > 0 && change >= up.threshold) up.add(strategyIndex);
    else if (change < 0 && -change >= down.threshold) down.add(strategyIndex);
    smallestAcceptedChange = Math.min(up.threshold, down.threshold);
  }
  return { up: up.strategyIndexes, down: down.strategyIndexes };
}

/** The strategies with the largest changes in one direction: the largest rises, or the largest falls. */
class TopChanges {
  readonly strategyIndexes: number[] = [];
  /**
   * Minimum size of a change that enters the list. It is 0 until the list is full, and then the smallest change in the
   * list.
   */
  threshold = 0;
  readonly #tvl: Float64Array;
  readonly #changes: Float32Array;
  readonly #limit: number;

  constructor({ tvl }: TrendColumns, changes: Float32Array, limit: number) {
    this.#tvl = tvl;
    this.#changes = changes;
    this.#limit = limit;
  }

  add(strategyIndex: number): void {
    this.strategyIndexes.push(strategyIndex);
    this.strategyIndexes.sort((a, b) => this.#compare(a, b));
    if (this.strategyIndexes.length > this.#limit) this.strategyIndexes.pop();
    if (this.strategyIndexes.length === this.#limit)
      this.threshold = this.#changeSize(this.strategyIndexes.at(-1) ?? -1);
  }

  #changeSize(strategyIndex: number): number {
    return Math.abs(this.#changes[strategyIndex] ?? Number.NaN);
  }

  /**
   * Compares by size of the change, then by TVL, then by id. Among strategies with the same TVL, a higher index means a
   * lower id.
   */
  #compare(a: number, b: number): number {
    return this.#changeSize(b) - this.#changeSize(a) || (this.#tvl[b] ?? 0) - (this.#tvl[a] ?? 0) || b - a;
  }
}
