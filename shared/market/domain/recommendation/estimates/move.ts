import type { Candidate } from '../policy.ts';
import { movingCosts } from './costs.ts';
import { daysToBreakEven, type Estimate, estimate, type Setting } from './estimate.ts';

/** What vaults charge themselves, in percent; null where they do not say. */
export interface MovingFees {
  readonly entry_percent: number | null;
  readonly exit_percent: number | null;
}

/** What a move comes to, in USD. */
export interface Move {
  readonly estimate: Estimate;
  readonly gasUsd: number;
  readonly shareUsd: number;
  readonly costsUsd: number;
  /** Null when the gain never pays the costs. */
  readonly daysToBreakEven: number | null;
}

const part = (percent: number | null | undefined) => (percent ?? 0) / 100;

/** What moving an amount out of a strategy into another costs and gains, with what the vaults of both charge. */
export function moveBetween(
  to: Candidate,
  from: Candidate,
  {
    amountUsd,
    fees,
    setting,
  }: {
    readonly amountUsd: number;
    readonly fees: { readonly from: MovingFees | undefined; readonly to: MovingFees | undefined };
    readonly setting: Omit<Setting, 'from'>;
  },
): Move {
  const full = { ...setting, from };
  const made = estimate(to, amountUsd, full);
  // What stays where it is pays nothing.
  if (to.id === from.id) return { estimate: made, gasUsd: 0, shareUsd: 0, costsUsd: 0, daysToBreakEven: 0 };
  const { gasUsd, entryShare, exitShare } = movingCosts(to, from, setting.costTable);
  const vaults = part(fees.from?.exit_percent) + part(fees.to?.entry_percent) + part(fees.to?.exit_percent);
  const shareUsd = amountUsd * (entryShare + exitShare + vaults);
  const costsUsd = gasUsd + shareUsd;
  return {
    estimate: made,
    gasUsd,
    shareUsd,
    costsUsd,
    daysToBreakEven: daysToBreakEven(costsUsd, made.gainPerDayUsd),
  };
}
