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

/** All that is said of a recording. */
export function reportText(report: Report): string {
  return [
    guardText(report),
    levelText(report),
    expectationText(report.expectations),
    planText(report.plans),
    riskText(report.risks),
  ].join('\n\n');
}

/** How the sets stand to the goals, one line each. */
export function goalsText(goals: readonly Goal[]): string {
  const rows = goals.map(({ set, goal, figure: value, bound, holds }) => [
    set,
    goal,
    figure(value),
    bound,
    holds === undefined ? 'too few to tell' : holds ? 'holds' : 'DOES NOT HOLD',
  ]);
  return table(['set', 'goal', 'figure', 'is to be', ''], rows, 2);
}

function guardText({ guard }: Report): string {
  const { confirmed, takenBack, open, spikes, published } = guard;
  const falseHolds = confirmed === 0 ? 0 : confirmed / (confirmed + takenBack);
  return (
    `Held readings: ${confirmed} confirmed by the next one (${percent(falseHolds)} false holds), ${takenBack} taken ` +
    `back, ${open} open. Spikes of one reading: ${spikes}, ${published} published.`
  );
}

function levelText({ levels: { days } }: Report): string {
  return `Days of pools by risk level: ${days.low} low, ${days.medium} medium, ${days.high} high.`;
}

function expectationText(reports: readonly ExpectationReport[]): string {
  const errors = reports.flatMap(({ horizon, cases, errors: by }) =>
    ESTIMATORS.map((name) => [
      `${horizon}d ${name}`,
      String(cases),
      figure(by[name].mae, 4),
      figure(by[name].bias),
      figure(by[name].rank),
    ]),
  );
  const coverage = reports.flatMap(({ horizon, coverage: by }) =>
    INTERVALS.map((name) => [
      `${horizon}d ${name}`,
      percent(by[name].inside),
      figure(by[name].width),
      figure(by[name].winkler),
    ]),
  );
  return [
    'Error of the expectation, on ln(1 + APY%):',
    table(['', 'cases', 'MAE', 'bias', 'rank'], errors),
    '',
    '80% interval, on ln(1 + APY%):',
    table(['', 'inside', 'width', 'Winkler'], coverage),
  ].join('\n');
}

function planText(reports: readonly PlanReport[]): string {
  if (reports.length === 0) return 'Plans: no start found anything to place 10,000 USD with.';
  const rows = reports.flatMap(({ horizon, level, rules }) =>
    RULES.map((rule) => {
      const { starts, median, worstDecile, promiseGap, promiseKept, lowKept, turnover } = rules[rule];
      return [
        `${horizon}d ${level} ${rule}`,
        String(starts),
        figure(median, 2),
        figure(worstDecile, 2),
        figure(promiseGap, 2),
        percent(promiseKept),
        rule === 'plan' ? percent(lowKept) : '',
        percent(turnover),
      ];
    }),
  );
  const head = ['', 'starts', 'median', 'worst 10%', 'gap p90', 'promise kept', 'low80 kept', 'turnover'];
  return ['Plans for 10,000 USD, one start a week, realized APY in percent:', table(head, rows)].join('\n');
}

function riskText(reports: readonly RiskReport[]): string {
  const names = Object.keys(reports[0]?.auc ?? {});
  const rows = reports.map(({ event, cases, happened, pools, auc, share }) => [
    event,
    String(cases),
    String(happened),
    String(pools),
    ...RISK_LEVELS.map((level) => percent(share[level])),
    ...names.map((name) => figure(auc[name] ?? Number.NaN, 2)),
  ]);
  return [
    'What happens within 30 days, how often at each level, and the AUC of the risk score and its factors:',
    table(['', 'cases', 'happened', 'pools', ...RISK_LEVELS, ...names], rows),
  ].join('\n');
}
