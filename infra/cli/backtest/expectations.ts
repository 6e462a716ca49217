import { realizedApy } from '../../../shared/market/domain/calibration/outcomes.ts';
import { logApy } from '../../../shared/strategies/domain/expectation/log-apy.ts';
import {
  EXPECTATION_TABLE,
  HORIZON_DAYS,
  type HorizonDays,
} from '../../../shared/strategies/domain/expectation/table.ts';
import type { Published } from './past.ts';
import { mean, rankCorrelation, winkler } from './statistics.ts';
import { SERIES, type Series, type Walk } from './walk.ts';

/** One expectation and its outcome: values on the scale of ln(1 + APY%), and intervals from low to high. */
interface Case {
  readonly day: number;
  /** The realized mean of the series as recorded, and as the guard published it. */
  readonly realized: Readonly<Record<Series, number>>;
  readonly means: Readonly<Record<Estimator, number>>;
  readonly intervals: Readonly<Record<Interval, readonly [low: number, high: number]>>;
}

export const ESTIMATORS = ['expected', 'current', 'mean 7d', 'mean 30d', 'EWMA', 'fixed formula'] as const;
type Estimator = (typeof ESTIMATORS)[number];
export const INTERVALS = ['expected', 'fixed formula', '1.28 sigma'] as const;
type Interval = (typeof INTERVALS)[number];

/**
 * The errors of one estimator: mean absolute error and bias on ln(1 + APY%), and the rank correlation of a day's pools.
 */
interface Errors {
  readonly mae: number;
  readonly bias: number;
  readonly rank: number;
}

/** The results of one interval: the fraction of outcomes inside, its mean width and Winkler score, on ln(1 + APY%). */
interface Coverage {
  readonly inside: number;
  readonly width: number;
  readonly winkler: number;
}

export interface ExpectationReport {
  readonly horizon: HorizonDays;
  readonly series: Series;
  readonly cases: number;
  readonly errors: Readonly<Record<Estimator, Errors>>;
  readonly coverage: Readonly<Record<Interval, Coverage>>;
}

/** The weight of the newest day in the exponentially weighted mean that expectations are compared with. */
const EWMA_WEIGHT = 0.2;
/** The fixed formula's reach down and up, in spreads of at least 0.05. */
const FIXED_REACH = { 7: [1.05, 0.95], 30: [1.25, 1.15], 90: [1.9, 1.7] } as const;
const FIXED_SPREAD = 0.05;
/** Days of a pool's recording before its expectations are evaluated. */
const MIN_DAYS = 7;

/** Compares the published expectations of some walks with simple rules, by horizon. */
export function expectationReports(walks: readonly Walk[]): ExpectationReport[] {
  return HORIZON_DAYS.flatMap((horizon) => {
    const cases = walks.flatMap((each) => casesOf(each, horizon));
    if (cases.length === 0) return [];
    return SERIES.map((series) => {
      const errors = (estimator: Estimator) => errorsOf(cases, estimator, series);
      const coverage = (interval: Interval) => coverageOf(cases, interval, series);
      return {
        horizon,
        series,
        cases: cases.length,
        errors: {
          expected: errors('expected'),
          current: errors('current'),
          'mean 7d': errors('mean 7d'),
          'mean 30d': errors('mean 30d'),
          EWMA: errors('EWMA'),
          'fixed formula': errors('fixed formula'),
        },
        coverage: {
          expected: coverage('expected'),
          'fixed formula': coverage('fixed formula'),
          '1.28 sigma': coverage('1.28 sigma'),
        },
      };
    });
  });
}

function casesOf({ published, series, days }: Walk, horizon: HorizonDays): Case[] {
  const cases: Case[] = [];
  const smoothed = new Map([...series].map(([id, { apy }]) => [id, smooth(apy)]));
  for (let day = 0; day + horizon < days; day += 1) {
    for (const [id, each] of published[day] ?? []) {
      const { apy, raw } = series.get(id) ?? {};
      if (
        apy === undefined ||
        raw === undefined ||
        Number.isNaN(apy[day] ?? Number.NaN) ||
        each.track.days90 < MIN_DAYS
      )
        continue;
      const cleaned = logApy(realizedApy(apy, day, horizon));
      const recorded = logApy(realizedApy(raw, day, horizon));
      if (Number.isNaN(cleaned) || Number.isNaN(recorded)) continue;
      cases.push({
        day,
        ...caseOf(each, apy, day, horizon, smoothed.get(id)?.[day] ?? 0),
        realized: { raw: recorded, cleaned },
      });
    }
  }
  return cases;
}

function caseOf(
  { record, track }: Published,
  apy: Float32Array,
  day: number,
  horizon: HorizonDays,
  ewma: number,
): Pick<Case, 'means' | 'intervals'> {
  const { mean: expected, low80, high80 } = record.expected_apy[`${horizon}d`];
  const now = logApy(record.current_apy);
  const { weights } = EXPECTATION_TABLE.horizons[horizon];
  const fixed =
    weights.now * now +
    weights.mean7 * track.mean7 +
    weights.mean30 * track.mean30 +
    weights.mean90 * track.mean90;
  const sd = Number.isNaN(track.spread30) ? 0 : track.spread30;
  const spread = Math.hypot(sd, FIXED_SPREAD);
  const [down, up] = FIXED_REACH[horizon];
  return {
    means: {
      expected: logApy(expected),
      current: now,
      'mean 7d': logApy(meanOf(apy, day, 7)),
      'mean 30d': logApy(meanOf(apy, day, 30)),
      EWMA: logApy(ewma),
      'fixed formula': fixed,
    },
    intervals: {
      expected: [logApy(low80), logApy(high80)],
      'fixed formula': [fixed - down * spread, fixed + up * spread],
      '1.28 sigma': [fixed - 1.28 * sd, fixed + 1.28 * sd],
    },
  };
}

function meanOf(apy: Float32Array, day: number, days: number): number {
  return mean(
    [...apy.subarray(Math.max(0, day + 1 - days), day + 1)].filter((value) => !Number.isNaN(value)),
  );
}

function smooth(apy: Float32Array): Float64Array {
  let last = Number.NaN;
  return Float64Array.from(apy, (value) => {
    if (!Number.isNaN(value)) last = Number.isNaN(last) ? value : last + EWMA_WEIGHT * (value - last);
    return last;
  });
}

function errorsOf(cases: readonly Case[], estimator: Estimator, series: Series): Errors {
  const misses = cases.map(({ means, realized }) => means[estimator] - realized[series]);
  const correlations = [...Map.groupBy(cases, ({ day }) => day).values()]
    .filter((same) => same.length >= 5)
    .map((same) =>
      rankCorrelation(
        same.map(({ means }) => means[estimator]),
        same.map(({ realized }) => realized[series]),
      ),
    )
    .filter((value) => !Number.isNaN(value));
  return { mae: mean(misses.map(Math.abs)), bias: mean(misses), rank: mean(correlations) };
}

function coverageOf(cases: readonly Case[], interval: Interval, series: Series): Coverage {
  const isInside = ({ realized, intervals }: Case) =>
    realized[series] >= intervals[interval][0] && realized[series] <= intervals[interval][1];
  return {
    inside: cases.filter(isInside).length / cases.length,
    width: mean(cases.map(({ intervals }) => intervals[interval][1] - intervals[interval][0])),
    winkler: mean(cases.map(({ intervals, realized }) => winkler(...intervals[interval], realized[series]))),
  };
}
