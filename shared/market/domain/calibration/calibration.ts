import { FORECAST_KINDS, type ForecastKind } from '../../../strategies/domain/expectation/kinds.ts';
import type { GetIntervalReach } from '../../../strategies/domain/expectation/published.ts';
import {
  FORECAST_CONSTANTS,
  HORIZON_DAYS,
  type HorizonDays,
  type IntervalReach,
} from '../../../strategies/domain/expectation/table.ts';
import { type AllocationTally, EMPTY_ALLOCATION_TALLIES, type PendingAllocation } from './allocations.ts';
import { computeScoreQuantile, countScores, SCORE_BIN_COUNT, type ScoreCounts } from './scores.ts';

/**
 * Version of the formula of the expected APY. Increase it with every change of the formula, because a calibration is
 * valid for one formula only.
 */
export const FORMULA_VERSION = 3;

export const CALIBRATION_CONSTANTS = {
  /** Fraction of results that should be below the 80% interval. The same fraction should be above it. */
  outsideFraction: 0.1,
  /**
   * Weight of the fixed reach in FORECAST_CONSTANTS (see `IntervalReach`). Each counted result has the weight 1. The
   * weight of the fixed reach is large, because results of neighbouring days and similar pools are not independent.
   */
  fixedWeight: 2_000,
  /**
   * Every seventh daily forecast of a strategy is counted, because forecasts of neighbouring days have similar results.
   */
  countIntervalDays: 7,
  /**
   * Minimum and maximum of the calibrated reach (see `IntervalReach`), as multiples of the fixed reach in
   * FORECAST_CONSTANTS. A result above the maximum probably comes from errors of the source.
   */
  reachLimits: { minFactor: 0.4, maxFactor: 2.5 },
  /**
   * Number of days for which published interval widths are stored. It is the longest horizon (90 days) plus a week,
   * because a run can be late.
   */
  reachRetentionDays: 97,
} as const;

/**
 * Number of published intervals by result: the realized APY was below, within or above the interval. Counts only
 * intervals whose horizon has ended.
 */
export interface IntervalTally {
  readonly below: number;
  readonly within: number;
  readonly above: number;
}

/** All pairs of a forecast kind and a horizon. Arrays such as `scores` have one entry per pair, in this order. */
export const KIND_HORIZON_PAIRS = FORECAST_KINDS.flatMap((kind) =>
  HORIZON_DAYS.map((horizon) => ({ kind, horizon })),
);

export function kindHorizonIndexOf(kind: ForecastKind, horizon: HorizonDays): number {
  return FORECAST_KINDS.indexOf(kind) * HORIZON_DAYS.length + HORIZON_DAYS.indexOf(horizon);
}

/** Results of past forecasts, and how often the published intervals contained the realized APY. */
export interface Calibration {
  /** Last day whose results are counted (days since 1970-01-01). 0 if there is none. */
  readonly lastDay: number;
  /** Histogram of all forecast scores, for each pair in KIND_HORIZON_PAIRS. */
  readonly scores: readonly ScoreCounts[];
  /**
   * Published `IntervalReach` values, by day (days since 1970-01-01). Each array has one value for each pair in
   * KIND_HORIZON_PAIRS.
   */
  readonly publishedReachesByDay: ReadonlyMap<number, readonly IntervalReach[]>;
  /**
   * Results of the published intervals whose horizon has ended, for each pair of kind and horizon
   * (`KIND_HORIZON_PAIRS`).
   */
  readonly intervalTallies: readonly IntervalTally[];
  /** First day on which intervals were published (days since 1970-01-01). 0 if there is none. */
  readonly sinceDay: number;
  readonly pendingAllocations: readonly PendingAllocation[];
  /** Counts of the allocations whose horizon has ended, by horizon and risk level. */
  readonly allocationTallies: readonly AllocationTally[];
}

export const NO_CALIBRATION: Calibration = {
  lastDay: 0,
  scores: KIND_HORIZON_PAIRS.map(() => new Uint32Array(SCORE_BIN_COUNT)),
  publishedReachesByDay: new Map(),
  intervalTallies: KIND_HORIZON_PAIRS.map(() => ({ below: 0, within: 0, above: 0 })),
  sinceDay: 0,
  pendingAllocations: [],
  allocationTallies: EMPTY_ALLOCATION_TALLIES,
};

/**
 * Returns the reach of the 80% interval (see `IntervalReach`) for each pair in KIND_HORIZON_PAIRS. It is the weighted
 * mean of the reach from past results and the fixed reach in FORECAST_CONSTANTS.
 */
export function computeIntervalReaches({ scores }: Pick<Calibration, 'scores'>): IntervalReach[] {
  return KIND_HORIZON_PAIRS.map(({ horizon }, kindHorizonIndex) =>
    computeIntervalReach(scores[kindHorizonIndex] ?? new Uint32Array(), horizon),
  );
}

function computeIntervalReach(scoreCounts: ScoreCounts, horizon: HorizonDays): IntervalReach {
  const { outsideFraction, fixedWeight, reachLimits } = CALIBRATION_CONSTANTS;
  const fixedReach = FORECAST_CONSTANTS.horizons[horizon].intervalReach;
  const outcomeCount = countScores(scoreCounts);
  const mixWithFixedReach = (observedDistance: number, fixedDistance: number) => {
    const weightedDistance =
      outcomeCount === 0
        ? fixedDistance
        : (outcomeCount * observedDistance + fixedWeight * fixedDistance) / (outcomeCount + fixedWeight);
    return Math.min(
      reachLimits.maxFactor * fixedDistance,
      Math.max(reachLimits.minFactor * fixedDistance, weightedDistance),
    );
  };
  return {
    down: mixWithFixedReach(-computeScoreQuantile(scoreCounts, outsideFraction), fixedReach.down),
    up: mixWithFixedReach(computeScoreQuantile(scoreCounts, 1 - outsideFraction), fixedReach.up),
  };
}

/**
 * Returns a function that looks up the `IntervalReach` of an 80% interval by kind of strategy and horizon. Without a
 * calibrated value, it returns the fixed value of the horizon.
 */
export function createIntervalReachLookup(intervalReaches: readonly IntervalReach[]): GetIntervalReach {
  return (kind, horizon) =>
    intervalReaches[kindHorizonIndexOf(kind, horizon)] ?? FORECAST_CONSTANTS.horizons[horizon].intervalReach;
}
