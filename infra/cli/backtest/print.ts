import { RISK_LEVELS } from '../../../shared/strategies/contract/strategy.ts';
import { ESTIMATORS, type ExpectationReport, INTERVALS } from './expectations.ts';
import type { Goal } from './goals.ts';
import { type PlanReport, RULES } from './plans.ts';
import type { Report } from './report.ts';
import type { RiskReport } from './risks.ts';

const formatFigure = (value: number, decimals = 3) =>
  Number.isFinite(value) ? value.toFixed(decimals) : '-';
const formatPercent = (value: number) => (Number.isFinite(value) ? `${(100 * value).toFixed(1)}%` : '-');

/** Formats a table as text. The first `labels` columns are left-aligned, the others right-aligned. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[], labels = 1): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column < labels ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [head, ...rows].map(line).join('\n');
}

/** Formats the report of a recording as text. */
export function reportText(report: Report): string {
  return [
    guardText(report),
    levelText(report),
    expectationText(report.expectations),
    planText(report.plans),
    riskText(report.risks),
  ].join('\n\n');
}

/** Formats the goals as text, one line each. */
export function goalsText(goals: readonly Goal[]): string {
  const rows = goals.map(({ set, goal, figure: value, bound, holds }) => [
    set,
    goal,
    formatFigure(value),
    bound,
    holds === undefined ? 'too few cases to judge' : holds ? 'holds' : 'DOES NOT HOLD',
  ]);
  return formatTable(['set', 'goal', 'figure', 'required', ''], rows, 2);
}

function guardText({ guard }: Report): string {
  const { confirmed, takenBack, open, spikes, published } = guard;
  const share = confirmed === 0 ? 0 : confirmed / (confirmed + takenBack);
  return (
    `Suspicious values that were not published at once: the next value confirmed ${confirmed} (${formatPercent(share)}) and did ` +
    `not confirm ${takenBack}; ${open} have no next value. Spikes of a single value: ${spikes}, of which ${published} were published.`
  );
}

function levelText({ levels: { days, knownTvl } }: Report): string {
  return (
    `Days that strategies spent at each risk level: ${days.low} low, ${days.medium} medium, ${days.high} high. ` +
    `After the first month, strategies with a known risk level hold ${formatPercent(knownTvl)} of the TVL.`
  );
}

function expectationText(reports: readonly ExpectationReport[]): string {
  const errors = reports.flatMap(({ horizon, series, cases, errors: by }) =>
    ESTIMATORS.map((name) => [
      `${horizon}d ${series} ${name}`,
      String(cases),
      formatFigure(by[name].mae, 4),
      formatFigure(by[name].bias),
      formatFigure(by[name].rank),
    ]),
  );
  const coverage = reports.flatMap(({ horizon, series, coverage: by }) =>
    INTERVALS.map((name) => [
      `${horizon}d ${series} ${name}`,
      formatPercent(by[name].inside),
      formatFigure(by[name].width),
      formatFigure(by[name].winkler),
    ]),
  );
  return [
    'Error of the expected APY: ln(1 + expected APY) less ln(1 + actual APY), both in percent. At 5%, 0.1 is about 0.6 points:',
    formatTable(['', 'cases', 'MAE', 'bias', 'rank'], errors),
    '',
    'Forecast range that should contain 80% of the results: share inside, width and Winkler score (smaller is better):',
    formatTable(['', 'inside', 'width', 'Winkler'], coverage),
  ].join('\n');
}

function planText(reports: readonly PlanReport[]): string {
  if (reports.length === 0) return 'Plans: none, because no strategy accepted 10,000 USD on any start date.';
  const rows = reports.flatMap(({ horizon, level, rules }) =>
    RULES.map((rule) => {
      const { raw, cleaned } = rules[rule];
      const both = (of: (report: typeof raw) => string) => [of(raw), of(cleaned)];
      return [
        `${horizon}d ${level} ${rule}`,
        String(raw.starts),
        String(raw.apart),
        ...both(({ median }) => formatFigure(median, 2)),
        ...both(({ worstDecile }) => formatFigure(worstDecile, 2)),
        ...both(({ mae }) => formatFigure(mae, 2)),
        ...both(({ meanReached }) => formatPercent(meanReached)),
        ...(rule === 'plan' ? both(({ lowReached }) => formatPercent(lowReached)) : ['', '']),
        formatPercent(raw.turnover),
      ];
    }),
  );
  const columns = ['median', 'worst 10%', 'MAE', 'mean reached', 'low reached'];
  const head = ['', 'starts', 'apart', ...columns.flatMap((name) => [`${name} raw`, 'cleaned']), 'turnover'];
  return [
    'Realized APY in percent of plans for 10,000 USD. A plan starts each week. "raw" is the APY as recorded, "cleaned" the APY\n' +
      'without spikes. "starts" counts the plans, "apart" those whose periods do not overlap:',
    formatTable(head, rows),
  ].join('\n');
}

function riskText(reports: readonly RiskReport[]): string {
  const names = Object.keys(reports[0]?.auc ?? {});
  const rows = reports.map(({ event, cases, happened, pools, auc, share, firstDayShare }) => [
    event,
    String(cases),
    String(happened),
    String(pools),
    ...RISK_LEVELS.map((level) => formatPercent(share[level])),
    ...RISK_LEVELS.map((level) => formatPercent(firstDayShare[level])),
    ...names.map((name) => formatFigure(auc[name] ?? Number.NaN, 2)),
  ]);
  return [
    'Bad events within 30 days. "low", "medium" and "high": share of strategies at this risk level that had the event. "1st":\n' +
      'the same with risk levels that ignore the history, as on the first day. Last columns: how well the risk score, its parts\n' +
      'and factors predict the event, as area under the ROC curve (0.5 is chance, 1 is perfect):',
    formatTable(
      [
        '',
        'cases',
        'happened',
        'pools',
        ...RISK_LEVELS,
        ...RISK_LEVELS.map((level) => `1st ${level}`),
        ...names,
      ],
      rows,
    ),
  ].join('\n');
}
