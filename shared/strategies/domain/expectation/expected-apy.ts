import { apyOfLog, logApy } from './log-apy.ts';
import { EXPECTATION_TABLE, HORIZON_DAYS, type HorizonDays, type Reach } from './table.ts';
import type { TrackRecord } from './track-record.ts';

/** What may be expected of the mean published APY over a horizon, in percent: it is within the two in 80 of 100 cases. */
export interface ExpectedApy {
  readonly mean: number;
  readonly low80: number;
  readonly high80: number;
}

/** The same on the scale of `logApy`, with what the interval is made of. */
export interface Forecast {
  readonly mean: number;
  /** How far one unit of reach goes down and up. */
  readonly stepDown: number;
  readonly stepUp: number;
}

/** What a forecast is made from. */
export interface ForecastInputs {
  /** What the strategy pays now, in percent. */
  readonly currentApy: number;
  readonly track: TrackRecord;
  /** The source's own 30-day mean in percent, for a strategy too young to have one here; null when it does not say. */
  readonly sourceMean30: number | null;
  /** A pool of several assets that are not all stablecoins. */
  readonly isVolatilePool: boolean;
}

/**
 * The forecast over a horizon. With L = ln(1 + APY%):
 *
 *   formula = w1 L_now + w2 mean7(L) + w3 mean30(L) + w4 mean90(L)
 *   mean    = c L_now + (1 - c) formula, where c = max(c30, c7), c30 = q^2 / (q^2 + sd30(L)^2),
 *             c7 = q^2 / (q^2 + (2 sd7(L))^2), and q is the spread of a calm rate
 *   spread  = sqrt((1 - l) sd30(L)^2 + l sd90(L)^2 + g (L_now - mean90(L))^2 + e^2)
 *
 * For a strategy with few known days the source's 30-day mean replaces mean30 and mean90, moved to within a factor of 2
 * of our own readings. Each missing day of the first ones counts with the usual spread, in c as in the spread.
 *
 * The interval reaches from `mean - a t- spread` to `mean + b t+ spread`; t is the tilt, a and b are the reach.
 */
export function forecast(inputs: ForecastInputs, horizon: HorizonDays): Forecast {
  const { gapShare, ownMeanDays } = EXPECTATION_TABLE;
  const { weights, leastSpread } = EXPECTATION_TABLE.horizons[horizon];
  const { track, sourceMean30 } = inputs;
  const now = logApy(inputs.currentApy);
  const source =
    sourceMean30 !== null && track.days30 < ownMeanDays ? sourceLog(sourceMean30, inputs) : Number.NaN;
  const mean7 = known(track.mean7, now);
  const mean30 = known(source, known(track.mean30, mean7));
  const mean90 = known(source, known(track.mean90, mean30));
  const formula =
    weights.now * now + weights.mean7 * mean7 + weights.mean30 * mean30 + weights.mean90 * mean90;
  const calm = calmness(inputs);
  const gap = now - mean90;
  const spread = Math.sqrt(ownSpread(inputs, horizon) + gapShare * gap ** 2 + leastSpread ** 2);
  return {
    mean: calm * now + (1 - calm) * formula,
    stepDown: spread * tilt(now, 1),
    stepUp: spread * tilt(now, -1),
  };
}

/** The source's 30-day mean on the scale, moved to within a factor of 2 of the readings that we know. */
function sourceLog(mean30: number, { currentApy, track }: ForecastInputs): number {
  const low = Math.min(currentApy, apyOfLog(known(track.low30, logApy(currentApy))));
  const high = Math.max(currentApy, apyOfLog(known(track.high30, logApy(currentApy))));
  const { sourceFactor } = EXPECTATION_TABLE;
  const least = low > 0 ? low / sourceFactor : low * sourceFactor;
  const most = high > 0 ? high * sourceFactor : high / sourceFactor;
  return logApy(Math.min(most, Math.max(least, mean30)));
}

/** The weight of the current rate in the mean, 0 to 1. A rate with few known days is not calm for that. */
function calmness(inputs: ForecastInputs): number {
  const { calmSpread, weekTimes } = EXPECTATION_TABLE;
  const { spread7, spread30, days30 } = inputs.track;
  const calm = (spread: number) =>
    calmSpread ** 2 / (calmSpread ** 2 + withUsual(spread ** 2, days30, inputs));
  const month = calm(known(spread30, 0));
  return Number.isNaN(spread7) ? month : Math.max(month, calm(weekTimes * spread7));
}

/** The squared spread of the strategy's own past, filled up with what is usual for a young one. */
function ownSpread(inputs: ForecastInputs, horizon: HorizonDays): number {
  const { longShare } = EXPECTATION_TABLE.horizons[horizon];
  const { spread30, spread90, days90 } = inputs.track;
  const own = (1 - longShare) * known(spread30, 0) ** 2 + longShare * known(spread90, 0) ** 2;
  return withUsual(own, days90, inputs);
}

/** A squared spread of so many known days, each missing one of the first counting with what is usual for its kind. */
function withUsual(own: number, knownDays: number, { isVolatilePool }: ForecastInputs): number {
  const { ownDays, usualSpread } = EXPECTATION_TABLE;
  const days = Math.min(ownDays, knownDays);
  const usual = isVolatilePool ? usualSpread.pool : usualSpread.calm;
  return (days * own + (ownDays - days) * usual ** 2) / ownDays;
}

function tilt(log: number, direction: 1 | -1): number {
  const { perLog, at, lowest, highest, least, most } = EXPECTATION_TABLE.tilt;
  const place = Math.min(highest, Math.max(lowest, log));
  return Math.min(most, Math.max(least, 1 + direction * perLog * (place - at)));
}

function known(value: number, otherwise: number): number {
  return Number.isNaN(value) ? otherwise : value;
}

/** The expected APY in percent, with an interval of the given reach. */
export function expectedApyOf({ mean, stepDown, stepUp }: Forecast, reach: Reach): ExpectedApy {
  return {
    mean: apyOfLog(mean),
    low80: apyOfLog(mean - reach.down * stepDown),
    high80: apyOfLog(mean + reach.up * stepUp),
  };
}

/** Where a number of days lies among the published horizons: so far on the way from the one before to the one after. */
export interface HorizonPlace {
  readonly before: HorizonDays;
  readonly after: HorizonDays;
  /** Between 0 and 1, with the logarithm of the days; 0 where both are one. */
  readonly part: number;
}

/** The place of a number of days; outside the published horizons, the nearest stands. */
export function horizonPlace(days: number): HorizonPlace {
  const after = HORIZON_DAYS.find((horizon) => horizon >= days) ?? 90;
  const before = HORIZON_DAYS.findLast((horizon) => horizon <= days) ?? 7;
  if (after === before) return { before, after, part: 0 };
  return { before, after, part: Math.log(days / before) / Math.log(after / before) };
}

/** A figure between two horizons, given on the scale of `logApy` at both: a straight line on it. */
function apyBetween(logBefore: number, logAfter: number, part: number): number {
  return apyOfLog(logBefore * (1 - part) + logAfter * part);
}

/** The expectation over any number of days out of those of the published horizons. */
export function expectedApyOver(
  days: number,
  published: Readonly<Record<`${HorizonDays}d`, ExpectedApy>>,
): ExpectedApy {
  const { before, after, part } = horizonPlace(days);
  if (after === before) return published[`${after}d`];
  const [from, to] = [published[`${before}d`], published[`${after}d`]];
  const between = (figure: keyof ExpectedApy) => apyBetween(logApy(from[figure]), logApy(to[figure]), part);
  return { mean: between('mean'), low80: between('low80'), high80: between('high80') };
}
