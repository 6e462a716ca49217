import { RISK_LEVELS } from '../../../shared/strategies/contract/strategy.ts';
import { ESTIMATORS, type ExpectationReport, INTERVALS } from './expectations.ts';
import type { Goal } from './goals.ts';
import { type PlanReport, RULES } from './plans.ts';
import type { Report } from './report.ts';
import type { RiskReport } from './risks.ts';

const figure = (value: number, decimals = 3) => (Number.isFinite(value) ? value.toFixed(decimals) : '-');
const percent = (value: number) => (Number.isFinite(value) ? `${(100 * value).toFixed(1)}%` : '-');

/** A table as text: so many first columns to the left, the others to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[], labels = 1): string {
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

/** The report of a recording as text. */
export function reportText(report: Report): string {
  return [
    guardText(report),
    levelText(report),
    expectationText(report.expectations),
    planText(report.plans),
    riskText(report.risks),
  ].join('\n\n');
}

/** The goals of the sets as text, one line each. */
export function goalsText(goals: readonly Goal[]): string {
  const rows = goals.map(({ set, goal, figure: value, bound, holds }) => [
    set,
    goal,
    figure(value),
    bound,
    holds === undefined ? 'too few cases to judge' : holds ? 'holds' : 'DOES NOT HOLD',
  ]);
  return table(['set', 'goal', 'figure', 'required', ''], rows, 2);
}

function guardText({ guard }: Report): string {
  const { confirmed, takenBack, open, spikes, published } = guard;
  const share = confirmed === 0 ? 0 : confirmed / (confirmed + takenBack);
  return (
    `Suspicious values that were not published at once: the next value confirmed ${confirmed} (${percent(share)}) and did ` +
    `not confirm ${takenBack}; ${open} have no next value. Spikes of a single value: ${spikes}, of which ${published} were published.`
  );
}

function levelText({ levels: { days, knownTvl } }: Report): string {
  return (
    `Days that strategies spent at each risk level: ${days.low} low, ${days.medium} medium, ${days.high} high. ` +
    `After the first month, strategies with a known risk level hold ${percent(knownTvl)} of the TVL.`
  );
}

function expectationText(reports: readonly ExpectationReport[]): string {
  const errors = reports.flatMap(({ horizon, series, cases, errors: by }) =>
    ESTIMATORS.map((name) => [
      `${horizon}d ${series} ${name}`,
      String(cases),
      figure(by[name].mae, 4),
      figure(by[name].bias),
      figure(by[name].rank),
    ]),
  );
  const coverage = reports.flatMap(({ horizon, series, coverage: by }) =>
    INTERVALS.map((name) => [
      `${horizon}d ${series} ${name}`,
      percent(by[name].inside),
      figure(by[name].width),
      figure(by[name].winkler),
    ]),
  );
  return [
    'Error of the expected APY: ln(1 + expected APY) less ln(1 + actual APY), both in percent. At 5%, 0.1 is about 0.6 points:',
    table(['', 'cases', 'MAE', 'bias', 'rank'], errors),
    '',
    'Forecast range that should contain 80% of the results: share inside, width and Winkler score (smaller is better):',
    table(['', 'inside', 'width', 'Winkler'], coverage),
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
        ...both(({ median }) => figure(median, 2)),
        ...both(({ worstDecile }) => figure(worstDecile, 2)),
        ...both(({ mae }) => figure(mae, 2)),
        ...both(({ meanReached }) => percent(meanReached)),
        ...(rule === 'plan' ? both(({ lowReached }) => percent(lowReached)) : ['', '']),
        percent(raw.turnover),
      ];
    }),
  );
  const columns = ['median', 'worst 10%', 'MAE', 'mean reached', 'low reached'];
  const head = ['', 'starts', 'apart', ...columns.flatMap((name) => [`${name} raw`, 'cleaned']), 'turnover'];
  return [
    'Realized APY in percent of plans for 10,000 USD. A plan starts each week. "raw" is the APY as recorded, "cleaned" the APY\n' +
      'without spikes. "starts" counts the plans, "apart" those whose periods do not overlap:',
    table(head, rows),
  ].join('\n');
}

function riskText(reports: readonly RiskReport[]): string {
  const names = Object.keys(reports[0]?.auc ?? {});
  const rows = reports.map(({ event, cases, happened, pools, auc, share, firstDayShare }) => [
    event,
    String(cases),
    String(happened),
    String(pools),
    ...RISK_LEVELS.map((level) => percent(share[level])),
    ...RISK_LEVELS.map((level) => percent(firstDayShare[level])),
    ...names.map((name) => figure(auc[name] ?? Number.NaN, 2)),
  ]);
  return [
    'Bad events within 30 days. "low", "medium" and "high": share of strategies at this risk level that had the event. "1st":\n' +
      'the same with risk levels that ignore the history, as on the first day. Last columns: how well the risk score, its parts\n' +
      'and factors predict the event, as area under the ROC curve (0.5 is chance, 1 is perfect):',
    table(
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
