import {
  candidateOf,
  computeCalibrationPlan,
  PLAN_AMOUNT_USD,
  PLAN_EVERY_DAYS,
  PLAN_HORIZONS,
  PLAN_LEVELS,
  realizedOrZero,
} from '../../../shared/market/domain/calibration/plans.ts';
import { DEFAULT_COSTS, movingCosts } from '../../../shared/market/domain/recommendation/costs.ts';
import { type Candidate, POLICY } from '../../../shared/market/domain/recommendation/policy.ts';
import { RISK_LEVELS, type RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { mean, quantile } from './statistics.ts';
import type { Series, Walk } from './walk.ts';

/** The rules that plans are compared with, and the plan itself. */
export const RULES = ['plan', 'simple rule', 'highest APY', 'TVL-weighted'] as const;
type Rule = (typeof RULES)[number];

/** The first start, so that a month is known. */
const FIRST_START = 30;
/** A rate is frozen when it has not moved for this number of known days at this multiple of its peers'. */
const FROZEN = { days: 7, times: 2 } as const;

/** How the starts of a rule ended. APYs in percent, means over the horizon. */
interface RuleReport {
  readonly starts: number;
  /** The most starts that do not overlap: at least a horizon apart on each set. */
  readonly apart: number;
  readonly median: number;
  readonly worstDecile: number;
  /** The mean absolute difference between the promised and the realized APY. */
  readonly mae: number;
  /** The fraction of starts that realized at least the promised mean; of plans also at least the lower bound. */
  readonly meanReached: number;
  readonly lowReached: number;
  /** The fraction of the amount that a new start allocates differently from the one before. */
  readonly turnover: number;
  /** Positions of the source's outliers, or of rates that stood still for a week over twice their peers'. */
  readonly frozen: number;
}

export interface PlanReport {
  readonly horizon: number;
  /** Both levels together in `all`. */
  readonly level: (typeof PLAN_LEVELS)[number] | 'all';
  readonly rules: Readonly<Record<Rule, Readonly<Record<Series, RuleReport>>>>;
}

interface Choice {
  /** Parts of the amount by strategy; they sum to 1. */
  readonly parts: ReadonlyMap<string, number>;
  readonly promise: number;
  readonly low: number;
  readonly frozen: number;
}

interface Start extends Choice {
  readonly day: number;
  readonly realized: Readonly<Record<Series, number>>;
}

type Starts = Map<Rule, Start[]>;

/** How the service's plans performed beside simple rules over the same strategies, over all walks together. */
export function planReports(walks: readonly Walk[]): PlanReport[] {
  return PLAN_HORIZONS.flatMap((horizon) => {
    const byLevel = PLAN_LEVELS.map((level) => ({
      level,
      lists: walks.map((each) => startsOf(each, horizon, level)),
    }));
    const all = { level: 'all' as const, lists: byLevel.flatMap(({ lists }) => lists) };
    return [...byLevel, all].flatMap(({ level, lists }) => {
      const report = (rule: Rule) => {
        const starts = lists.map((list) => list.get(rule) ?? []);
        return { raw: reportOf(starts, horizon, 'raw'), cleaned: reportOf(starts, horizon, 'cleaned') };
      };
      const plan = report('plan');
      if (plan.raw.starts === 0) return [];
      return [
        {
          horizon,
          level,
          rules: {
            plan,
            'simple rule': report('simple rule'),
            'highest APY': report('highest APY'),
            'TVL-weighted': report('TVL-weighted'),
          },
        },
      ];
    });
  });
}

function startsOf(walk: Walk, horizon: number, level: RiskLevel): Starts {
  const found: Starts = new Map(RULES.map((rule) => [rule, []]));
  for (let day = FIRST_START; day + horizon < walk.days; day += PLAN_EVERY_DAYS) {
    const records = [...(walk.published[day]?.values() ?? [])].map(({ record }) => record);
    const plan = planOf(records, horizon, level);
    const others = othersOf(records, horizon, level);
    if (plan === undefined || others === undefined) continue;
    const choices = new Map<Rule, Choice>([['plan', plan], ...others]);
    for (const [rule, choice] of choices) {
      const realized = {
        raw: realizedBy(choice, walk, 'raw', day, horizon),
        cleaned: realizedBy(choice, walk, 'cleaned', day, horizon),
      };
      found.get(rule)?.push({ ...choice, day, realized });
    }
  }
  return found;
}

function planOf(records: readonly StrategyRecord[], horizon: number, level: RiskLevel): Choice | undefined {
  // Recordings are of one or two protocols and chains each: the caps of groups would leave most unplaced.
  const plan = computeCalibrationPlan(records.map(candidateOf), {
    horizonDays: horizon,
    riskLevel: level,
    isCapped: false,
  });
  if (plan.allocatedShare === 0) return undefined;
  return {
    parts: new Map(plan.taken.map(({ candidate, share }) => [candidate.id, share / plan.allocatedShare])),
    promise: plan.expected.mean,
    low: plan.expected.low80,
    frozen: plan.taken.filter(({ candidate }) => isFrozen(candidate)).length,
  };
}

/**
 * The simple rules, over the strategies of the level with more than a million USD; undefined when there are none. As a
 * plan does, the simple rule needs a history that was read: in operation a backfill reads that of a new strategy within
 * hours, but a recording holds no days from before a pool's first one.
 */
function othersOf(
  records: readonly StrategyRecord[],
  horizon: number,
  level: RiskLevel,
): [Rule, Choice][] | undefined {
  const within = records.filter(
    ({ risk_level, tvl }) =>
      RISK_LEVELS.indexOf(risk_level) <= RISK_LEVELS.indexOf(level) && tvl >= POLICY.minTvlUsd,
  );
  const [best] = within.toSorted((a, b) => b.current_apy - a.current_apy);
  const three = within
    .filter(
      ({ history_days, log_apy_volatility_30d }) =>
        history_days >= POLICY.historyDays && log_apy_volatility_30d !== null,
    )
    .filter((record) => steadyNet(record, horizon) > 0)
    .toSorted((a, b) => steadyNet(b, horizon) - steadyNet(a, horizon))
    .slice(0, POLICY.parts);
  if (best === undefined || three.length === 0) return undefined;
  const total = within.reduce((sum, { tvl }) => sum + tvl, 0);
  const choice = (
    list: readonly StrategyRecord[],
    partOf: (record: StrategyRecord) => number,
    promiseOf = ({ current_apy }: StrategyRecord) => current_apy,
  ): Choice => {
    const promise = list.reduce((sum, record) => sum + partOf(record) * promiseOf(record), 0);
    const parts = new Map(list.map((record) => [record.id, partOf(record)]));
    return { parts, promise, low: Number.NaN, frozen: list.filter(isFrozen).length };
  };
  return [
    ['simple rule', choice(three, () => 1 / three.length, steady)],
    ['highest APY', choice([best], () => 1)],
    ['TVL-weighted', choice(within, ({ tvl }) => tvl / total)],
  ];
}

/** The lower of the present and the 30-day APY. */
function steady({ current_apy, historical_apy }: StrategyRecord): number {
  return Math.min(current_apy, historical_apy['30d']);
}

/** The same less the costs of an equal part over the horizon, in percentage points a year. */
function steadyNet(record: StrategyRecord, horizon: number): number {
  const { gasUsd, entryShare, exitShare } = movingCosts(record, undefined, DEFAULT_COSTS);
  const costs = (gasUsd * POLICY.parts) / PLAN_AMOUNT_USD + entryShare + exitShare;
  return steady(record) - (100 * costs * 365) / horizon;
}

function isFrozen({ outlier, unmoved_days, current_apy, peer_apy }: Candidate | StrategyRecord): boolean {
  const stands = unmoved_days >= FROZEN.days && peer_apy !== null && current_apy > FROZEN.times * peer_apy;
  return outlier === true || stands;
}

/** What an allocation earned. A position with too few known days after the start counts as having earned nothing. */
function realizedBy({ parts }: Choice, walk: Walk, series: Series, day: number, horizon: number): number {
  let sum = 0;
  for (const [id, part] of parts) {
    const own = walk.series.get(id);
    sum += part * realizedOrZero(series === 'raw' ? own?.raw : own?.apy, day, horizon);
  }
  return sum;
}

function reportOf(walks: readonly (readonly Start[])[], horizon: number, series: Series): RuleReport {
  const starts = walks.flat();
  const realized = starts.map((start) => start.realized[series]);
  const part = (holds: (start: Start) => boolean) => starts.filter(holds).length / starts.length;
  return {
    starts: starts.length,
    apart: walks.reduce((sum, list) => sum + apartIn(list, horizon), 0),
    median: quantile(realized, 0.5),
    worstDecile: quantile(realized, 0.1),
    mae: mean(starts.map((start) => Math.abs(start.promise - start.realized[series]))),
    meanReached: part((start) => start.realized[series] >= start.promise),
    lowReached: part((start) => start.realized[series] >= start.low),
    frozen: starts.reduce((sum, { frozen }) => sum + frozen, 0),
    turnover: mean(walks.flatMap((list) => list.slice(1).map((start, index) => moved(list[index], start)))),
  };
}

/** The most starts of a list that are at least a horizon apart. */
function apartIn(starts: readonly Start[], horizon: number): number {
  let [count, next] = [0, Number.NEGATIVE_INFINITY];
  for (const { day } of starts) {
    if (day < next) continue;
    count += 1;
    next = day + horizon;
  }
  return count;
}

function moved(before: Start | undefined, after: Start): number {
  let stayed = 0;
  for (const [id, part] of after.parts) stayed += Math.min(part, before?.parts.get(id) ?? 0);
  return 1 - stayed;
}
