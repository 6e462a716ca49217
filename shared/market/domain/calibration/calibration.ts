import { EXPECTATION_KINDS, type ExpectationKind } from '../../../strategies/domain/expectation/kinds.ts';
import type { IntervalReachOf } from '../../../strategies/domain/expectation/published.ts';
import {
  EXPECTATION_TABLE,
  HORIZON_DAYS,
  type HorizonDays,
  type IntervalReach,
} from '../../../strategies/domain/expectation/table.ts';
import { type MadePlan, NO_PLAN_TALLIES, type PlanTally } from './plans.ts';
import { countOf, SCORE_BINS, type ScoreCounts, scoreQuantile } from './scores.ts';

/** Increased with every change of the expectation's formula, because a calibration is valid for one formula only. */
export const FORMULA = 3;

/** How the intervals are calibrated. */
export const CALIBRATION_TABLE = {
  /** One outcome in ten is to fall below the interval, and one above it. */
  tail: 0.1,
  /**
   * The weight of the fixed reach, in outcomes. Own outcomes of neighbouring days and pools repeat each other, so a few
   * thousand of them say less than they seem to: alone they made the interval of 90 days worse on recorded series.
   */
  fixedWeight: 2_000,
  /** One forecast per strategy counts in this many days, because the next day's has nearly the same outcome. */
  everyDays: 7,
  /**
   * The bounds of the reach, as parts of the fixed one. Chosen, not fitted: beyond a factor of 2.5 up or down, the
   * outcomes reflect an accident of the source rather than the market.
   */
  bounds: { least: 0.4, most: 2.5 },
  /**
   * The number of days for which published estimates are kept: the longest horizon, and a week for a run that came
   * late.
   */
  rememberedDays: 97,
} as const;

/** How many published intervals came due, and where the outcomes fell. */
export interface Tally {
  readonly below: number;
  readonly within: number;
  readonly above: number;
}

/** A place for each kind and horizon, in the order of the two lists. */
export const CELLS = EXPECTATION_KINDS.flatMap((kind) => HORIZON_DAYS.map((horizon) => ({ kind, horizon })));

export function cellOf(kind: ExpectationKind, horizon: HorizonDays): number {
  return EXPECTATION_KINDS.indexOf(kind) * HORIZON_DAYS.length + HORIZON_DAYS.indexOf(horizon);
}

/** What the own outcomes have taught, and how the intervals that were published have held. */
export interface Calibration {
  /** The last day whose outcomes are counted (days since 1970-01-01), 0 for none. */
  readonly lastDay: number;
  /** Scores of all outcomes, by cell. */
  readonly scores: readonly ScoreCounts[];
  /** The reach that was published, by day and then by cell. */
  readonly published: ReadonlyMap<number, readonly IntervalReach[]>;
  /** Of the intervals that were published, by cell. */
  readonly tallies: readonly Tally[];
  /** The first day on which intervals were published, 0 for none. */
  readonly sinceDay: number;
  /** Plans that have not come due. */
  readonly plans: readonly MadePlan[];
  /** Of the plans that have, by horizon and risk level. */
  readonly planTallies: readonly PlanTally[];
}

export const NO_CALIBRATION: Calibration = {
  lastDay: 0,
  scores: CELLS.map(() => new Uint32Array(SCORE_BINS)),
  published: new Map(),
  tallies: CELLS.map(() => ({ below: 0, within: 0, above: 0 })),
  sinceDay: 0,
  plans: [],
  planTallies: NO_PLAN_TALLIES,
};

/** The reach of every cell: that of the own outcomes, drawn towards the fixed one by its weight. */
export function reachesOf({ scores }: Pick<Calibration, 'scores'>): IntervalReach[] {
  return CELLS.map(({ horizon }, cell) => reachFrom(scores[cell] ?? new Uint32Array(), horizon));
}

function reachFrom(counts: ScoreCounts, horizon: HorizonDays): IntervalReach {
  const { tail, fixedWeight, bounds } = CALIBRATION_TABLE;
  const fixed = EXPECTATION_TABLE.horizons[horizon].reach;
  const outcomes = countOf(counts);
  const drawn = (own: number, to: number) => {
    const reach = outcomes === 0 ? to : (outcomes * own + fixedWeight * to) / (outcomes + fixedWeight);
    return Math.min(bounds.most * to, Math.max(bounds.least * to, reach));
  };
  return {
    down: drawn(-scoreQuantile(counts, tail), fixed.down),
    up: drawn(scoreQuantile(counts, 1 - tail), fixed.up),
  };
}

/** Looks up the reach of a kind and horizon among those of all cells. */
export function reachReader(reaches: readonly IntervalReach[]): IntervalReachOf {
  return (kind, horizon) => reaches[cellOf(kind, horizon)] ?? EXPECTATION_TABLE.horizons[horizon].reach;
}
