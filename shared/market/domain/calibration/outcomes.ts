import { forecast } from '../../../strategies/domain/expectation/expected-apy.ts';
import { logApy } from '../../../strategies/domain/expectation/log-apy.ts';
import type { HorizonDays, IntervalReach } from '../../../strategies/domain/expectation/table.ts';
import { trackRecordOf } from '../../../strategies/domain/expectation/track-record.ts';

/**
 * The part of a horizon's days that must be known for their mean to count as what was realized. Chosen, not fitted: six
 * days of a week, so that one reading that was missed does not lose the week.
 */
const REALIZED_COVERAGE = 0.8;

/** A daily series: one entry a day, oldest first, NaN where not known. APY in percent, TVL in USD. */
interface Series {
  readonly apy: Float32Array;
  readonly tvl: Float32Array;
}

/** A forecast and its outcome. */
export interface Outcome {
  /** How far the realized mean fell from the expected one, in steps of the forecast; negative where short. */
  readonly score: number;
  /** Known days of the 30 up to the forecast's. */
  readonly days30: number;
}

/**
 * The mean of the known APYs of the days after `index`, up to `horizon` of them, in percent; NaN when fewer than four
 * in five are known.
 */
export function realizedApy(apy: ArrayLike<number>, index: number, horizon: number): number {
  let sum = 0;
  let known = 0;
  for (let day = index + 1; day <= index + horizon; day += 1) {
    const value = apy[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    known += 1;
  }
  return known >= Math.ceil(horizon * REALIZED_COVERAGE) ? sum / known : Number.NaN;
}

/**
 * The outcome of the forecast made on the day `index` of a series, with the data up to that day; undefined where the
 * day or too much of what followed is not known.
 */
export function outcomeOf(
  series: Series,
  index: number,
  horizon: HorizonDays,
  isVolatilePool: boolean,
): Outcome | undefined {
  const currentApy = series.apy[index] ?? Number.NaN;
  const realized = realizedApy(series.apy, index, horizon);
  if (Number.isNaN(currentApy) || Number.isNaN(realized)) return undefined;
  const track = trackRecordOf({
    apy: series.apy.subarray(0, index + 1),
    tvl: series.tvl.subarray(0, index + 1),
  });
  const made = forecast({ currentApy, track, sourceMean30: null, isVolatilePool }, horizon);
  const residual = logApy(realized) - made.mean;
  return { score: residual / (residual < 0 ? made.stepDown : made.stepUp), days30: track.days30 };
}

/** Whether an outcome fell below, into or above an interval of the given reach. */
export function placeOf({ score }: Outcome, reach: IntervalReach): 'below' | 'within' | 'above' {
  if (score < -reach.down) return 'below';
  return score > reach.up ? 'above' : 'within';
}
