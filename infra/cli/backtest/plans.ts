import { DEFAULT_COSTS } from '../../../shared/market/domain/recommendation/estimates/costs.ts';
import { type Candidate, POLICY } from '../../../shared/market/domain/recommendation/policy.ts';
import { Pool } from '../../../shared/market/domain/recommendation/pool.ts';
import { recommend } from '../../../shared/market/domain/recommendation/recommend.ts';
import { RISK_LEVELS, type RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { mean, quantile } from './statistics.ts';
import type { Walk } from './walk.ts';

/** What a plan is compared with. */
export const RULES = ['plan', 'highest APY', 'TVL-weighted', 'top four by 30d mean'] as const;
type Rule = (typeof RULES)[number];

const HORIZONS = [30, 90] as const;
const LEVELS = ['low', 'medium'] as const satisfies readonly RiskLevel[];
const AMOUNT_USD = 10_000;
/** The first start, so that there is a month to know, and the days from one start to the next. */
const FIRST_START = 30;
const EVERY_DAYS = 7;
/** The part of a position's days that must be known for what they earned to be told. */
const MIN_KNOWN = 0.5;
/** A rate that has stood still for so many known days at so many times its peers' is frozen. */
const FROZEN = { days: 7, times: 2 } as const;

/** What following a rule came to. APYs in percent, published means over the horizon. */
interface RuleReport {
  readonly starts: number;
  readonly median: number;
  readonly worstDecile: number;
  /** The 90th percentile of what was promised less what was realized. */
  readonly promiseGap: number;
  /** The part of starts that realized at least what was promised; of plans also at least their low80. */
  readonly promiseKept: number;
  readonly lowKept: number;
  /** The part of the amount that a new start puts elsewhere than the one before. */
  readonly turnover: number;
  /** Positions of the source's outliers, or of rates that stood still for a week over twice their peers'. */
  readonly frozen: number;
}

export interface PlanReport {
  readonly horizon: number;
  readonly level: RiskLevel;
  readonly rules: Readonly<Record<Rule, RuleReport>>;
}

interface Choice {
  /** Parts of the amount by strategy; they sum to 1. */
  readonly parts: ReadonlyMap<string, number>;
  readonly promise: number;
  readonly low: number;
  readonly frozen: number;
}

interface Start extends Choice {
  readonly realized: number;
}

/** What the service's plans would have come to, beside plain rules over the same strategies; of all walks together. */
export function planReports(walks: readonly Walk[]): PlanReport[] {
  return HORIZONS.flatMap((horizon) =>
    LEVELS.flatMap((level) => {
      const starts = new Map<Rule, Start[][]>(RULES.map((rule) => [rule, []]));
      for (const each of walks) {
        for (const [rule, list] of startsOf(each, horizon, level)) starts.get(rule)?.push(list);
      }
      const report = (rule: Rule) => reportOf(starts.get(rule) ?? []);
      if (report('plan').starts === 0) return [];
      return [
        {
          horizon,
          level,
          rules: {
            plan: report('plan'),
            'highest APY': report('highest APY'),
            'TVL-weighted': report('TVL-weighted'),
            'top four by 30d mean': report('top four by 30d mean'),
          },
        },
      ];
    }),
  );
}

function startsOf(walk: Walk, horizon: number, level: RiskLevel): Map<Rule, Start[]> {
  const found = new Map<Rule, Start[]>(RULES.map((rule) => [rule, []]));
  for (let day = FIRST_START; day + horizon < walk.days; day += EVERY_DAYS) {
    const records = [...(walk.published[day]?.values() ?? [])].map(({ record }) => record);
    const plan = planOf(records, horizon, level);
    const others = othersOf(records, level);
    if (plan === undefined || others === undefined) continue;
    const choices = new Map<Rule, Choice>([['plan', plan], ...others]);
    for (const [rule, choice] of choices) {
      found.get(rule)?.push({ ...choice, realized: realizedBy(choice, walk, day, horizon) });
    }
  }
  return found;
}

function planOf(records: readonly StrategyRecord[], horizon: number, level: RiskLevel): Choice | undefined {
  const candidates = records.map(
    (record): Candidate => ({
      ...record,
      risk_score: record.risk.score,
      observedAtMs: Date.parse(record.as_of),
    }),
  );
  const asOfMs = Math.max(...candidates.map(({ observedAtMs }) => observedAtMs));
  const request = {
    amountUsd: AMOUNT_USD,
    riskLevel: level,
    horizonDays: horizon,
    maxShare: 0.4,
    // Recordings are of one or two protocols and chains each: the caps of groups would leave most unplaced.
    maxProtocolShare: 1,
    maxChainShare: 1,
    minTvlUsd: POLICY.minTvlUsd,
  };
  const places = Uint32Array.from(candidates.keys());
  const plan = recommend(new Pool(candidates), places, { request, costTable: DEFAULT_COSTS }, asOfMs);
  if (plan.allocatedUnits === 0) return undefined;
  return {
    parts: new Map(plan.taken.map(({ candidate, units }) => [candidate.id, units / plan.allocatedUnits])),
    promise: plan.expected.mean,
    low: plan.expected.low80,
    frozen: plan.taken.filter(({ candidate }) => isFrozen(candidate)).length,
  };
}

/** The plain rules, over the strategies of the level over a million USD; undefined when there are none. */
function othersOf(records: readonly StrategyRecord[], level: RiskLevel): [Rule, Choice][] | undefined {
  const within = records.filter(
    ({ risk_level, tvl }) =>
      RISK_LEVELS.indexOf(risk_level) <= RISK_LEVELS.indexOf(level) && tvl >= POLICY.minTvlUsd,
  );
  const [best] = within.toSorted((a, b) => b.current_apy - a.current_apy);
  if (best === undefined) return undefined;
  const four = within.toSorted((a, b) => b.historical_apy['30d'] - a.historical_apy['30d']).slice(0, 4);
  const total = within.reduce((sum, { tvl }) => sum + tvl, 0);
  const choice = (list: readonly StrategyRecord[], partOf: (record: StrategyRecord) => number): Choice => {
    const promise = list.reduce((sum, record) => sum + partOf(record) * record.current_apy, 0);
    const parts = new Map(list.map((record) => [record.id, partOf(record)]));
    return { parts, promise, low: Number.NaN, frozen: list.filter(isFrozen).length };
  };
  return [
    ['highest APY', choice([best], () => 1)],
    ['TVL-weighted', choice(within, ({ tvl }) => tvl / total)],
    ['top four by 30d mean', choice(four, () => 1 / four.length)],
  ];
}

function isFrozen({ outlier, unmoved_days, current_apy, peer_apy }: Candidate | StrategyRecord): boolean {
  const stands = unmoved_days >= FROZEN.days && peer_apy !== null && current_apy > FROZEN.times * peer_apy;
  return outlier === true || stands;
}

/** What a choice earned: a position of which too little is known after the start is taken to have earned nothing. */
function realizedBy({ parts }: Choice, { series }: Walk, day: number, horizon: number): number {
  let sum = 0;
  for (const [id, part] of parts) {
    const apy = series.get(id)?.apy.subarray(day + 1, day + 1 + horizon) ?? new Float32Array();
    const known = [...apy].filter((value) => !Number.isNaN(value));
    if (known.length >= MIN_KNOWN * horizon) sum += part * mean(known);
  }
  return sum;
}

function reportOf(walks: readonly (readonly Start[])[]): RuleReport {
  const starts = walks.flat();
  const realized = starts.map((start) => start.realized);
  const part = (holds: (start: Start) => boolean) => starts.filter(holds).length / starts.length;
  return {
    starts: starts.length,
    median: quantile(realized, 0.5),
    worstDecile: quantile(realized, 0.1),
    promiseGap: quantile(
      starts.map((start) => start.promise - start.realized),
      0.9,
    ),
    promiseKept: part((start) => start.realized >= start.promise),
    lowKept: part((start) => start.realized >= start.low),
    frozen: starts.reduce((sum, { frozen }) => sum + frozen, 0),
    turnover: mean(walks.flatMap((list) => list.slice(1).map((start, index) => moved(list[index], start)))),
  };
}

function moved(before: Start | undefined, after: Start): number {
  let stayed = 0;
  for (const [id, part] of after.parts) stayed += Math.min(part, before?.parts.get(id) ?? 0);
  return 1 - stayed;
}
