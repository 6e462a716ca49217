import { toCents } from '../../../platform/domain/numbers.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';

/** A position at the end of a day, as far as its earnings go; amounts in base units. */
interface Standing {
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  /** The worth of shares received without a payment, less the worth of shares sent away, each at its own time. */
  readonly transferred: bigint;
  /** Undefined where it is not known. */
  readonly value: bigint | undefined;
}

/** A position over days: how it stood before the first of them, and at the end of each. */
export interface DailyPosition {
  readonly asset: string;
  readonly decimals: number;
  readonly standings: readonly (Standing | undefined)[];
}

/** What a day brought, in USD at the prices of that day. */
export interface DailyTotal {
  readonly value_usd: number;
  readonly deposited_usd: number;
  readonly withdrawn_usd: number;
  readonly earned_usd: number;
  readonly unpriced_assets: readonly string[];
}

const NOTHING: Standing = { deposited: 0n, withdrawn: 0n, transferred: 0n, value: 0n };

/**
 * Totals of each day. What a position has earned on a day is the change of its value less what was paid or sent in and out, in
 * its asset, at the day's price: so that it is what the assets earned, and not what their prices did.
 *
 * @param priceOn USD for one unit of an asset on the n-th day
 */
export function dailyTotals(
  positions: readonly DailyPosition[],
  days: number,
  priceOn: (asset: string, n: number) => number | undefined,
): DailyTotal[] {
  return Array.from({ length: days }, (_, n) => {
    const sums = { value: 0, deposited: 0, withdrawn: 0, earned: 0 };
    const unpriced = new Set<string>();
    for (const { asset, decimals, standings } of positions) {
      const [before, after] = [standings[n] ?? NOTHING, standings[n + 1]];
      if (after === undefined) continue;
      const price = priceOn(asset, n);
      if (price === undefined || after.value === undefined || before.value === undefined) {
        if (after.value !== 0n) unpriced.add(asset);
        continue;
      }
      const usd = (amount: bigint) => Number(fromBaseUnits(amount, decimals)) * price;
      const deposited = after.deposited - before.deposited;
      const withdrawn = after.withdrawn - before.withdrawn;
      const transferred = after.transferred - before.transferred;
      sums.value += usd(after.value);
      sums.deposited += usd(deposited);
      sums.withdrawn += usd(withdrawn);
      sums.earned += usd(after.value - before.value - deposited + withdrawn - transferred);
    }
    return {
      value_usd: toCents(sums.value),
      deposited_usd: toCents(sums.deposited),
      withdrawn_usd: toCents(sums.withdrawn),
      earned_usd: toCents(sums.earned),
      unpriced_assets: [...unpriced].sort(),
    };
  });
}
