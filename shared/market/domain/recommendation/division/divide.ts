import { round } from '../../../../platform/domain/numbers.ts';
import type { Candidate, RecommendationRequest } from '../policy.ts';
import type { RecommendedPlan } from '../recommend.ts';
import { UNITS } from './allocate.ts';

const CENTS = 100;
const DAYS_PER_YEAR = 365;

/** An amount divided by a plan, in USD. */
export interface Division {
  /** One for each position, in the plan's order. */
  readonly parts: readonly {
    readonly amountUsd: number;
    /** Over the horizon at the expected net APY. */
    readonly earningsUsd: number;
  }[];
  readonly allocatedUsd: number;
  readonly unallocatedUsd: number;
  readonly earningsUsd: number;
}

/**
 * The amount divided into whole cents that sum exactly to what is allocated: each part ends where the plan's shares
 * end, rounded, so that no rounding is carried from one to the next.
 */
export function divide<C extends Candidate>(
  plan: RecommendedPlan<C>,
  request: RecommendationRequest,
): Division {
  const cents = Math.round(request.amountUsd * CENTS);
  let unitsBefore = 0;
  const parts = plan.taken.map(({ units, estimate: { net } }) => {
    const start = Math.round((cents * unitsBefore) / UNITS);
    unitsBefore += units;
    const amountUsd = (Math.round((cents * unitsBefore) / UNITS) - start) / CENTS;
    const growth = (1 + Math.max(-100, net) / 100) ** (request.horizonDays / DAYS_PER_YEAR);
    return { amountUsd, earningsUsd: amountUsd * (growth - 1) };
  });
  const allocatedCents = Math.round((cents * plan.allocatedUnits) / UNITS);
  return {
    parts,
    allocatedUsd: allocatedCents / CENTS,
    unallocatedUsd: (cents - allocatedCents) / CENTS,
    earningsUsd: round(
      parts.reduce((sum, { earningsUsd }) => sum + earningsUsd, 0),
      2,
    ),
  };
}
