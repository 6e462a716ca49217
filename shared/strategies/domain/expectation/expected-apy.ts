import { apyOfLog, toLogApy } from './log-apy.ts';
import { FORECAST_CONSTANTS, HORIZON_DAYS, type HorizonDays, type IntervalReach } from './table.ts';
import type { TrackRecord } from './track-record.ts';

/**
 * Expected mean of the published APY over a horizon, in percent. In 80% of cases, the realized mean is expected to be
 * between `low80` and `high80`.
 */
export interface ExpectedApy {
  readonly mean: number;
  readonly low80: number;
  readonly high80: number;
}

/** A forecast of ln(1 + APY%). */
export interface Forecast {
  readonly mean: number;
  /**
   * Distances from the mean to the lower and upper end of the interval, before they are multiplied by the
   * `IntervalReach`.
   */
  readonly stepDown: number;
  readonly stepUp: number;
}

export interface ForecastInputs {
  /** Current APY, in percent. */
  readonly currentApy: number;
  readonly trackRecord: TrackRecord;
  /**
   * The source's 30-day mean APY, in percent. It is used while this service's own history is short. Null if unknown.
   */
  readonly sourceMean30: number | null;
  /** Whether the strategy is a pool of several assets and at least one of the assets is not a stablecoin. */
  readonly isVolatilePool: boolean;
}

/**
 * Computes the forecast over a horizon. With L = ln(1 + APY%):
 *   formula = w1 L_now + w2 mean7(L) + w3 mean30(L) + w4 mean90(L), where w1 to w4 are `weights`
 *   mean    = c L_now + (1 - c) formula, where c = max(c30, c7), c30 = q^2 / (q^2 + sd30(L)^2),
 *             c7 = q^2 / (q^2 + (2 sd7(L))^2), and q is `calmSpread`
 *   spread  = sqrt((1 - l) sd30(L)^2 + l sd90(L)^2 + g (L_now - mean90(L))^2 + e^2),
 *             where l is `weight90`, g is `gapFraction`, and e is `minSpread`
 *   interval: from mean - a t- spread to mean + b t+ spread, where a and b are the reach,
 *             and t- and t+ are the factors of `tilt`
 * If few days are known, the source's 30-day mean replaces mean30 and mean90. In the spread, `usualSpread` replaces
 * each missing day.
 */
export function computeForecast(inputs: ForecastInputs, horizon: HorizonDays): Forecast {
  const { gapFraction, minOwnMeanDays } = FORECAST_CONSTANTS;
  const { weights, minSpread } = FORECAST_CONSTANTS.horizons[horizon];
  const { trackRecord, sourceMean30 } = inputs;
  const logCurrentApy = toLogApy(inputs.currentApy);
  const sourceMeanLogApy =
    sourceMean30 !== null && trackRecord.days30 < minOwnMeanDays
      ? computeClampedLogSourceMean(sourceMean30, inputs)
      : Number.NaN;
  const meanLogApy7d = valueOrFallback(trackRecord.mean7, logCurrentApy);
  const meanLogApy30d = valueOrFallback(sourceMeanLogApy, valueOrFallback(trackRecord.mean30, meanLogApy7d));
  const meanLogApy90d = valueOrFallback(sourceMeanLogApy, valueOrFallback(trackRecord.mean90, meanLogApy30d));
  const weightedMeanLogApy =
    weights.current * logCurrentApy +
    weights.mean7 * meanLogApy7d +
    weights.mean30 * meanLogApy30d +
    weights.mean90 * meanLogApy90d;
  const currentApyWeight = weightOfCurrentApy(inputs);
  const gapToMeanLogApy90d = logCurrentApy - meanLogApy90d;
  const spread = Math.sqrt(
    computeSquaredSpread(inputs, horizon) + gapFraction * gapToMeanLogApy90d ** 2 + minSpread ** 2,
  );
  return {
    mean: currentApyWeight * logCurrentApy + (1 - currentApyWeight) * weightedMeanLogApy,
    stepDown: spread * computeTiltFactor(logCurrentApy, 1),
    stepUp: spread * computeTiltFactor(logCurrentApy, -1),
  };
}

/**
 * Returns the source's 30-day mean as ln(1 + APY%). The mean is limited to the range of this service's own readings,
 * extended by a factor of 2 at both ends.
 */
function computeClampedLogSourceMean(
  sourceMeanApy30d: number,
  { currentApy, trackRecord }: ForecastInputs,
): number {
  const lowestApy = Math.min(currentApy, apyOfLog(valueOrFallback(trackRecord.low30, toLogApy(currentApy))));
  const highestApy = Math.max(
    currentApy,
    apyOfLog(valueOrFallback(trackRecord.high30, toLogApy(currentApy))),
  );
  const { sourceRangeFactor } = FORECAST_CONSTANTS;
  const lowerLimitApy = lowestApy > 0 ? lowestApy / sourceRangeFactor : lowestApy * sourceRangeFactor;
  const upperLimitApy = highestApy > 0 ? highestApy * sourceRangeFactor : highestApy / sourceRangeFactor;
  return toLogApy(Math.min(upperLimitApy, Math.max(lowerLimitApy, sourceMeanApy30d)));
}

/**
 * Returns the weight of the current APY in the mean, 0 to 1. For missing days, uses the usual spread of the strategy's
 * kind. Otherwise, a short history would have too small a spread.
 */
function weightOfCurrentApy(inputs: ForecastInputs): number {
  const { calmSpread, weekSpreadFactor } = FORECAST_CONSTANTS;
  const { spread7, spread30, days30 } = inputs.trackRecord;
  const weightAtSpread = (spread: number) =>
    calmSpread ** 2 / (calmSpread ** 2 + mixWithUsualVariance(spread ** 2, days30, inputs));
  const weightAtSpread30 = weightAtSpread(valueOrFallback(spread30, 0));
  return Number.isNaN(spread7)
    ? weightAtSpread30
    : Math.max(weightAtSpread30, weightAtSpread(weekSpreadFactor * spread7));
}

/**
 * Returns the squared spread of the strategy's past APY. Each missing day counts with the usual spread of the
 * strategy's kind.
 */
function computeSquaredSpread(inputs: ForecastInputs, horizon: HorizonDays): number {
  const { weight90 } = FORECAST_CONSTANTS.horizons[horizon];
  const { spread30, spread90, days90 } = inputs.trackRecord;
  const ownVariance =
    (1 - weight90) * valueOrFallback(spread30, 0) ** 2 + weight90 * valueOrFallback(spread90, 0) ** 2;
  return mixWithUsualVariance(ownVariance, days90, inputs);
}

/**
 * Returns the weighted mean of the strategy's own variance and the usual variance of its kind. A longer history gives
 * the own variance more weight.
 */
function mixWithUsualVariance(
  ownVariance: number,
  knownDayCount: number,
  { isVolatilePool }: ForecastInputs,
): number {
  const { fullHistoryDays, usualSpread } = FORECAST_CONSTANTS;
  const ownHistoryDays = Math.min(fullHistoryDays, knownDayCount);
  const usualDeviation = isVolatilePool ? usualSpread.pool : usualSpread.calm;
  return (
    (ownHistoryDays * ownVariance + (fullHistoryDays - ownHistoryDays) * usualDeviation ** 2) /
    fullHistoryDays
  );
}

function computeTiltFactor(logApyValue: number, tiltDirection: 1 | -1): number {
  const { factorPerLog, neutralLog, minLog, maxLog, minFactor, maxFactor } = FORECAST_CONSTANTS.tilt;
  const clampedLogApy = Math.min(maxLog, Math.max(minLog, logApyValue));
  return Math.min(
    maxFactor,
    Math.max(minFactor, 1 + tiltDirection * factorPerLog * (clampedLogApy - neutralLog)),
  );
}

function valueOrFallback(value: number, fallbackValue: number): number {
  return Number.isNaN(value) ? fallbackValue : value;
}

/** Returns the expected APY in percent, with its 80% interval. */
export function expectedApyOf(
  { mean, stepDown, stepUp }: Forecast,
  intervalReach: IntervalReach,
): ExpectedApy {
  return {
    mean: apyOfLog(mean),
    low80: apyOfLog(mean - intervalReach.down * stepDown),
    high80: apyOfLog(mean + intervalReach.up * stepUp),
  };
}

/** The two published horizons around a number of days. */
export interface NearestHorizons {
  readonly lowerHorizon: HorizonDays;
  readonly upperHorizon: HorizonDays;
  /**
   * Position of the number of days between the two horizons on a logarithmic scale: 0 at the lower horizon, 1 at the
   * upper horizon. 0 if both horizons are equal.
   */
  readonly fraction: number;
}

/**
 * Returns the longest published horizon of at most `days` days and the shortest of at least `days` days. Both are 7
 * days if `days` is below 7, and 90 days if `days` is above 90.
 */
export function findNearestHorizons(days: number): NearestHorizons {
  const upperHorizon = HORIZON_DAYS.find((horizon) => horizon >= days) ?? 90;
  const lowerHorizon = HORIZON_DAYS.findLast((horizon) => horizon <= days) ?? 7;
  if (upperHorizon === lowerHorizon) return { lowerHorizon, upperHorizon, fraction: 0 };
  return {
    lowerHorizon,
    upperHorizon,
    fraction: Math.log(days / lowerHorizon) / Math.log(upperHorizon / lowerHorizon),
  };
}

/** Interpolates an APY between two horizons, linearly on the scale of `toLogApy`. Returns it in percent. */
function interpolateApy(lowerLogApy: number, upperLogApy: number, fraction: number): number {
  return apyOfLog(lowerLogApy * (1 - fraction) + upperLogApy * fraction);
}

/** Returns the expected APY over any number of days, interpolated between the published horizons. */
export function expectedApyOver(
  days: number,
  publishedApyByHorizon: Readonly<Record<`${HorizonDays}d`, ExpectedApy>>,
): ExpectedApy {
  const { lowerHorizon, upperHorizon, fraction } = findNearestHorizons(days);
  if (upperHorizon === lowerHorizon) return publishedApyByHorizon[`${upperHorizon}d`];
  const [lowerHorizonApy, upperHorizonApy] = [
    publishedApyByHorizon[`${lowerHorizon}d`],
    publishedApyByHorizon[`${upperHorizon}d`],
  ];
  const interpolateFigure = (figureName: keyof ExpectedApy) =>
    interpolateApy(toLogApy(lowerHorizonApy[figureName]), toLogApy(upperHorizonApy[figureName]), fraction);
  return {
    mean: interpolateFigure('mean'),
    low80: interpolateFigure('low80'),
    high80: interpolateFigure('high80'),
  };
}
