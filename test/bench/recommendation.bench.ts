import { parseArgs } from 'node:util';
import { backtest, type Outcome, type Policy, RISK_LEVELS } from './support/backtest.ts';
import { sampleHistory } from './support/sample-history.ts';

/**
 * What following the recommender would have realised in the sample market, beside two plain rules. Every decision
 * sees only the days up to its own; what follows is then read off the history, day by day.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '2000' },
    seeds: { type: 'string', default: '1,2,3' },
    amount: { type: 'string', default: '100000' },
  },
});

const POLICIES: readonly (readonly [Policy, string])[] = [
  ['recommended', 'recommended'],
  ['highest', 'highest APY'],
  ['highest_within_risk', 'highest APY within risk'],
  ['market', 'TVL-weighted average'],
];
const HORIZONS = [30, 90] as const;
const DECISIONS = { firstDay: 120, everyDays: 7 } as const;

/** The value below which the given part of the sorted values lies. */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

function row(outcomes: readonly Outcome[], figure: 'kept' | 'reported'): { median: number; worst: number } {
  const sorted = outcomes.map((outcome) => outcome[figure]).sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), worst: quantile(sorted, 0.1) };
}

const amountUsd = Number(values.amount);
const histories = await Promise.all(
  values.seeds
    .split(',')
    .map((seed) => sampleHistory({ size: Number(values.size), seed: Number(seed), days: 700 })),
);
console.log(
  `Placing ${amountUsd.toLocaleString('en')} USD in ${histories.length} sample markets of ${values.size} strategies. ` +
    'Annualised percent over the horizon.\n' +
    'kept: after 30% lost on selling rewards and dilution by the own deposit. reported: APYs as the protocols report.\n',
);
console.log(
  'horizon  risk    policy                     starts   kept median  worst decile   reported median  worst decile',
);
for (const horizonDays of HORIZONS) {
  for (const riskLevel of RISK_LEVELS) {
    for (const [policy, label] of POLICIES) {
      const outcomes = histories.flatMap((history) =>
        backtest(history, { policy, riskLevel, horizonDays, amountUsd, ...DECISIONS }),
      );
      const [kept, reported] = [row(outcomes, 'kept'), row(outcomes, 'reported')];
      const cell = (value: number, width: number) => value.toFixed(2).padStart(width);
      console.log(
        `${`${horizonDays} d`.padEnd(8)} ${riskLevel.padEnd(7)} ${label.padEnd(26)} ${String(outcomes.length).padStart(6)}` +
          `${cell(kept.median, 14)}${cell(kept.worst, 14)}${cell(reported.median, 18)}${cell(reported.worst, 14)}`,
      );
    }
  }
}
