import type { RiskLevel } from '../../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../strategies/contract/strategy-record.ts';
import type { DailySeries } from '../history/history.ts';
import { DEFAULT_COSTS } from '../recommendation/costs.ts';
import { type Candidate, POLICY } from '../recommendation/policy.ts';
import { type RecommendedAllocation, recommend } from '../recommendation/recommend.ts';

export const PLAN_HORIZONS = [30, 90] as const;
export const PLAN_LEVELS = ['low', 'medium'] as const satisfies readonly RiskLevel[];
/**
 * Amount in USD of the allocations that the calibration computes. These allocations are later compared with their
 * results.
 */
export const PLAN_AMOUNT_USD = 10_000;
/** The calibration computes new allocations once in this number of days. */
export const PLAN_EVERY_DAYS = 7;
/**
 * Minimum fraction of known days for the yield of a position. With fewer known days, the position counts as having
 * earned nothing.
 */
const MIN_KNOWN_SHARE = 0.5;

/**
 * An allocation whose horizon has not passed. It is compared with its result later. APYs are in percent, before costs.
 */
export interface PendingAllocation {
  readonly day: number;
  readonly horizonDays: number;
  readonly riskLevel: RiskLevel;
  readonly mean: number;
  readonly low80: number;
  /** Strategies and their shares of the allocated amount. The shares sum to 1. */
  readonly parts: readonly (readonly [strategyId: string, part: number])[];
}

/**
 * Number of allocations of one horizon and risk level whose horizon has passed. Also the number of these allocations
 * that reached their expected mean, and the number that reached their lower bound.
 */
export interface AllocationTally {
  readonly horizonDays: number;
  readonly riskLevel: RiskLevel;
  readonly plans: number;
  readonly meanReached: number;
  readonly lowReached: number;
}

export const NO_ALLOCATION_TALLIES: readonly AllocationTally[] = PLAN_HORIZONS.flatMap((horizonDays) =>
  PLAN_LEVELS.map((riskLevel) => ({ horizonDays, riskLevel, plans: 0, meanReached: 0, lowReached: 0 })),
);

/** Converts a stored strategy to a candidate of the recommender. */
export function candidateOf(record: StrategyRecord): Candidate {
  return {
    ...record,
    risk_score: record.risk.score,
    riskReason: record.risk.decided_by.reason,
    observedAtMs: Date.parse(record.as_of),
  };
}

/** Computes an allocation for the calibration. If `isCapped` is false, there are no caps for protocols and chains. */
export function computeCalibrationAllocation<C extends Candidate>(
  candidates: readonly C[],
  { horizonDays, riskLevel, isCapped }: { horizonDays: number; riskLevel: RiskLevel; isCapped: boolean },
): RecommendedAllocation<C> {
  const { share, protocol, chain } = POLICY.caps;
  const request = {
    amountUsd: PLAN_AMOUNT_USD,
    riskLevel,
    horizonDays,
    maxShare: share,
    maxProtocolShare: isCapped ? protocol : 1,
    maxChainShare: isCapped ? chain : 1,
    minTvlUsd: POLICY.minTvlUsd,
  };
  const asOfMs = Math.max(...candidates.map(({ observedAtMs }) => observedAtMs));
  return recommend(candidates, { request, costTable: DEFAULT_COSTS, asOfMs });
}

/** Returns the allocations of the day for the calibration. Allocations that allocate nothing are left out. */
export function computeTodaysAllocations(
  records: readonly StrategyRecord[],
  day: number,
): PendingAllocation[] {
  const candidates = records.map(candidateOf);
  return NO_ALLOCATION_TALLIES.flatMap(({ horizonDays, riskLevel }) => {
    const plan = computeCalibrationAllocation(candidates, { horizonDays, riskLevel, isCapped: true });
    const { taken, allocatedShare, expected } = plan;
    if (allocatedShare === 0) return [];
    const parts = taken.map(({ candidate, share }) => [candidate.id, share / allocatedShare] as const);
    return [{ day, horizonDays, riskLevel, mean: expected.mean, low80: expected.low80, parts }];
  });
}

/**
 * Returns the realized mean APY of a position over the days after `index`, in percent. Returns 0 if too few days are
 * known.
 */
export function realizedReturnOrZero(
  apy: Float32Array | undefined,
  dayIndex: number,
  horizonDays: number,
): number {
  const nextDays = apy?.subarray(Math.max(0, dayIndex + 1), Math.max(0, dayIndex + 1 + horizonDays)) ?? [];
  let [sum, knownCount] = [0, 0];
  for (const value of nextDays) {
    if (Number.isNaN(value)) continue;
    sum += value;
    knownCount += 1;
  }
  return knownCount >= MIN_KNOWN_SHARE * horizonDays ? sum / knownCount : 0;
}

/**
 * Adds up the realized APY of the allocations whose horizon has passed. Call `addStrategy` for each strategy. A
 * strategy without such a call counts as having earned nothing.
 */
export class AllocationOutcomes {
  readonly #due: readonly PendingAllocation[];
  readonly #realized: Map<PendingAllocation, number>;

  constructor(plans: readonly PendingAllocation[], today: number) {
    this.#due = plans.filter((plan) => isDue(plan, today));
    this.#realized = new Map(this.#due.map((plan) => [plan, 0]));
  }

  addStrategy(id: string, series: DailySeries): void {
    for (const plan of this.#due) {
      const part = plan.parts.find(([own]) => own === id)?.[1];
      if (part === undefined) continue;
      const realizedReturn = realizedReturnOrZero(series.apy, plan.day - series.firstDay, plan.horizonDays);
      this.#realized.set(plan, (this.#realized.get(plan) ?? 0) + part * realizedReturn);
    }
  }

  /** Returns the tallies with the allocations added whose horizon has passed. */
  settle(tallies: readonly AllocationTally[]): readonly AllocationTally[] {
    return tallies.map((tally) => {
      const own = [...this.#realized].filter(
        ([plan]) => plan.horizonDays === tally.horizonDays && plan.riskLevel === tally.riskLevel,
      );
      return {
        ...tally,
        plans: tally.plans + own.length,
        meanReached: tally.meanReached + own.filter(([plan, realized]) => realized >= plan.mean).length,
        lowReached: tally.lowReached + own.filter(([plan, realized]) => realized >= plan.low80).length,
      };
    });
  }
}

export function isDue({ day, horizonDays }: PendingAllocation, today: number): boolean {
  return day + horizonDays <= today;
}

/** Adds today's allocations if the last allocations are at least a week old. */
export function withTodaysAllocations(
  plans: readonly PendingAllocation[],
  records: readonly StrategyRecord[],
  today: number,
): readonly PendingAllocation[] {
  const last = Math.max(0, ...plans.map(({ day }) => day));
  return last + PLAN_EVERY_DAYS > today ? plans : [...plans, ...computeTodaysAllocations(records, today)];
}
