import type { ExpectationReport } from './expectations.ts';
import type { PlanReport } from './plans.ts';
import type { Report } from './report.ts';
import { mean } from './statistics.ts';

/** What the judgement is to reach, and whether it does on a set of recordings. */
export interface Goal {
  readonly set: string;
  readonly goal: string;
  readonly figure: number;
  /** What the figure is to be, in words that a reader of the table understands. */
  readonly bound: string;
  /** Undefined where there is too little to tell. */
  readonly holds: boolean | undefined;
}

/** The goals. Parts are fractions of 1; the interval is one of 80%. */
const GOALS = {
  coverage: { pooled: [0.76, 0.84], each: [0.7, 0.92] },
  /** The mean absolute error over that of the best of the rules beside it. */
  errorOverBest: 1.05,
  lowKept: 0.8,
  auc: { 'TVL falls by half': 0.7, vanishes: 0.68 },
  /** A large market that pays far above its peers for a day is not low on that day. */
  provenLow: 0.99,
  falseHolds: 0.1,
  spikesPublished: 40,
} as const;

/** From how many cases, plans, decided holds or pools that met with a misfortune on a figure says something. */
const ENOUGH = { cases: 100, starts: 20, holds: 20, fallen: 20, vanished: 50 } as const;

/** How the sets, and all of them together, stand to the goals. */
export function goalsOf(sets: readonly Report[], pooled: Report): Goal[] {
  const each = sets.flatMap((report) => setGoals(report, GOALS.coverage.each));
  return [...each, ...setGoals(pooled, GOALS.coverage.pooled), ...averageErrors(sets, pooled.name)];
}

function setGoals(report: Report, coverage: readonly [number, number]): Goal[] {
  const goals = [
    ...report.expectations.flatMap((each) => expectationGoals(each, coverage)),
    ...report.plans.flatMap(planGoals),
    ...riskGoals(report),
    ...levelGoals(report),
    ...guardGoals(report),
  ];
  return goals.map((goal) => ({ set: report.name, ...goal }));
}

type Unplaced = Omit<Goal, 'set'>;

const atMost = (goal: string, figure: number, bound: number, tells: boolean): Unplaced => ({
  goal,
  figure,
  bound: `<= ${Number(bound.toFixed(4))}`,
  holds: tells ? figure <= bound : undefined,
});

const atLeast = (goal: string, figure: number, bound: number, tells: boolean): Unplaced => ({
  goal,
  figure,
  bound: `>= ${Number(bound.toFixed(4))}`,
  holds: tells ? figure >= bound : undefined,
});

function expectationGoals(report: ExpectationReport, [least, most]: readonly [number, number]): Unplaced[] {
  const { horizon, cases, errors, coverage } = report;
  const tells = cases >= ENOUGH.cases;
  const { expected, ...others } = errors;
  const best = Math.min(...Object.values(others).map(({ mae }) => mae));
  const { inside } = coverage.expected;
  return [
    {
      goal: `${horizon}d inside the interval`,
      figure: inside,
      bound: `${least} to ${most}`,
      // The goal is of 7 and 30 days: 90 are told for whoever wants to know.
      holds: tells && horizon !== 90 ? inside >= least && inside <= most : undefined,
    },
    atMost(
      `${horizon}d Winkler, to the better of the two beside it`,
      coverage.expected.winkler,
      Math.min(coverage['fixed formula'].winkler, coverage['1.28 sigma'].winkler),
      tells,
    ),
    atMost(`${horizon}d MAE over the best beside it`, expected.mae / best, GOALS.errorOverBest, tells),
  ];
}

/** The mean over the sets of the error, which is to be smaller than that of every rule beside it. */
function averageErrors(sets: readonly Report[], set: string): Goal[] {
  const reports = sets.flatMap(({ expectations }) =>
    expectations.filter(({ cases }) => cases >= ENOUGH.cases),
  );
  const [first] = reports;
  if (first === undefined) return [];
  const { expected: _, ...others } = first.errors;
  const averageOf = (name: keyof typeof first.errors) => mean(reports.map(({ errors }) => errors[name].mae));
  const beside: number[] = [];
  for (const name in others) {
    if (isRule(name, others)) beside.push(averageOf(name));
  }
  const best = Math.min(...beside);
  return [{ set, ...atMost('MAE, mean over sets and horizons', averageOf('expected'), best, true) }];
}

function isRule<T extends object>(name: string, rules: T): name is Extract<keyof T, string> {
  return Object.hasOwn(rules, name);
}

function planGoals({ horizon, level, rules }: PlanReport): Unplaced[] {
  const { plan, 'highest APY': highest, 'TVL-weighted': weighted } = rules;
  const tells = plan.starts >= ENOUGH.starts;
  const name = `${horizon}d ${level} plan`;
  return [
    atMost(`${name}: gap, to highest APY's`, plan.promiseGap, highest.promiseGap, tells),
    atLeast(`${name}: median, to TVL-weighted's`, plan.median, weighted.median, tells),
    atLeast(`${name}: low80 kept`, plan.lowKept, GOALS.lowKept, tells),
    atMost(`${name}: frozen or outlying positions`, plan.frozen, 0, true),
  ];
}

function riskGoals({ risks }: Report): Unplaced[] {
  return risks.flatMap(({ event, pools, auc }) => {
    if (event === 'APY falls by half') return [];
    const enough = event === 'vanishes' ? ENOUGH.vanished : ENOUGH.fallen;
    return [
      atLeast(`AUC of the score, ${event}`, auc.score ?? Number.NaN, GOALS.auc[event], pools >= enough),
    ];
  });
}

function levelGoals({ levels }: Report): Unplaced[] {
  const { tinyBelowHigh, unprovenLow, proven, provenLow } = levels;
  return [
    atMost('days under 100,000 USD below high', tinyBelowHigh, 0, true),
    atMost('days under 1 million USD or 30 days low', unprovenLow, 0, true),
    atLeast(
      'Aave, Compound, Spark, Sky over 100 million USD low',
      provenLow / proven,
      GOALS.provenLow,
      proven > 0,
    ),
  ];
}

function guardGoals({ guard }: Report): Unplaced[] {
  const decided = guard.confirmed + guard.takenBack;
  return [
    atMost('false holds', guard.confirmed / decided, GOALS.falseHolds, decided >= ENOUGH.holds),
    atMost('spikes published', guard.published, GOALS.spikesPublished, guard.spikes > 0),
  ];
}
