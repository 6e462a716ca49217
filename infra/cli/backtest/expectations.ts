import { computeRealizedApy } from '../../../shared/market/domain/calibration/outcomes.ts';
import { toLogApy } from '../../../shared/strategies/domain/expectation/log-apy.ts';
import {
  FORECAST_CONSTANTS,
  HORIZON_DAYS,
  type HorizonDays,
} from '../../../shared/strategies/domain/expectation/table.ts';
import { type MarketReplay, SERIES_KINDS, type SeriesKind } from './market-replay.ts';
import type { PublishedStrategy } from './replayed-history.ts';
import { computeRankCorrelation, computeWinklerScore, mean } from './statistics.ts';

/** One forecast and the APY that was realized. All values are ln(1 + APY in percent). */
interface ForecastCase {
  readonly day: number;
  /** Realized mean APY after the forecast, from the recorded series (`raw`) and the published series (`cleaned`). */
  readonly realized: Readonly<Record<SeriesKind, number>>;
  readonly means: Readonly<Record<Estimator, number>>;
  readonly intervals: Readonly<Record<IntervalKind, readonly [low: number, high: number]>>;
}

export const ESTIMATORS = ['expected', 'current', 'mean 7d', 'mean 30d', 'EWMA', 'fixed formula'] as const;
type Estimator = (typeof ESTIMATORS)[number];
export const INTERVAL_KINDS = ['expected', 'fixed formula', '1.28 sigma'] as const;
type IntervalKind = (typeof INTERVAL_KINDS)[number];

/** Accuracy of the estimates of ln(1 + APY in percent): mean absolute error, bias, and mean daily rank correlation. */
interface EstimatorErrors {
  readonly mae: number;
  readonly bias: number;
  readonly rank: number;
}

/**
 * `inside`: fraction of realized values inside the forecast interval. `width` and `winkler`: mean width and mean
 * Winkler score of the interval.
 */
interface IntervalCoverage {
  readonly inside: number;
  readonly width: number;
  readonly winkler: number;
}

export interface ExpectationReport {
  readonly horizon: HorizonDays;
  readonly series: SeriesKind;
  readonly cases: number;
  readonly errors: Readonly<Record<Estimator, EstimatorErrors>>;
  readonly coverage: Readonly<Record<IntervalKind, IntervalCoverage>>;
}

/** Weight of the newest day in the exponentially weighted mean (estimator `EWMA`). */
const NEWEST_DAY_WEIGHT = 0.2;
/**
 * For the estimator `fixed formula`: distances from the mean APY to the lower and the upper bound of the interval, in
 * multiples of `fixedFormulaSpread`. The key is the horizon in days.
 */
const FIXED_FORMULA_REACH_BY_HORIZON = { 7: [1.05, 0.95], 30: [1.25, 1.15], 90: [1.9, 1.7] } as const;
const FIXED_FORMULA_BASE_SPREAD = 0.05;
/** Minimum number of recorded days of a pool before its forecasts are evaluated. */
const MIN_RECORDED_DAYS = 7;

/** Compares the published expected APY with simple estimators, for each horizon. */
export function buildExpectationReports(marketReplays: readonly MarketReplay[]): ExpectationReport[] {
  return HORIZON_DAYS.flatMap((horizon) => {
    const forecastCases = marketReplays.flatMap((marketReplay) =>
      collectForecastCases(marketReplay, horizon),
    );
    if (forecastCases.length === 0) return [];
    return SERIES_KINDS.map((seriesKind) => {
      const estimatorErrorsOf = (estimator: Estimator) =>
        computeEstimatorErrors(forecastCases, estimator, seriesKind);
      const coverageOf = (intervalKind: IntervalKind) =>
        computeIntervalCoverage(forecastCases, intervalKind, seriesKind);
      return {
        horizon,
        series: seriesKind,
        cases: forecastCases.length,
        errors: {
          expected: estimatorErrorsOf('expected'),
          current: estimatorErrorsOf('current'),
          'mean 7d': estimatorErrorsOf('mean 7d'),
          'mean 30d': estimatorErrorsOf('mean 30d'),
          EWMA: estimatorErrorsOf('EWMA'),
          'fixed formula': estimatorErrorsOf('fixed formula'),
        },
        coverage: {
          expected: coverageOf('expected'),
          'fixed formula': coverageOf('fixed formula'),
          '1.28 sigma': coverageOf('1.28 sigma'),
        },
      };
    });
  });
}

function collectForecastCases(
  { published, series, days }: MarketReplay,
  horizon: HorizonDays,
): ForecastCase[] {
  const forecastCases: ForecastCase[] = [];
  const smoothedApysById = new Map([...series].map(([id, { apy }]) => [id, smoothApys(apy)]));
  for (let day = 0; day + horizon < days; day += 1) {
    for (const [id, each] of published[day] ?? []) {
      const { apy, raw } = series.get(id) ?? {};
      if (
        apy === undefined ||
        raw === undefined ||
        Number.isNaN(apy[day] ?? Number.NaN) ||
        each.trackRecord.days90 < MIN_RECORDED_DAYS
      )
        continue;
      const cleanedLogApy = toLogApy(computeRealizedApy(apy, day, horizon));
      const recordedLogApy = toLogApy(computeRealizedApy(raw, day, horizon));
      if (Number.isNaN(cleanedLogApy) || Number.isNaN(recordedLogApy)) continue;
      forecastCases.push({
        day,
        ...buildForecastCase(each, apy, day, horizon, smoothedApysById.get(id)?.[day] ?? 0),
        realized: { raw: recordedLogApy, cleaned: cleanedLogApy },
      });
    }
  }
  return forecastCases;
}

function buildForecastCase(
  { record, trackRecord }: PublishedStrategy,
  apy: Float32Array,
  day: number,
  horizon: HorizonDays,
  ewma: number,
): Pick<ForecastCase, 'means' | 'intervals'> {
  const { mean: expected, low80, high80 } = record.expected_apy[`${horizon}d`];
  const now = toLogApy(record.current_apy);
  const { weights } = FORECAST_CONSTANTS.horizons[horizon];
  const fixedFormulaMean =
    weights.current * now +
    weights.mean7 * trackRecord.mean7 +
    weights.mean30 * trackRecord.mean30 +
    weights.mean90 * trackRecord.mean90;
  const sd = Number.isNaN(trackRecord.spread30) ? 0 : trackRecord.spread30;
  const fixedFormulaSpread = Math.hypot(sd, FIXED_FORMULA_BASE_SPREAD);
  const [down, up] = FIXED_FORMULA_REACH_BY_HORIZON[horizon];
  return {
    means: {
      expected: toLogApy(expected),
      current: now,
      'mean 7d': toLogApy(computeMeanApy(apy, day, 7)),
      'mean 30d': toLogApy(computeMeanApy(apy, day, 30)),
      EWMA: toLogApy(ewma),
      'fixed formula': fixedFormulaMean,
    },
    intervals: {
      expected: [toLogApy(low80), toLogApy(high80)],
      'fixed formula': [
        fixedFormulaMean - down * fixedFormulaSpread,
        fixedFormulaMean + up * fixedFormulaSpread,
      ],
      '1.28 sigma': [fixedFormulaMean - 1.28 * sd, fixedFormulaMean + 1.28 * sd],
    },
  };
}

function computeMeanApy(apy: Float32Array, day: number, days: number): number {
  return mean(
    [...apy.subarray(Math.max(0, day + 1 - days), day + 1)].filter((value) => !Number.isNaN(value)),
  );
}

function smoothApys(apy: Float32Array): Float64Array {
  let smoothedApy = Number.NaN;
  return Float64Array.from(apy, (value) => {
    if (!Number.isNaN(value))
      smoothedApy = Number.isNaN(smoothedApy)
        ? value
        : smoothedApy + NEWEST_DAY_WEIGHT * (value - smoothedApy);
    return smoothedApy;
  });
}

function computeEstimatorErrors(
  forecastCases: readonly ForecastCase[],
  estimator: Estimator,
  seriesKind: SeriesKind,
): EstimatorErrors {
  const predictionErrors = forecastCases.map(
    ({ means, realized }) => means[estimator] - realized[seriesKind],
  );
  const rankCorrelations = [...Map.groupBy(forecastCases, ({ day }) => day).values()]
    .filter((forecastsOfDay) => forecastsOfDay.length >= 5)
    .map((forecastsOfDay) =>
      computeRankCorrelation(
        forecastsOfDay.map(({ means }) => means[estimator]),
        forecastsOfDay.map(({ realized }) => realized[seriesKind]),
      ),
    )
    .filter((value) => !Number.isNaN(value));
  return {
    mae: mean(predictionErrors.map(Math.abs)),
    bias: mean(predictionErrors),
    rank: mean(rankCorrelations),
  };
}

function computeIntervalCoverage(
  forecastCases: readonly ForecastCase[],
  intervalKind: IntervalKind,
  seriesKind: SeriesKind,
): IntervalCoverage {
  const isInsideInterval = ({ realized, intervals }: ForecastCase) =>
    realized[seriesKind] >= intervals[intervalKind][0] && realized[seriesKind] <= intervals[intervalKind][1];
  return {
    inside: forecastCases.filter(isInsideInterval).length / forecastCases.length,
    width: mean(
      forecastCases.map(({ intervals }) => intervals[intervalKind][1] - intervals[intervalKind][0]),
    ),
    winkler: mean(
      forecastCases.map(({ intervals, realized }) =>
        computeWinklerScore(...intervals[intervalKind], realized[seriesKind]),
      ),
    ),
  };
}
