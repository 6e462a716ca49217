import type { TrendColumns } from './chain-sums.ts';

interface Movers {
  /** The strategies with the largest rises, largest first, as ordinals (indexes in the catalog). */
  readonly up: readonly number[];
  /** The strategies with the largest falls, largest first, as ordinals (indexes in the catalog). */
  readonly down: readonly number[];
}

/**
 * Returns the strategies with the largest rises and falls of a figure, as ordinals (indexes in the catalog). Equal
 * changes are ordered by TVL. Strategies without a change are left out.
 */
export function movers(
  columns: TrendColumns,
  ordinals: Uint32Array,
  figure: 'apyChange' | 'tvlChange',
  limit: number,
): Movers {
  const { [figure]: changes } = columns;
  const up = new TopChanges(columns, changes, limit);
  const down = new TopChanges(columns, changes, limit);
  let smallestListed = 0;
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const change = changes[ordinal] ?? Number.NaN;
    // Most strategies are skipped here, so the loop over the whole catalog is fast.
    if (!(Math.abs(change) >= smallestListed)) continue;
    if (change > 0 && change >= up.least) up.add(ordinal);
    else if (change < 0 && -change >= down.least) down.add(ordinal);
    smallestListed = Math.min(up.least, down.least);
  }
  return { up: up.ordinals, down: down.ordinals };
}

/** The strategies with the largest changes in one direction. */
class TopChanges {
  readonly ordinals: number[] = [];
  /** The smallest change in the list if the list is full. Otherwise 0, so that every change can enter the list. */
  least = 0;
  readonly #tvl: Float64Array;
  readonly #changes: Float32Array;
  readonly #limit: number;

  constructor({ tvl }: TrendColumns, changes: Float32Array, limit: number) {
    this.#tvl = tvl;
    this.#changes = changes;
    this.#limit = limit;
  }

  add(ordinal: number): void {
    this.ordinals.push(ordinal);
    this.ordinals.sort((a, b) => this.#compare(a, b));
    if (this.ordinals.length > this.#limit) this.ordinals.pop();
    if (this.ordinals.length === this.#limit) this.least = this.#moved(this.ordinals.at(-1) ?? -1);
  }

  #moved(ordinal: number): number {
    return Math.abs(this.#changes[ordinal] ?? Number.NaN);
  }

  /**
   * Compares two strategies by change, then by TVL. Among equal TVLs, the higher ordinal comes first, because it
   * has the lower id.
   */
  #compare(a: number, b: number): number {
    return this.#moved(b) - this.#moved(a) || (this.#tvl[b] ?? 0) - (this.#tvl[a] ?? 0) || b - a;
  }
}
