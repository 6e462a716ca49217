import { forecast } from '../../../strategies/domain/expectation/expected-apy.ts';
import { logApy } from '../../../strategies/domain/expectation/log-apy.ts';
import type { HorizonDays, IntervalReach } from '../../../strategies/domain/expectation/table.ts';
import { trackRecordOf } from '../../../strategies/domain/expectation/track-record.ts';

/**
 * Minimum fraction of days with a known APY over a horizon that a realized mean requires, 0 to 1. It is a judgment
 * and not fitted: 0.8 accepts six of seven days, so that one missed reading does not make a week useless.
 */
const REALIZED_COVERAGE = 0.8;

/** A daily series with one entry per day, oldest first. NaN means unknown. APY is in percent, TVL in USD. */
interface Series {
  readonly apy: Float32Array;
  readonly tvl: Float32Array;
}

/** The result of one forecast. */
export interface Outcome {
  /** Realized mean minus expected mean, in units of the forecast's step. Negative if the realized mean was lower. */
  readonly score: number;
  /** Number of known days among the last 30 days up to the forecast. */
  readonly days30: number;
}

/**
 * Returns the mean of the known APYs on the `horizon` days after `index`, in percent. NaN if less than 80% of these
 * days are known.
 */
export function realizedApy(apy: ArrayLike<number>, dayIndex: number, horizon: number): number {
  let sum = 0;
  let knownDays = 0;
  for (let day = dayIndex + 1; day <= dayIndex + horizon; day += 1) {
    const value = apy[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    knownDays += 1;
  }
  return knownDays >= Math.ceil(horizon * REALIZED_COVERAGE) ? sum / knownDays : Number.NaN;
}

/**
 * Returns the result of the forecast that was computed on the day `index` from data up to that day. Undefined if that
 * day or too many of the following days are unknown.
 */
export function computeOutcome(
  series: Series,
  dayIndex: number,
  horizon: HorizonDays,
  isVolatilePool: boolean,
): Outcome | undefined {
  const currentApy = series.apy[dayIndex] ?? Number.NaN;
  const realizedPercent = realizedApy(series.apy, dayIndex, horizon);
  if (Number.isNaN(currentApy) || Number.isNaN(realizedPercent)) return undefined;
  const track = trackRecordOf({
    apy: series.apy.subarray(0, dayIndex + 1),
    tvl: series.tvl.subarray(0, dayIndex + 1),
  });
  const forecasted = forecast({ currentApy, track, sourceMean30: null, isVolatilePool }, horizon);
  const residual = logApy(realizedPercent) - forecasted.mean;
  return { score: residual / (residual < 0 ? forecasted.stepDown : forecasted.stepUp), days30: track.days30 };
}

/** Returns whether the realized mean was below, within or above an interval of the given reach. */
export function classifyOutcome({ score }: Outcome, reach: IntervalReach): 'below' | 'within' | 'above' {
  if (score < -reach.down) return 'below';
  return score > reach.up ? 'above' : 'within';
}
