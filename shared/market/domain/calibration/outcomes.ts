import { computeForecast } from '../../../strategies/domain/expectation/expected-apy.ts';
import { toLogApy } from '../../../strategies/domain/expectation/log-apy.ts';
import type { HorizonDays, IntervalReach } from '../../../strategies/domain/expectation/table.ts';
import { trackRecordOf } from '../../../strategies/domain/expectation/track-record.ts';

/**
 * Minimum fraction of days (0 to 1) whose APY must be known to compute a realized mean. With 0.8, one missed reading in
 * a week is accepted.
 */
const MIN_KNOWN_DAYS_FRACTION = 0.8;

/** A daily series with one entry per day, oldest first. NaN means unknown. APY is in percent, TVL in USD. */
interface ForecastSeries {
  readonly apy: Float32Array;
  readonly tvl: Float32Array;
}

export interface ForecastOutcome {
  /**
   * Realized mean minus expected mean, on the scale of `toLogApy`. A negative difference is divided by `stepDown`, a
   * positive one by `stepUp`.
   */
  readonly score: number;
  /** Number of days with a known APY among the 30 days up to the forecast. */
  readonly knownDays30: number;
}

/**
 * Returns the mean of the known APYs on the `horizon` days after `dayIndex`, in percent. NaN if less than 80% of these
 * days are known.
 */
export function computeRealizedApy(apy: ArrayLike<number>, dayIndex: number, horizon: number): number {
  let sum = 0;
  let knownDayCount = 0;
  for (let day = dayIndex + 1; day <= dayIndex + horizon; day += 1) {
    const value = apy[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    knownDayCount += 1;
  }
  return knownDayCount >= Math.ceil(horizon * MIN_KNOWN_DAYS_FRACTION) ? sum / knownDayCount : Number.NaN;
}

/**
 * Compares the forecast of the day `dayIndex`, which uses only data up to that day, with the realized APY. Returns
 * undefined if the APY of that day or of too many days of the horizon is unknown.
 */
export function computeForecastOutcome(
  series: ForecastSeries,
  dayIndex: number,
  horizon: HorizonDays,
  isVolatilePool: boolean,
): ForecastOutcome | undefined {
  const currentApy = series.apy[dayIndex] ?? Number.NaN;
  const realizedApyPercent = computeRealizedApy(series.apy, dayIndex, horizon);
  if (Number.isNaN(currentApy) || Number.isNaN(realizedApyPercent)) return undefined;
  const trackRecord = trackRecordOf({
    apy: series.apy.subarray(0, dayIndex + 1),
    tvl: series.tvl.subarray(0, dayIndex + 1),
  });
  const forecastResult = computeForecast(
    { currentApy, trackRecord, sourceMean30: null, isVolatilePool },
    horizon,
  );
  const logApyResidual = toLogApy(realizedApyPercent) - forecastResult.mean;
  return {
    score: logApyResidual / (logApyResidual < 0 ? forecastResult.stepDown : forecastResult.stepUp),
    knownDays30: trackRecord.days30,
  };
}

export function classifyForecastOutcome(
  { score }: ForecastOutcome,
  intervalReach: IntervalReach,
): 'below' | 'within' | 'above' {
  if (score < -intervalReach.down) return 'below';
  return score > intervalReach.up ? 'above' : 'within';
}
