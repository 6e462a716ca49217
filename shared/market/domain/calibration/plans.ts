import type { RiskLevel } from '../../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../strategies/contract/strategy-record.ts';
import type { DailySeries } from '../history/history.ts';
import { DEFAULT_COSTS } from '../recommendation/costs.ts';
import { type Candidate, POLICY } from '../recommendation/policy.ts';
import { type RecommendedPlan, recommend } from '../recommendation/recommend.ts';

export const PLAN_HORIZONS = [30, 90] as const;
export const PLAN_LEVELS = ['low', 'medium'] as const satisfies readonly RiskLevel[];
/** The amount of the plans whose promises are checked. */
export const PLAN_AMOUNT_USD = 10_000;
/** The days from one checked plan to the next. */
export const PLAN_EVERY_DAYS = 7;
/** The fraction of a position's days that must be known. With fewer, it counts as having earned nothing. */
const MIN_KNOWN = 0.5;

/** A plan whose promise is checked when its horizon is over. APYs in percent, before costs. */
export interface MadePlan {
  readonly day: number;
  readonly horizonDays: number;
  readonly riskLevel: RiskLevel;
  readonly mean: number;
  readonly low80: number;
  /** Strategies and their parts of what was allocated, which sum to 1. */
  readonly parts: readonly (readonly [strategyId: string, part: number])[];
}

/** How many plans of a horizon and risk level came due, and how many reached their mean and their lower bound. */
export interface PlanTally {
  readonly horizonDays: number;
  readonly riskLevel: RiskLevel;
  readonly plans: number;
  readonly meanReached: number;
  readonly lowReached: number;
}

export const NO_PLAN_TALLIES: readonly PlanTally[] = PLAN_HORIZONS.flatMap((horizonDays) =>
  PLAN_LEVELS.map((riskLevel) => ({ horizonDays, riskLevel, plans: 0, meanReached: 0, lowReached: 0 })),
);

/** A record as a candidate of a plan. */
export function candidateOf(record: StrategyRecord): Candidate {
  return {
    ...record,
    risk_score: record.risk.score,
    riskReason: record.risk.decided_by.reason,
    observedAtMs: Date.parse(record.as_of),
  };
}

/** The plan whose promise is checked, without caps for protocols and chains when `isCapped` is false. */
export function checkedPlan<C extends Candidate>(
  candidates: readonly C[],
  { horizonDays, riskLevel, isCapped }: { horizonDays: number; riskLevel: RiskLevel; isCapped: boolean },
): RecommendedPlan<C> {
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

/** The day's plans whose promises are checked; those that allocate nothing are left out. */
export function plansOf(records: readonly StrategyRecord[], day: number): MadePlan[] {
  const candidates = records.map(candidateOf);
  return NO_PLAN_TALLIES.flatMap(({ horizonDays, riskLevel }) => {
    const plan = checkedPlan(candidates, { horizonDays, riskLevel, isCapped: true });
    const { taken, allocatedShare, expected } = plan;
    if (allocatedShare === 0) return [];
    const parts = taken.map(({ candidate, share }) => [candidate.id, share / allocatedShare] as const);
    return [{ day, horizonDays, riskLevel, mean: expected.mean, low80: expected.low80, parts }];
  });
}

/**
 * What a position realized: the mean of the known APYs of the days after `index` (percent), or 0 when too few are known.
 */
export function earnedBy(apy: Float32Array | undefined, index: number, horizonDays: number): number {
  const ahead = apy?.subarray(Math.max(0, index + 1), Math.max(0, index + 1 + horizonDays)) ?? [];
  let [sum, known] = [0, 0];
  for (const value of ahead) {
    if (Number.isNaN(value)) continue;
    sum += value;
    known += 1;
  }
  return known >= MIN_KNOWN * horizonDays ? sum / known : 0;
}

/** What the plans that came due realized, position by position. A strategy that is not looked at earned nothing. */
export class PlanOutcomes {
  readonly #due: readonly MadePlan[];
  readonly #realized: Map<MadePlan, number>;

  constructor(plans: readonly MadePlan[], today: number) {
    this.#due = plans.filter((plan) => isDue(plan, today));
    this.#realized = new Map(this.#due.map((plan) => [plan, 0]));
  }

  look(id: string, series: DailySeries): void {
    for (const plan of this.#due) {
      const part = plan.parts.find(([own]) => own === id)?.[1];
      if (part === undefined) continue;
      const earned = earnedBy(series.apy, plan.day - series.firstDay, plan.horizonDays);
      this.#realized.set(plan, (this.#realized.get(plan) ?? 0) + part * earned);
    }
  }

  /** The tallies with the plans that came due. */
  settle(tallies: readonly PlanTally[]): readonly PlanTally[] {
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

export function isDue({ day, horizonDays }: MadePlan, today: number): boolean {
  return day + horizonDays <= today;
}

/** The open plans with those of today, where the last ones are a week old. */
export function withTodaysPlans(
  plans: readonly MadePlan[],
  records: readonly StrategyRecord[],
  today: number,
): readonly MadePlan[] {
  const last = Math.max(0, ...plans.map(({ day }) => day));
  return last + PLAN_EVERY_DAYS > today ? plans : [...plans, ...plansOf(records, today)];
}
