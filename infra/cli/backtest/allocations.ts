import {
  ALLOCATION_INTERVAL_DAYS,
  CALIBRATED_HORIZON_DAYS,
  CALIBRATED_RISK_LEVELS,
  CALIBRATION_AMOUNT_USD,
  computeCalibrationAllocation,
  realizedReturnOrZero,
  toCandidate,
} from '../../../shared/market/domain/calibration/allocations.ts';
import { computeMovingCosts, DEFAULT_COSTS } from '../../../shared/market/domain/recommendation/costs.ts';
import { conservativeApyOf } from '../../../shared/market/domain/recommendation/estimate.ts';
import {
  type Candidate,
  RECOMMENDATION_POLICY,
} from '../../../shared/market/domain/recommendation/policy.ts';
import { RISK_LEVELS, type RiskLevel } from '../../../shared/strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import type { MarketReplay, SeriesKind } from './market-replay.ts';
import { mean, quantile } from './statistics.ts';

/** Names of the compared allocation rules. `plan` is the service's own allocation. */
export const ALLOCATION_RULES = ['plan', 'simple rule', 'highest APY', 'TVL-weighted'] as const;
type AllocationRule = (typeof ALLOCATION_RULES)[number];

/** Index of the first day on which an allocation may start, so that 30 days of history precede it. */
const FIRST_ALLOCATION_DAY = 30;
/**
 * A strategy is frozen if its APY has not changed for `days` days or more, and is higher than the median APY of its
 * peers multiplied by `times`. Days without a known APY are not counted.
 */
const FROZEN_APY_RULE = { days: 7, times: 2 } as const;

/**
 * Results of one allocation rule. A start day is a day on which the rule made an allocation. APYs are in percent,
 * averaged over one horizon.
 */
interface RuleReport {
  readonly starts: number;
  /** Largest possible number of start days whose horizons do not overlap. */
  readonly apart: number;
  readonly median: number;
  readonly worstDecile: number;
  /** Mean absolute difference between the expected and the realized APY, in percentage points. */
  readonly mae: number;
  /**
   * Fraction of the start days whose realized APY was at least the expected APY (`meanReached`) or at least the lower
   * bound (`lowReached`).
   */
  readonly meanReached: number;
  readonly lowReached: number;
  /** Mean fraction of the amount that would move to another strategy from one start day to the next. */
  readonly turnover: number;
  /** Number of allocated strategies whose APY is an outlier or frozen (see FROZEN_APY_RULE). */
  readonly frozen: number;
}

export interface AllocationReport {
  readonly horizon: number;
  /** Risk level of the allocations; `all` combines the results of every level. */
  readonly level: (typeof CALIBRATED_RISK_LEVELS)[number] | 'all';
  readonly rules: Readonly<Record<AllocationRule, Readonly<Record<SeriesKind, RuleReport>>>>;
}

interface RuleAllocation {
  /** Fraction of the amount by strategy id; the fractions sum to 1. */
  readonly parts: ReadonlyMap<string, number>;
  readonly expectedMeanApy: number;
  readonly low: number;
  readonly frozen: number;
}

interface AllocationStart extends RuleAllocation {
  readonly day: number;
  readonly realized: Readonly<Record<SeriesKind, number>>;
}

type AllocationStartsByRule = Map<AllocationRule, AllocationStart[]>;

/** Compares the service's allocations with simple rules that divide the amount among the same strategies. */
export function buildAllocationReports(marketReplays: readonly MarketReplay[]): AllocationReport[] {
  return CALIBRATED_HORIZON_DAYS.flatMap((horizon) => {
    const riskLevelStartLists = CALIBRATED_RISK_LEVELS.map((level) => ({
      level,
      lists: marketReplays.map((each) => collectStartedAllocations(each, horizon, level)),
    }));
    const allocationStartsOfAllLevels = {
      level: 'all' as const,
      lists: riskLevelStartLists.flatMap(({ lists }) => lists),
    };
    return [...riskLevelStartLists, allocationStartsOfAllLevels].flatMap(({ level, lists }) => {
      const buildReportForRule = (rule: AllocationRule) => {
        const allocationStartsByReplay = lists.map((list) => list.get(rule) ?? []);
        return {
          raw: buildAllocationRuleReport(allocationStartsByReplay, horizon, 'raw'),
          cleaned: buildAllocationRuleReport(allocationStartsByReplay, horizon, 'cleaned'),
        };
      };
      const plan = buildReportForRule('plan');
      if (plan.raw.starts === 0) return [];
      return [
        {
          horizon,
          level,
          rules: {
            plan,
            'simple rule': buildReportForRule('simple rule'),
            'highest APY': buildReportForRule('highest APY'),
            'TVL-weighted': buildReportForRule('TVL-weighted'),
          },
        },
      ];
    });
  });
}

function collectStartedAllocations(
  marketReplay: MarketReplay,
  horizon: number,
  level: RiskLevel,
): AllocationStartsByRule {
  const allocationStartsByRule: AllocationStartsByRule = new Map(ALLOCATION_RULES.map((rule) => [rule, []]));
  for (let day = FIRST_ALLOCATION_DAY; day + horizon < marketReplay.days; day += ALLOCATION_INTERVAL_DAYS) {
    const records = [...(marketReplay.published[day]?.values() ?? [])].map(({ record }) => record);
    const plan = buildServiceAllocation(records, horizon, level);
    const simpleRuleAllocations = allocateBySimpleRules(records, horizon, level);
    if (plan === undefined || simpleRuleAllocations === undefined) continue;
    const allocationByRule = new Map<AllocationRule, RuleAllocation>([
      ['plan', plan],
      ...simpleRuleAllocations,
    ]);
    for (const [rule, allocation] of allocationByRule) {
      const realizedApys = {
        raw: computeRealizedApy(allocation, marketReplay, 'raw', day, horizon),
        cleaned: computeRealizedApy(allocation, marketReplay, 'cleaned', day, horizon),
      };
      allocationStartsByRule.get(rule)?.push({ ...allocation, day, realized: realizedApys });
    }
  }
  return allocationStartsByRule;
}

function buildServiceAllocation(
  records: readonly StrategyRecord[],
  horizon: number,
  level: RiskLevel,
): RuleAllocation | undefined {
  // Compute without caps per protocol and chain, because a recording covers too few protocols and chains.
  const plan = computeCalibrationAllocation(records.map(toCandidate), {
    horizonDays: horizon,
    riskLevel: level,
    isCapped: false,
  });
  if (plan.allocatedShare === 0) return undefined;
  return {
    parts: new Map(
      plan.allocatedStrategies.map(({ candidate, share }) => [candidate.id, share / plan.allocatedShare]),
    ),
    expectedMeanApy: plan.expected.mean,
    low: plan.expected.low80,
    frozen: plan.allocatedStrategies.filter(({ candidate }) => hasFrozenApy(candidate)).length,
  };
}

/**
 * Returns the allocation of each rule except `plan`; undefined when a rule finds no strategy. The rules choose among
 * strategies whose risk level is at most `level` and whose TVL is at least RECOMMENDATION_POLICY.minTvlUsd.
 */
function allocateBySimpleRules(
  records: readonly StrategyRecord[],
  horizon: number,
  level: RiskLevel,
): [AllocationRule, RuleAllocation][] | undefined {
  const eligibleRecords = records.filter(
    ({ risk_level, tvl }) =>
      RISK_LEVELS.indexOf(risk_level) <= RISK_LEVELS.indexOf(level) && tvl >= RECOMMENDATION_POLICY.minTvlUsd,
  );
  const [best] = eligibleRecords.toSorted((a, b) => b.current_apy - a.current_apy);
  const bestRecords = eligibleRecords
    .filter(
      ({ history_days, log_apy_volatility_30d }) =>
        history_days >= RECOMMENDATION_POLICY.minHistoryDays && log_apy_volatility_30d !== null,
    )
    .filter((record) => computeConservativeNetApy(record, horizon) > 0)
    .toSorted((a, b) => computeConservativeNetApy(b, horizon) - computeConservativeNetApy(a, horizon))
    .slice(0, RECOMMENDATION_POLICY.partCount);
  if (best === undefined || bestRecords.length === 0) return undefined;
  const totalTvlUsd = eligibleRecords.reduce((sum, { tvl }) => sum + tvl, 0);
  const buildRuleAllocation = (
    list: readonly StrategyRecord[],
    allocatedFractionOf: (record: StrategyRecord) => number,
    expectedApyOf = ({ current_apy }: StrategyRecord) => current_apy,
  ): RuleAllocation => {
    const expectedApy = list.reduce(
      (sum, record) => sum + allocatedFractionOf(record) * expectedApyOf(record),
      0,
    );
    const allocatedFractionById = new Map(list.map((record) => [record.id, allocatedFractionOf(record)]));
    return {
      parts: allocatedFractionById,
      expectedMeanApy: expectedApy,
      low: Number.NaN,
      frozen: list.filter(hasFrozenApy).length,
    };
  };
  return [
    ['simple rule', buildRuleAllocation(bestRecords, () => 1 / bestRecords.length, conservativeApyOf)],
    ['highest APY', buildRuleAllocation([best], () => 1)],
    ['TVL-weighted', buildRuleAllocation(eligibleRecords, ({ tvl }) => tvl / totalTvlUsd)],
  ];
}

/**
 * Returns `conservativeApyOf` minus the costs of entry and exit, in percent. The costs are distributed over `horizon`
 * days.
 */
function computeConservativeNetApy(record: StrategyRecord, horizon: number): number {
  const { gasUsd, entryFraction, exitFraction } = computeMovingCosts(record, undefined, DEFAULT_COSTS);
  const costFraction =
    (gasUsd * RECOMMENDATION_POLICY.partCount) / CALIBRATION_AMOUNT_USD + entryFraction + exitFraction;
  return conservativeApyOf(record) - (100 * costFraction * 365) / horizon;
}

function hasFrozenApy({ outlier, unmoved_days, current_apy, peer_apy }: Candidate | StrategyRecord): boolean {
  const hasUnchangedHighApy =
    unmoved_days >= FROZEN_APY_RULE.days &&
    peer_apy !== null &&
    current_apy > FROZEN_APY_RULE.times * peer_apy;
  return outlier === true || hasUnchangedHighApy;
}

/**
 * Returns the realized APY of an allocation, in percent. A strategy with too few known days counts with an APY of 0.
 */
function computeRealizedApy(
  { parts }: RuleAllocation,
  marketReplay: MarketReplay,
  seriesKind: SeriesKind,
  day: number,
  horizon: number,
): number {
  let sum = 0;
  for (const [id, part] of parts) {
    const strategySeries = marketReplay.series.get(id);
    sum +=
      part *
      realizedReturnOrZero(seriesKind === 'raw' ? strategySeries?.raw : strategySeries?.apy, day, horizon);
  }
  return sum;
}

function buildAllocationRuleReport(
  allocationStartLists: readonly (readonly AllocationStart[])[],
  horizon: number,
  seriesKind: SeriesKind,
): RuleReport {
  const allocationStarts = allocationStartLists.flat();
  const realizedReturns = allocationStarts.map((start) => start.realized[seriesKind]);
  const part = (isCounted: (start: AllocationStart) => boolean) =>
    allocationStarts.filter(isCounted).length / allocationStarts.length;
  return {
    starts: allocationStarts.length,
    apart: allocationStartLists.reduce((sum, list) => sum + countIndependentStarts(list, horizon), 0),
    median: quantile(realizedReturns, 0.5),
    worstDecile: quantile(realizedReturns, 0.1),
    mae: mean(allocationStarts.map((start) => Math.abs(start.expectedMeanApy - start.realized[seriesKind]))),
    meanReached: part((start) => start.realized[seriesKind] >= start.expectedMeanApy),
    lowReached: part((start) => start.realized[seriesKind] >= start.low),
    frozen: allocationStarts.reduce((sum, { frozen }) => sum + frozen, 0),
    turnover: mean(
      allocationStartLists.flatMap((list) =>
        list.slice(1).map((start, index) => computeTurnover(list[index], start)),
      ),
    ),
  };
}

/** Returns the maximum number of allocation starts that are all at least one horizon apart. */
function countIndependentStarts(allocationStarts: readonly AllocationStart[], horizon: number): number {
  let [count, next] = [0, Number.NEGATIVE_INFINITY];
  for (const { day } of allocationStarts) {
    if (day < next) continue;
    count += 1;
    next = day + horizon;
  }
  return count;
}

function computeTurnover(
  previousAllocationStart: AllocationStart | undefined,
  nextAllocationStart: AllocationStart,
): number {
  let unchangedShare = 0;
  for (const [id, part] of nextAllocationStart.parts)
    unchangedShare += Math.min(part, previousAllocationStart?.parts.get(id) ?? 0);
  return 1 - unchangedShare;
}
