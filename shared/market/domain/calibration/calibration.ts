import { EXPECTATION_KINDS, type ExpectationKind } from '../../../strategies/domain/expectation/kinds.ts';
import type { IntervalReachOf } from '../../../strategies/domain/expectation/published.ts';
import {
  EXPECTATION_TABLE,
  HORIZON_DAYS,
  type HorizonDays,
  type IntervalReach,
} from '../../../strategies/domain/expectation/table.ts';
import { type AllocationTally, NO_ALLOCATION_TALLIES, type PendingAllocation } from './allocations.ts';
import { countScores, SCORE_BINS, type ScoreCounts, scoreQuantile } from './scores.ts';

/**
 * Version of the expected-APY formula. Increase it with every change of the formula, because a calibration is valid
 * only for one formula.
 */
export const FORMULA = 3;

/** Constants of the calibration of the 80% intervals. */
export const CALIBRATION_TABLE = {
  /** Fraction of results that should be below the interval. The same fraction should be above the interval. */
  tail: 0.1,
  /**
   * Weight of the fixed reach in the formula's table, expressed as a number of results. It is large, because
   * results of neighbouring days and pools are similar. Even thousands of results are therefore weak evidence.
   * Without this weight, the 90-day interval became worse on recorded series.
   */
  fixedWeight: 2_000,
  /**
   * A strategy's forecasts are counted only once in this number of days, because the forecasts of neighbouring days
   * have nearly the same results.
   */
  everyDays: 7,
  /**
   * Limits of the calibrated reach, as factors of the reach in the formula's table. They are judgments and not
   * fitted to data: results beyond a factor of 2.5 are caused by errors of the source rather than by the market.
   */
  bounds: { least: 0.4, most: 2.5 },
  /**
   * Number of days for which published reaches are stored: the longest horizon plus a week, so that a late run can
   * still use them.
   */
  rememberedDays: 97,
} as const;

/**
 * Number of published intervals whose horizon has passed, by result: the realized APY was below, within or above
 * the interval.
 */
export interface Tally {
  readonly below: number;
  readonly within: number;
  readonly above: number;
}

/** All combinations of kind and horizon. Arrays such as `scores` have one entry per combination, in this order. */
export const CALIBRATION_CELLS = EXPECTATION_KINDS.flatMap((kind) =>
  HORIZON_DAYS.map((horizon) => ({ kind, horizon })),
);

export function cellIndexOf(kind: ExpectationKind, horizon: HorizonDays): number {
  return EXPECTATION_KINDS.indexOf(kind) * HORIZON_DAYS.length + HORIZON_DAYS.indexOf(horizon);
}

/** The results of past forecasts, and how often the published intervals contained the result. */
export interface Calibration {
  /** Last day whose results are counted (days since 1970-01-01). 0 if there is none. */
  readonly lastDay: number;
  /** Histogram of all result scores, for each cell (each combination of kind and horizon). */
  readonly scores: readonly ScoreCounts[];
  /** Reaches of the intervals that were published on each day (days since 1970-01-01), one reach per cell. */
  readonly published: ReadonlyMap<number, readonly IntervalReach[]>;
  /** For each cell, the results of the published intervals whose horizon has passed. */
  readonly tallies: readonly Tally[];
  /** First day on which intervals were published (days since 1970-01-01). 0 if there is none. */
  readonly sinceDay: number;
  /** Allocations whose horizon has not passed yet. */
  readonly plans: readonly PendingAllocation[];
  /** Counts of the allocations whose horizon has passed, by horizon and risk level. */
  readonly planTallies: readonly AllocationTally[];
}

export const NO_CALIBRATION: Calibration = {
  lastDay: 0,
  scores: CALIBRATION_CELLS.map(() => new Uint32Array(SCORE_BINS)),
  published: new Map(),
  tallies: CALIBRATION_CELLS.map(() => ({ below: 0, within: 0, above: 0 })),
  sinceDay: 0,
  plans: [],
  planTallies: NO_ALLOCATION_TALLIES,
};

/**
 * Returns the interval reach of every cell. It is the weighted mean of the reach that past results show and the
 * fixed reach in the formula's table.
 */
export function computeReaches({ scores }: Pick<Calibration, 'scores'>): IntervalReach[] {
  return CALIBRATION_CELLS.map(({ horizon }, cell) =>
    computeReach(scores[cell] ?? new Uint32Array(), horizon),
  );
}

function computeReach(counts: ScoreCounts, horizon: HorizonDays): IntervalReach {
  const { tail, fixedWeight, bounds } = CALIBRATION_TABLE;
  const fixedReach = EXPECTATION_TABLE.horizons[horizon].reach;
  const outcomes = countScores(counts);
  const mixWithFixedReach = (own: number, to: number) => {
    const mixedReach = outcomes === 0 ? to : (outcomes * own + fixedWeight * to) / (outcomes + fixedWeight);
    return Math.min(bounds.most * to, Math.max(bounds.least * to, mixedReach));
  };
  return {
    down: mixWithFixedReach(-scoreQuantile(counts, tail), fixedReach.down),
    up: mixWithFixedReach(scoreQuantile(counts, 1 - tail), fixedReach.up),
  };
}

/** Returns a function that looks up the mixedReach of a kind and horizon. `reaches` has one mixedReach per cell. */
export function createReachLookup(reaches: readonly IntervalReach[]): IntervalReachOf {
  return (kind, horizon) => reaches[cellIndexOf(kind, horizon)] ?? EXPECTATION_TABLE.horizons[horizon].reach;
}
