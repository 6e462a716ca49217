import type { RiskLevel } from '../../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../strategies/contract/strategy-record.ts';
import type { DailySeries } from '../history/history.ts';
import { DEFAULT_COSTS } from '../recommendation/costs.ts';
import { type Candidate, RECOMMENDATION_POLICY } from '../recommendation/policy.ts';
import { type RecommendedAllocation, recommendAllocation } from '../recommendation/recommend.ts';

export const CALIBRATED_HORIZON_DAYS = [30, 90] as const;
export const CALIBRATED_RISK_LEVELS = ['low', 'medium'] as const satisfies readonly RiskLevel[];
/** Amount in USD of the allocations that the calibration computes and later compares with their results. */
export const CALIBRATION_AMOUNT_USD = 10_000;
/** Number of days between two computations of new allocations. */
export const ALLOCATION_INTERVAL_DAYS = 7;
/**
 * Minimum fraction of days with a known APY, 0 to 1. With fewer known days, a strategy counts as having earned nothing.
 */
const MIN_KNOWN_FRACTION = 0.5;

/**
 * An allocation whose horizon has not ended, so that its result is not known yet. APYs are in percent, before costs.
 */
export interface PendingAllocation {
  readonly day: number;
  readonly horizonDays: number;
  readonly riskLevel: RiskLevel;
  readonly mean: number;
  readonly low80: number;
  /** Strategies and their fractions of the allocated amount. The fractions sum to 1. */
  readonly parts: readonly (readonly [strategyId: string, part: number])[];
}

/**
 * Number of allocations whose horizon has ended (`plans`), and how many of them earned at least their expected mean or
 * their lower bound.
 */
export interface AllocationTally {
  readonly horizonDays: number;
  readonly riskLevel: RiskLevel;
  readonly plans: number;
  readonly meanReached: number;
  readonly lowReached: number;
}

export const EMPTY_ALLOCATION_TALLIES: readonly AllocationTally[] = CALIBRATED_HORIZON_DAYS.flatMap(
  (horizonDays) =>
    CALIBRATED_RISK_LEVELS.map((riskLevel) => ({
      horizonDays,
      riskLevel,
      plans: 0,
      meanReached: 0,
      lowReached: 0,
    })),
);

export function toCandidate(record: StrategyRecord): Candidate {
  return {
    ...record,
    risk_score: record.risk.score,
    riskReason: record.risk.decided_by.reason,
    observedAtMs: Date.parse(record.as_of),
  };
}

/** If `isCapped` is false, the allocation has no caps for protocols and chains. */
export function computeCalibrationAllocation<C extends Candidate>(
  candidates: readonly C[],
  { horizonDays, riskLevel, isCapped }: { horizonDays: number; riskLevel: RiskLevel; isCapped: boolean },
): RecommendedAllocation<C> {
  const { share, protocol, chain } = RECOMMENDATION_POLICY.caps;
  const request = {
    amountUsd: CALIBRATION_AMOUNT_USD,
    riskLevel,
    horizonDays,
    maxShare: share,
    maxProtocolShare: isCapped ? protocol : 1,
    maxChainShare: isCapped ? chain : 1,
    minTvlUsd: RECOMMENDATION_POLICY.minTvlUsd,
  };
  const asOfMs = Math.max(...candidates.map(({ observedAtMs }) => observedAtMs));
  return recommendAllocation(candidates, { request, costTable: DEFAULT_COSTS, asOfMs });
}

/** Returns one allocation for each horizon and risk level. Leaves out allocations without any strategy. */
export function computeTodaysAllocations(
  records: readonly StrategyRecord[],
  day: number,
): PendingAllocation[] {
  const candidates = records.map(toCandidate);
  return EMPTY_ALLOCATION_TALLIES.flatMap(({ horizonDays, riskLevel }) => {
    const allocation = computeCalibrationAllocation(candidates, { horizonDays, riskLevel, isCapped: true });
    const { allocatedStrategies, allocatedShare, expected } = allocation;
    if (allocatedShare === 0) return [];
    const parts = allocatedStrategies.map(
      ({ candidate, share }) => [candidate.id, share / allocatedShare] as const,
    );
    return [{ day, horizonDays, riskLevel, mean: expected.mean, low80: expected.low80, parts }];
  });
}

/**
 * Returns the realized mean APY in percent over the `horizonDays` days after `dayIndex`, or 0 if too many of these days
 * are unknown.
 */
export function realizedReturnOrZero(
  apy: Float32Array | undefined,
  dayIndex: number,
  horizonDays: number,
): number {
  const nextDailyApys =
    apy?.subarray(Math.max(0, dayIndex + 1), Math.max(0, dayIndex + 1 + horizonDays)) ?? [];
  let [sum, knownDayCount] = [0, 0];
  for (const value of nextDailyApys) {
    if (Number.isNaN(value)) continue;
    sum += value;
    knownDayCount += 1;
  }
  return knownDayCount >= MIN_KNOWN_FRACTION * horizonDays ? sum / knownDayCount : 0;
}

/**
 * Computes the realized APYs of the allocations whose horizon has ended. A strategy that is never passed to
 * `addStrategy` counts as 0%.
 */
export class AllocationOutcomes {
  readonly #dueAllocations: readonly PendingAllocation[];
  readonly #realizedApys: Map<PendingAllocation, number>;

  constructor(allocations: readonly PendingAllocation[], today: number) {
    this.#dueAllocations = allocations.filter((allocation) => isAllocationDue(allocation, today));
    this.#realizedApys = new Map(this.#dueAllocations.map((allocation) => [allocation, 0]));
  }

  addStrategy(id: string, series: DailySeries): void {
    for (const allocation of this.#dueAllocations) {
      const strategyShare = allocation.parts.find(([strategyId]) => strategyId === id)?.[1];
      if (strategyShare === undefined) continue;
      const realizedReturn = realizedReturnOrZero(
        series.apy,
        allocation.day - series.firstDay,
        allocation.horizonDays,
      );
      this.#realizedApys.set(
        allocation,
        (this.#realizedApys.get(allocation) ?? 0) + strategyShare * realizedReturn,
      );
    }
  }

  addToTallies(allocationTallies: readonly AllocationTally[]): readonly AllocationTally[] {
    return allocationTallies.map((allocationTally) => {
      const resultsOfTally = [...this.#realizedApys].filter(
        ([allocation]) =>
          allocation.horizonDays === allocationTally.horizonDays &&
          allocation.riskLevel === allocationTally.riskLevel,
      );
      return {
        ...allocationTally,
        plans: allocationTally.plans + resultsOfTally.length,
        meanReached:
          allocationTally.meanReached +
          resultsOfTally.filter(([allocation, realizedApyPercent]) => realizedApyPercent >= allocation.mean)
            .length,
        lowReached:
          allocationTally.lowReached +
          resultsOfTally.filter(([allocation, realizedApyPercent]) => realizedApyPercent >= allocation.low80)
            .length,
      };
    });
  }
}

export function isAllocationDue({ day, horizonDays }: PendingAllocation, today: number): boolean {
  return day + horizonDays <= today;
}

/** Returns the pending allocations. Adds the allocations of today if the newest allocations are at least a week old. */
export function addTodaysAllocations(
  allocations: readonly PendingAllocation[],
  records: readonly StrategyRecord[],
  today: number,
): readonly PendingAllocation[] {
  const lastDay = Math.max(0, ...allocations.map(({ day }) => day));
  return lastDay + ALLOCATION_INTERVAL_DAYS > today
    ? allocations
    : [...allocations, ...computeTodaysAllocations(records, today)];
}
