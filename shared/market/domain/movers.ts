import type { TrendColumns } from './chain-sums.ts';

interface Movers {
  /** The greatest rises first. */
  readonly up: readonly number[];
  /** The greatest falls first. */
  readonly down: readonly number[];
}

/**
 * The ordinals with the greatest rises and falls of a figure, of equals the one with more TVL; those without it, and
 * those that stood still, are left out.
 */
export function movers(
  columns: TrendColumns,
  ordinals: Uint32Array,
  figure: 'apyChange' | 'tvlChange',
  limit: number,
): Movers {
  const { [figure]: changes } = columns;
  const up = new Leaders(columns, changes, limit);
  const down = new Leaders(columns, changes, limit);
  let least = 0;
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const change = changes[ordinal] ?? Number.NaN;
    // Most are not looked at further, so that a pass costs next to nothing.
    if (!(Math.abs(change) >= least)) continue;
    if (change > 0 && change >= up.least) up.add(ordinal);
    else if (change < 0 && -change >= down.least) down.add(ordinal);
    least = Math.min(up.least, down.least);
  }
  return { up: up.ordinals, down: down.ordinals };
}

/** The strategies that have moved most in one direction. */
class Leaders {
  readonly ordinals: number[] = [];
  /** What the last of them has moved, once there are as many as are asked for. */
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

  /** Of equal TVL, ordinals stand by id from the last down. */
  #compare(a: number, b: number): number {
    return this.#moved(b) - this.#moved(a) || (this.#tvl[b] ?? 0) - (this.#tvl[a] ?? 0) || b - a;
  }
}
