import { RISK_LEVELS } from '../../../shared/strategies/contract/strategy.ts';
import { ALLOCATION_RULES, type AllocationReport } from './allocations.ts';
import { ESTIMATORS, type ExpectationReport, INTERVAL_KINDS } from './expectations.ts';
import type { Goal } from './goals.ts';
import type { BacktestReport } from './report.ts';
import type { RiskReport } from './risks.ts';

const formatFigure = (value: number, decimals = 3) =>
  Number.isFinite(value) ? value.toFixed(decimals) : '-';
const formatPercent = (value: number) => (Number.isFinite(value) ? `${(100 * value).toFixed(1)}%` : '-');

/** Formats a table as text. The first `labelColumnCount` columns are left-aligned, the others right-aligned. */
function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  labelColumnCount = 1,
): string {
  const columnWidths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column < labelColumnCount
          ? cell.padEnd(columnWidths[column] ?? 0)
          : cell.padStart(columnWidths[column] ?? 0),
      )
      .join('  ');
  return [head, ...rows].map(line).join('\n');
}

export function formatReport(report: BacktestReport): string {
  return [
    formatSpikeGuard(report),
    formatRiskLevels(report),
    formatExpectations(report.expectations),
    formatAllocations(report.plans),
    formatRiskReports(report.risks),
  ].join('\n\n');
}

const GOAL_TERM_DEFINITIONS = `Terms in the table of goals:
  Forecast range: from the lower to the upper bound of the expected APY. It should contain 80% of the results.
  Simple formula: another estimate of the APY, for comparison. One example is the mean APY of the last 30 days.
  Winkler score: a penalty for wide ranges and for results outside the range. Smaller is better. The
    required value is the score of the better of two simple formulas.
  Mean absolute error: the average difference between the expected APY and the actual APY.
  Relative error: mean absolute error of the expected APY, divided by the mean absolute error of the best simple formula.
  Required mean absolute error of forecasts: at most the error of the best simple formula.
  Simple allocation: one third of the amount in each of the three strategies with the best APY after costs.
  Required mean absolute error of allocations: at most the error of the simple allocation.
  Required median realized APY of allocations: at least the median of the simple allocation.
  Frozen APY: an APY that has not changed for 7 days and is over twice the APY of similar strategies. An APY that the source marks
    as an outlier also counts as frozen.
  Area under the ROC curve: how well a score predicts an event. 0.5 is chance, 1 is perfect.`;

export function formatGoals(goals: readonly Goal[]): string {
  const rows = goals.map(({ set, goal, figure: value, bound, holds }) => [
    set,
    goal,
    formatFigure(value),
    bound,
    holds === undefined ? 'too few cases' : holds ? 'holds' : 'DOES NOT HOLD',
  ]);
  return `${GOAL_TERM_DEFINITIONS}\n\n${formatTable(['data set', 'goal', 'measured', 'required', 'result'], rows, 2)}`;
}

function formatSpikeGuard({ guard }: BacktestReport): string {
  const { confirmed, unconfirmed, undecided, spikes, published } = guard;
  const confirmedFraction = confirmed === 0 ? 0 : confirmed / (confirmed + unconfirmed);
  return (
    'The service publishes a suspicious value only after the next value confirms it. ' +
    `Suspicious values: ${confirmed} confirmed (${formatPercent(confirmedFraction)} of the values that have a next value), ` +
    `${unconfirmed} not confirmed, ${undecided} without a next value. ` +
    `APY spikes that appear in a single value only: ${spikes}. The service published ${published} of them.`
  );
}

function formatRiskLevels({ levels: { days, knownTvl } }: BacktestReport): string {
  return (
    `Number of days at each risk level, summed over all strategies: ${days.low} low, ${days.medium} medium, ${days.high} high. ` +
    `After the first month, ${formatPercent(knownTvl)} of the TVL is in strategies with a known risk level.`
  );
}

function formatExpectations(reports: readonly ExpectationReport[]): string {
  const estimatorErrorRows = reports.flatMap(({ horizon, series, cases, errors: by }) =>
    ESTIMATORS.map((name) => [
      `${horizon}d ${series} ${name}`,
      String(cases),
      formatFigure(by[name].mae, 4),
      formatFigure(by[name].bias),
      formatFigure(by[name].rank),
    ]),
  );
  const coverageRows = reports.flatMap(({ horizon, series, coverage: by }) =>
    INTERVAL_KINDS.map((name) => [
      `${horizon}d ${series} ${name}`,
      formatPercent(by[name].inside),
      formatFigure(by[name].width),
      formatFigure(by[name].winkler),
    ]),
  );
  return [
    'Error of the expected APY: ln(1 + expected APY) - ln(1 + realized APY). In this formula, an APY of 5% is the number 5. At an APY of 5%, an error of\n' +
      '0.1 is about 0.6 percentage points:',
    formatTable(['days, data, estimator', 'cases', 'mean absolute', 'bias', 'rank'], estimatorErrorRows),
    '',
    'The forecast range should contain 80% of the results. "inside" is the share of results in this range. "Winkler" is a penalty for\n' +
      'wide ranges and for results outside the range. A smaller "Winkler" is better:',
    formatTable(['days, data, estimator', 'inside', 'width', 'Winkler'], coverageRows),
  ].join('\n');
}

function formatAllocations(reports: readonly AllocationReport[]): string {
  if (reports.length === 0)
    return 'Allocations: none. The recording is too short, or no strategy was suitable for 10,000 USD on any day.';
  const rows = reports.flatMap(({ horizon, level, rules }) =>
    ALLOCATION_RULES.map((rule) => {
      const { raw, cleaned } = rules[rule];
      const formatRawAndCleaned = (of: (report: typeof raw) => string) => [of(raw), of(cleaned)];
      return [
        `${horizon}d ${level} ${rule}`,
        String(raw.starts),
        String(raw.apart),
        ...formatRawAndCleaned(({ median }) => formatFigure(median, 2)),
        ...formatRawAndCleaned(({ worstDecile }) => formatFigure(worstDecile, 2)),
        ...formatRawAndCleaned(({ mae }) => formatFigure(mae, 2)),
        ...formatRawAndCleaned(({ meanReached }) => formatPercent(meanReached)),
        ...(rule === 'plan' ? formatRawAndCleaned(({ lowReached }) => formatPercent(lowReached)) : ['', '']),
        formatPercent(raw.turnover),
      ];
    }),
  );
  const columnNames = ['median', 'worst 10%', 'MAE', 'mean reached', 'low reached'];
  const head = [
    'days, level, rule',
    'starts',
    'apart',
    ...columnNames.flatMap((name) => [`${name} raw`, 'cleaned']),
    'turnover',
  ];
  return [
    'Realized APY, in percent, of allocations of 10,000 USD. A new allocation starts each week. "starts" is the number of allocations.\n' +
      '"apart" counts only allocations whose periods do not overlap. "raw" is the APY as recorded. "cleaned" is the APY without spikes:',
    formatTable(head, rows),
  ].join('\n');
}

function formatRiskReports(reports: readonly RiskReport[]): string {
  const predictorNames = Object.keys(reports[0]?.auc ?? {});
  const rows = reports.map(({ event, cases, happened, pools, auc, share, firstDayShare }) => [
    event,
    String(cases),
    String(happened),
    String(pools),
    ...RISK_LEVELS.map((level) => formatPercent(share[level])),
    ...RISK_LEVELS.map((level) => formatPercent(firstDayShare[level])),
    ...predictorNames.map((name) => formatFigure(auc[name] ?? Number.NaN, 2)),
  ]);
  return [
    'Each line shows one kind of bad event within 30 days. The columns "low", "medium" and "high" show the share of the strategies\n' +
      'at this risk level that had the event. The columns that start with "1st" show these shares for the risk levels\n' +
      'that a new deployment without history would publish. The other columns on the right show how well the risk score, its parts\n' +
      'and its factors predict the event. The value is the area under the ROC curve: 0.5 is no better than chance, 1 is perfect:',
    formatTable(
      [
        'event',
        'cases',
        'happened',
        'pools',
        ...RISK_LEVELS,
        ...RISK_LEVELS.map((level) => `1st ${level}`),
        ...predictorNames,
      ],
      rows,
    ),
  ].join('\n');
}
