import type { AllocationReport } from './allocations.ts';
import type { ExpectationReport } from './expectations.ts';
import { SERIES_KINDS, type SeriesKind } from './market-replay.ts';
import type { BacktestReport } from './report.ts';
import { mean } from './statistics.ts';

/**
 * A goal for the risk and yield estimates, with the measured `figure`. `set` is the name of the evaluated recording.
 */
export interface Goal {
  readonly set: string;
  readonly goal: string;
  readonly figure: number;
  /** The required value or range, as text for the output table. */
  readonly bound: string;
  /** Whether the measured figure meets the goal; undefined when there are too few cases. */
  readonly holds: boolean | undefined;
}

/**
 * Bounds for the figures of a backtest. `pooled` applies to all recordings together, `each` to every single recording.
 */
const GOAL_BOUNDS = {
  coverage: { pooled: [0.76, 0.84], each: [0.7, 0.92] },
  /**
   * Maximum ratio of two mean absolute errors: the forecast's error, divided by the error of the best simple estimator.
   */
  errorOverBest: 1.05,
  plans: {
    pooled: { mean: [0.45, 0.55], low: [0.8, 0.9] },
    each: { mean: [0.35, 1], low: [0.75, 1] },
  },
  auc: { 'TVL falls by half': 0.7, vanishes: 0.68, '97% is borrowed': 0.7 },
  /** Minimum fraction of the TVL, over all recordings, in strategies whose risk level is based on sufficient data. */
  knownTvl: 0.95,
  /**
   * Minimum fraction of the days on which large, established markets have low risk. It is below 1, because an
   * unusually high APY raises the risk level.
   */
  provenLow: 0.99,
  spikesPublished: 40,
} as const;

/** Output names of the two APY series. */
const SERIES_NAMES: Readonly<Record<SeriesKind, string>> = {
  raw: 'data as recorded',
  cleaned: 'data without spikes',
};

/** Names of the risk scores in the output. */
const PREDICTOR_NAMES = {
  exit: 'the part "exit" of the risk score (how hard it is to withdraw)',
  'weighted parts': 'the risk score',
} as const;

/**
 * Minimum number of forecasts (`cases`), of start days of allocations (`starts`), and of pools in which an event
 * happened. A goal with fewer samples is not checked.
 */
const MIN_SAMPLE_SIZES = {
  cases: 100,
  starts: 20,
  'TVL falls by half': 20,
  vanishes: 50,
  '97% is borrowed': 10,
} as const;

export function checkGoals(reports: readonly BacktestReport[], combinedReport: BacktestReport): Goal[] {
  const each = reports.flatMap((report) => checkReportGoals(report, false));
  return [
    ...each,
    ...checkReportGoals(combinedReport, true),
    ...checkAverageErrors(reports, combinedReport.name),
  ];
}

function checkReportGoals(report: BacktestReport, isCombinedReport: boolean): Goal[] {
  const coverageRange = isCombinedReport ? GOAL_BOUNDS.coverage.pooled : GOAL_BOUNDS.coverage.each;
  const goals = [
    ...report.expectations.flatMap((each) => checkExpectationGoals(each, coverageRange, isCombinedReport)),
    ...report.plans.flatMap((plan) => checkAllocationGoals(plan, isCombinedReport)),
    ...checkRiskGoals(report),
    ...checkRiskLevelGoals(report, isCombinedReport),
    ...checkSpikeGuardGoals(report),
  ];
  return goals.map((goal) => ({ set: report.name, ...goal }));
}

type GoalWithoutDataSet = Omit<Goal, 'set'>;

const checkMaximumGoal = (
  goal: string,
  figure: number,
  maxFigure: number,
  hasEnoughCases: boolean,
): GoalWithoutDataSet => ({
  goal,
  figure,
  bound: `<= ${Number(maxFigure.toFixed(4))}`,
  holds: hasEnoughCases ? figure <= maxFigure : undefined,
});

const checkMinimumGoal = (
  goal: string,
  figure: number,
  minimum: number,
  hasEnoughCases: boolean,
): GoalWithoutDataSet => ({
  goal,
  figure,
  bound: `>= ${Number(minimum.toFixed(4))}`,
  holds: hasEnoughCases ? figure >= minimum : undefined,
});

const checkBetweenBounds = (
  goal: string,
  figure: number,
  [lowerBound, upperBound]: readonly [number, number],
  hasEnoughCases: boolean,
): GoalWithoutDataSet => ({
  goal,
  figure,
  bound: `${lowerBound} to ${upperBound}`,
  holds: hasEnoughCases ? figure >= lowerBound && figure <= upperBound : undefined,
});

function checkExpectationGoals(
  report: ExpectationReport,
  coverageRange: readonly [number, number],
  isCombinedReport: boolean,
): GoalWithoutDataSet[] {
  const { horizon, series, cases, errors, coverage: by } = report;
  const hasEnoughCases = cases >= MIN_SAMPLE_SIZES.cases;
  const { expected, ...others } = errors;
  const best = Math.min(...Object.values(others).map(({ mae }) => mae));
  const seriesName = SERIES_NAMES[series];
  return [
    // A single recording has too few separate 90-day periods for this check.
    checkBetweenBounds(
      `Forecasts over ${horizon} days (${seriesName}): share of results inside the forecast range`,
      by.expected.inside,
      coverageRange,
      hasEnoughCases && (isCombinedReport || horizon !== 90),
    ),
    checkMaximumGoal(
      `Forecasts over ${horizon} days (${seriesName}): Winkler score (a penalty, lower is better)`,
      by.expected.winkler,
      Math.min(by['fixed formula'].winkler, by['1.28 sigma'].winkler),
      hasEnoughCases,
    ),
    checkMaximumGoal(
      `Forecasts over ${horizon} days (${seriesName}): relative error of the expected APY`,
      expected.mae / best,
      GOAL_BOUNDS.errorOverBest,
      hasEnoughCases,
    ),
  ];
}

/**
 * Checks the mean error of the expected APY over all recordings. It must not exceed the mean error of the best simple
 * estimator.
 */
function checkAverageErrors(recordingReports: readonly BacktestReport[], set: string): Goal[] {
  const expectationReports = recordingReports.flatMap(({ expectations }) =>
    expectations.filter(({ cases, series }) => series === 'raw' && cases >= MIN_SAMPLE_SIZES.cases),
  );
  const [first] = expectationReports;
  if (first === undefined) return [];
  const { expected: _, ...others } = first.errors;
  const averageErrorOf = (name: keyof typeof first.errors) =>
    mean(expectationReports.map(({ errors }) => errors[name].mae));
  const simpleEstimatorErrors: number[] = [];
  for (const name in others) {
    if (isKeyOf(name, others)) simpleEstimatorErrors.push(averageErrorOf(name));
  }
  const best = Math.min(...simpleEstimatorErrors);
  return [
    {
      set,
      ...checkMaximumGoal(
        'Forecasts: mean absolute error of the expected APY, averaged over all data sets and horizons',
        averageErrorOf('expected'),
        best,
        true,
      ),
    },
  ];
}

function isKeyOf<T extends object>(name: string, keyedObject: T): name is Extract<keyof T, string> {
  return Object.hasOwn(keyedObject, name);
}

/**
 * Checks the allocation goals. For a single recording, the APY goals are checked only if at least
 * MIN_SAMPLE_SIZES.starts allocations have periods that do not overlap.
 */
function checkAllocationGoals(
  { horizon, level, rules }: AllocationReport,
  isCombinedReport: boolean,
): GoalWithoutDataSet[] {
  const { plan, 'simple rule': simple } = rules;
  const frozenApyGoal = checkMaximumGoal(
    `Allocations for ${horizon} days at risk level ${level}: number of chosen strategies that have a frozen APY`,
    plan.raw.frozen,
    0,
    true,
  );
  const isEvaluatedLevel = isCombinedReport ? level === 'all' : level !== 'all';
  if (!isEvaluatedLevel) return [frozenApyGoal];
  const hasEnoughStarts = isCombinedReport
    ? plan.raw.starts >= MIN_SAMPLE_SIZES.starts
    : plan.raw.apart >= MIN_SAMPLE_SIZES.starts;
  const { mean: means, low: lows } = isCombinedReport ? GOAL_BOUNDS.plans.pooled : GOAL_BOUNDS.plans.each;
  return [
    frozenApyGoal,
    ...SERIES_KINDS.flatMap((seriesKind) => [
      checkBetweenBounds(
        `Allocations for ${horizon} days at risk level ${level} (${SERIES_NAMES[seriesKind]}): fraction of allocations whose realized APY reached the expected APY`,
        plan[seriesKind].meanReached,
        means,
        hasEnoughStarts,
      ),
      checkBetweenBounds(
        `Allocations for ${horizon} days at risk level ${level} (${SERIES_NAMES[seriesKind]}): fraction of allocations whose realized APY reached the lower bound of the expected APY`,
        plan[seriesKind].lowReached,
        lows,
        hasEnoughStarts,
      ),
    ]),
    ...(isCombinedReport
      ? [
          checkMaximumGoal(
            `Allocations for ${horizon} days at risk level ${level}: mean absolute error of the expected APY`,
            plan.raw.mae,
            simple.raw.mae,
            hasEnoughStarts,
          ),
          checkMinimumGoal(
            `Allocations for ${horizon} days at risk level ${level}: median realized APY`,
            plan.raw.median,
            simple.raw.median,
            hasEnoughStarts,
          ),
        ]
      : []),
  ];
}

function checkRiskGoals({ risks }: BacktestReport): GoalWithoutDataSet[] {
  return risks.flatMap(({ event, cases, pools, auc, share, firstDayShare }) => {
    if (event === 'APY falls by half' || cases === 0) return [];
    const hasEnoughPools = pools >= MIN_SAMPLE_SIZES[event];
    // Use a score without risk floors (minimum scores), because the floors give many pools the same score.
    const predictor = event === '97% is borrowed' ? 'exit' : 'weighted parts';
    const predictorName = PREDICTOR_NAMES[predictor];
    const goals = [
      checkMinimumGoal(
        `How well ${predictorName} predicts the event "${event}" (area under the ROC curve)`,
        auc[predictor] ?? Number.NaN,
        GOAL_BOUNDS.auc[event],
        hasEnoughPools,
      ),
    ];
    if (event !== 'TVL falls by half') return goals;
    return [
      ...goals,
      checkMaximumGoal(
        'Share of low-risk strategies whose TVL falls by half (required: at most the same share among medium-risk strategies)',
        share.low,
        share.medium,
        hasEnoughPools,
      ),
      checkMaximumGoal(
        'Share of medium-risk strategies whose TVL falls by half (required: at most the share among high-risk strategies)',
        share.medium,
        share.high,
        hasEnoughPools,
      ),
      checkMaximumGoal(
        'With the risk levels of a new deployment without history: share of medium-risk strategies whose TVL falls by half (required: at most the same share among high-risk strategies)',
        firstDayShare.medium,
        firstDayShare.high,
        hasEnoughPools,
      ),
    ];
  });
}

function checkRiskLevelGoals({ levels }: BacktestReport, isPooled: boolean): GoalWithoutDataSet[] {
  const { tinyBelowHigh, unprovenLow, proven, provenLow, knownTvl, tvlFractionWithVolatility } = levels;
  const isTvlFractionKnown = !Number.isNaN(knownTvl);
  return [
    checkMaximumGoal(
      'Number of days on which a strategy with a TVL under 100,000 USD had low or medium risk',
      tinyBelowHigh,
      0,
      true,
    ),
    checkMaximumGoal(
      'Number of days on which a strategy with a TVL under 1 million USD or a history under 30 days had low risk',
      unprovenLow,
      0,
      true,
    ),
    checkMinimumGoal(
      'Share of days on which large markets of Aave, Compound, Spark and Sky (TVL over 100 million USD) had low risk',
      provenLow / proven,
      GOAL_BOUNDS.provenLow,
      proven > 0,
    ),
    ...(isTvlFractionKnown
      ? [
          checkMinimumGoal(
            'Share of TVL in strategies with a known risk level (required: at least the share of TVL in strategies with a known volatility)',
            knownTvl,
            tvlFractionWithVolatility,
            true,
          ),
        ]
      : []),
    ...(isPooled
      ? [
          checkMinimumGoal(
            'Share of TVL in strategies with a known risk level, after the first month of the data',
            knownTvl,
            GOAL_BOUNDS.knownTvl,
            isTvlFractionKnown,
          ),
        ]
      : []),
  ];
}

function checkSpikeGuardGoals({ guard }: BacktestReport): GoalWithoutDataSet[] {
  return [
    checkMaximumGoal(
      'Number of published APY spikes (a large rise that is gone in the next recorded value)',
      guard.published,
      GOAL_BOUNDS.spikesPublished,
      guard.spikes > 0,
    ),
  ];
}
