import { roundToCents } from '../../../platform/domain/numbers.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';

/** The state of a position at the end of a day. Amounts are in base units of the asset. */
interface DayEndState {
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  /** Value of the shares received in transfers minus the value of the shares sent, each at the time of its transfer. */
  readonly transferred: bigint;
  /** Value of the position in base units of the asset; undefined if unknown. */
  readonly value: bigint | undefined;
}

/** The states of a position: first the state before the first day, then the state at the end of each day. */
export interface DailyPosition {
  readonly asset: string;
  readonly decimals: number;
  readonly dayEndStates: readonly (DayEndState | undefined)[];
}

/** Totals of one day in USD at that day's prices. */
export interface DailyTotal {
  readonly value_usd: number;
  readonly deposited_usd: number;
  readonly withdrawn_usd: number;
  readonly earned_usd: number;
  readonly unpriced_assets: readonly string[];
}

const EMPTY_DAY_END_STATE: DayEndState = { deposited: 0n, withdrawn: 0n, transferred: 0n, value: 0n };

/**
 * Returns the totals of each day. Earnings are computed in the asset and converted to USD at the day's price. They
 * therefore do not include changes of the asset's price.
 *
 * @param priceOnDay price of one unit of an asset in USD on the n-th day
 */
export function computeDailyTotals(
  positions: readonly DailyPosition[],
  days: number,
  priceOnDay: (asset: string, n: number) => number | undefined,
): DailyTotal[] {
  return Array.from({ length: days }, (_, n) => {
    const sums = { value: 0, deposited: 0, withdrawn: 0, earned: 0 };
    const unpricedAssets = new Set<string>();
    for (const { asset, decimals, dayEndStates } of positions) {
      const [stateBefore, stateAfter] = [dayEndStates[n] ?? EMPTY_DAY_END_STATE, dayEndStates[n + 1]];
      if (stateAfter === undefined) continue;
      const price = priceOnDay(asset, n);
      if (price === undefined || stateAfter.value === undefined || stateBefore.value === undefined) {
        if (stateAfter.value !== 0n) unpricedAssets.add(asset);
        continue;
      }
      const usd = (amount: bigint) => Number(fromBaseUnits(amount, decimals)) * price;
      const depositedAmount = stateAfter.deposited - stateBefore.deposited;
      const withdrawnAmount = stateAfter.withdrawn - stateBefore.withdrawn;
      const netTransferredAmount = stateAfter.transferred - stateBefore.transferred;
      sums.value += usd(stateAfter.value);
      sums.deposited += usd(depositedAmount);
      sums.withdrawn += usd(withdrawnAmount);
      sums.earned += usd(
        stateAfter.value - stateBefore.value - depositedAmount + withdrawnAmount - netTransferredAmount,
      );
    }
    return {
      value_usd: roundToCents(sums.value),
      deposited_usd: roundToCents(sums.deposited),
      withdrawn_usd: roundToCents(sums.withdrawn),
      earned_usd: roundToCents(sums.earned),
      unpriced_assets: [...unpricedAssets].sort(),
    };
  });
}
