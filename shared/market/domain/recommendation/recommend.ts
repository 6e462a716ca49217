import { round } from '../../../platform/domain/numbers.ts';
import type { ExpectedApy } from '../../../strategies/domain/expectation/expected-apy.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import { type Estimate, estimate, steadyYield } from './estimate.ts';
import { type Candidate, compareByTvl, POLICY, partCountOf, positionCap } from './policy.ts';
import { type AllocationInputs, coversCosts, findBrokenRules } from './rules.ts';

const CENTS = 100;
/** Number of steps of a share from 0 to 1. Published shares are therefore multiples of 0.01%. */
const SHARE_STEPS = 10_000;
/** Tolerance for sums of equal parts, because fractions such as 1/7 have no exact binary form. */
const SHARE_TOLERANCE = 1e-9;
const DAYS_PER_YEAR = 365;

/** An eligible strategy with its part of the amount. */
export interface Recommendation<C extends Candidate> {
  readonly candidate: C;
  /**
   * Estimate for the strategy's part of the amount. If it has no part, the estimate is for its largest possible part.
   */
  readonly estimate: Estimate;
  /** The APY that the ranking of strategies compares, in percent. */
  readonly ranking: number;
  /** Share of the amount, as a fraction of 1. 0 if the strategy has no part. */
  readonly share: number;
  /** Why the strategy has no part; undefined if it has one. */
  readonly leftOut?: ExclusionReason | undefined;
}

/** The reason why an eligible strategy has no part of the amount. */
export type ExclusionReason =
  | 'protocol_cap'
  | 'chain_cap'
  | 'position_too_small'
  | 'outranked'
  | 'do_nothing';

interface Rejection<C extends Candidate> {
  readonly candidate: C;
  readonly estimate: Estimate;
  readonly reason: Reason;
}

/** The rule that most candidates break. */
interface MostBrokenRule {
  readonly code: Reason['code'];
  readonly cause: string;
  readonly advice: string;
  /** Number of candidates that break the rule. */
  readonly count: number;
  /** If true, `count` includes only candidates that break no other rule. */
  readonly isAlone: boolean;
}

export interface RecommendedAllocation<C extends Candidate> {
  /** The strategies with a part of the amount, best first. */
  readonly taken: readonly Recommendation<C>[];
  /** Number of strategies that passed every rule. */
  readonly eligible: number;
  /**
   * Returns the eligible strategies at the ranks from `from` (included) to `to` (excluded). The first rank is 0.
   * Strategies with a part of the amount come first, then the remaining strategies, best first.
   */
  readonly ranked: (from: number, to: number) => readonly Recommendation<C>[];
  /** Candidates that broke exactly one rule, highest expected APY first. */
  readonly rejected: readonly Rejection<C>[];
  readonly obstacle: MostBrokenRule | undefined;
  /** Number of candidates, which are the strategies that match the request's assets and chains. */
  readonly considered: number;
  /** Number of eligible strategies that were skipped while a part of the amount was still unallocated, by reason. */
  readonly passedOver: ReadonlyMap<ExclusionReason, number>;
  /** Fraction of the amount that is allocated, 0 to 1. */
  readonly allocatedShare: number;
  /** Whether the allocation is empty because its lower bound after costs is 0 or less. */
  readonly doNothing: boolean;
  /** Expected APY of the allocated part before costs, in percent. NaN if nothing is allocated. */
  readonly expected: ExpectedApy;
  /** Mean and lower bound after dilution, impermanent loss and costs, in percent. */
  readonly net: { readonly mean: number; readonly low80: number };
}

/**
 * Divides an amount among candidates. The candidates must already match the request's assets and chains, in any order.
 * The allocation has equal parts of the strategies with the highest net yield. This yield is computed from the lower
 * one of the current APY and the 30-day mean APY.
 */
export function recommend<C extends Candidate>(
  candidates: readonly C[],
  planInputs: AllocationInputs,
): RecommendedAllocation<C> {
  const checkedCandidates = candidates.map((candidate) => ({
    candidate,
    broken: findBrokenRules(candidate, planInputs),
  }));
  const eligibleCandidates = checkedCandidates
    .filter(({ broken }) => broken.length === 0)
    .map(({ candidate }) => ({
      candidate,
      ranking: steadyYield(candidate, maxDepositUsd(candidate, planInputs), planInputs).net,
    }))
    .sort((a, b) => b.ranking - a.ranking || compareByTvl(a.candidate, b.candidate));
  const { taken: allocatedParts, leftOut } = allocateParts(eligibleCandidates, planInputs);
  const isLossLikely = allocatedParts.length > 0 && computeTotals(allocatedParts).net.low80 <= 0;
  const recommended = isLossLikely ? [] : allocatedParts;
  const positions = new Set(recommended.map(({ candidate }) => candidate.id));
  const otherCandidates = eligibleCandidates.filter(({ candidate }) => !positions.has(candidate.id));
  return {
    taken: recommended,
    eligible: eligibleCandidates.length,
    ranked: (from, to) => [
      ...recommended.slice(from, to),
      ...otherCandidates
        .slice(Math.max(0, from - recommended.length), Math.max(0, to - recommended.length))
        .map(({ candidate, ranking }) => ({
          candidate,
          ranking,
          estimate: estimate(candidate, maxDepositUsd(candidate, planInputs), planInputs),
          share: 0,
          leftOut: isLossLikely
            ? ('do_nothing' as const)
            : (leftOut.get(candidate.id) ?? ('outranked' as const)),
        })),
    ],
    rejected: nearMisses(checkedCandidates, planInputs),
    obstacle: findObstacle(checkedCandidates),
    considered: candidates.length,
    passedOver: countValues(leftOut.values()),
    doNothing: isLossLikely,
    ...computeTotals(recommended),
  };
}

function countValues<T>(values: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Returns the maximum deposit into a candidate, in USD. */
function maxDepositUsd(candidate: Candidate, { request }: AllocationInputs): number {
  return positionCap(candidate, request) * request.amountUsd;
}

/**
 * Assigns equal parts to the best candidates, one after another. A candidate is skipped if its protocol or chain has
 * reached its cap. A candidate with a small TVL gets a smaller part.
 */
function allocateParts<C extends Candidate>(
  eligibleCandidates: readonly { readonly candidate: C; readonly ranking: number }[],
  planInputs: AllocationInputs,
): { taken: Recommendation<C>[]; leftOut: Map<string, ExclusionReason> } {
  const { request } = planInputs;
  const equalPart = 1 / partCountOf(request);
  const recommended: Recommendation<C>[] = [];
  const exclusionReasons = new Map<string, ExclusionReason>();
  const allocatedByGroup = new Map<string, number>();
  const allocatedShareOf = (group: string) => allocatedByGroup.get(group) ?? 0;
  let remainingShare = 1;
  for (const { candidate, ranking } of eligibleCandidates) {
    if (remainingShare <= SHARE_TOLERANCE) break;
    const { id, protocol, chain, min_deposit } = candidate;
    const share = Math.min(remainingShare, positionCap(candidate, request));
    const depositUsd = share * request.amountUsd;
    const yieldEstimate = estimate(candidate, depositUsd, planInputs);
    const [protocolShare, chainShare] = [
      allocatedShareOf(`protocol ${protocol}`) + share,
      allocatedShareOf(`chain ${chain}`) + share,
    ];
    const isEnough = share >= POLICY.smallestPart * equalPart && depositUsd >= min_deposit;
    if (!isEnough || !coversCosts(candidate, depositUsd, planInputs))
      exclusionReasons.set(id, 'position_too_small');
    else if (protocolShare > request.maxProtocolShare + SHARE_TOLERANCE)
      exclusionReasons.set(id, 'protocol_cap');
    else if (chainShare > request.maxChainShare + SHARE_TOLERANCE) exclusionReasons.set(id, 'chain_cap');
    else {
      recommended.push({ candidate, ranking, share, estimate: yieldEstimate });
      allocatedByGroup.set(`protocol ${protocol}`, protocolShare).set(`chain ${chain}`, chainShare);
      remainingShare -= share;
    }
  }
  return { taken: recommended, leftOut: exclusionReasons };
}

/** Returns the figures of an allocation. They are means of the allocation's parts, weighted by share. */
function computeTotals<C extends Candidate>(recommended: readonly Recommendation<C>[]) {
  const allocatedTotal = recommended.reduce((sum, { share }) => sum + share, 0);
  const allocatedShare = allocatedTotal > 1 - SHARE_TOLERANCE ? 1 : allocatedTotal;
  const weightedMean = (figure: (yieldEstimate: Estimate) => number) =>
    recommended.reduce((sum, { estimate: yieldEstimate, share }) => sum + figure(yieldEstimate) * share, 0) /
    allocatedTotal;
  const mean = weightedMean(({ expected, correction }) => expected.mean - correction);
  const low80 = mean - POLICY.lowMargin * weightedMean(({ expected }) => expected.mean - expected.low80);
  const net = weightedMean((yieldEstimate) => yieldEstimate.net);
  return {
    allocatedShare,
    expected: { mean, low80, high80: weightedMean(({ expected }) => expected.high80) },
    net: { mean: net, low80: low80 - (mean - net) },
  };
}

type CheckedCandidates<C> = readonly {
  readonly candidate: C;
  readonly broken: ReturnType<typeof findBrokenRules>;
}[];

function nearMisses<C extends Candidate>(
  checkedCandidates: CheckedCandidates<C>,
  planInputs: AllocationInputs,
): Rejection<C>[] {
  return checkedCandidates
    .flatMap(({ candidate, broken: [rule, secondRule] }) =>
      rule === undefined || secondRule !== undefined
        ? []
        : [
            {
              candidate,
              rule,
              estimate: estimate(candidate, maxDepositUsd(candidate, planInputs), planInputs),
            },
          ],
    )
    .sort(
      (a, b) => b.estimate.expected.mean - a.estimate.expected.mean || compareByTvl(a.candidate, b.candidate),
    )
    .slice(0, POLICY.rejectedShown)
    .map(({ candidate, rule, estimate: yieldEstimate }) => ({
      candidate,
      estimate: yieldEstimate,
      reason: { code: rule.code, message: rule.message(candidate, planInputs) },
    }));
}

/**
 * Returns the rule that most candidates break. Counts only candidates that break exactly one rule. If there are no such
 * candidates, counts all candidates.
 */
function findObstacle<C extends Candidate>(
  checkedCandidates: CheckedCandidates<C>,
): MostBrokenRule | undefined {
  const singleRuleCandidates = checkedCandidates.filter(({ broken }) => broken.length === 1);
  const rules = (singleRuleCandidates.length > 0 ? singleRuleCandidates : checkedCandidates).flatMap(
    ({ broken }) => broken,
  );
  const ruleCounts = [...Map.groupBy(rules, (rule) => rule)].map(([rule, { length }]) => ({
    rule,
    count: length,
  }));
  const [most] = ruleCounts.sort((a, b) => b.count - a.count || (a.rule.code < b.rule.code ? -1 : 1));
  if (most === undefined) return undefined;
  const { code, cause, advice } = most.rule;
  return { code, cause, advice, count: most.count, isAlone: singleRuleCandidates.length > 0 };
}

/** The amounts of an allocation, in USD. */
export interface AmountAllocation {
  /**
   * One part for each strategy with a share, in the allocation's order. Earnings are in USD over the horizon, at the
   * expected net APY.
   */
  readonly parts: readonly {
    readonly share: number;
    readonly amountUsd: number;
    readonly earningsUsd: number;
  }[];
  readonly allocatedUsd: number;
  readonly unallocatedUsd: number;
  readonly earningsUsd: number;
}

/**
 * Divides the amount into whole cents, and the shares into hundredths of a percent. The sums of both are exactly the
 * allocated totals. Each part ends at the rounded cumulative share, so that rounding errors do not accumulate.
 */
export function allocateAmount<C extends Candidate>(
  plan: RecommendedAllocation<C>,
  { request }: AllocationInputs,
): AmountAllocation {
  const cents = Math.round(request.amountUsd * CENTS);
  let end = 0;
  const parts = plan.taken.map(({ share, estimate: { net } }) => {
    const start = end;
    end += share;
    const shareOfTotal = (total: number) => Math.round(total * end) - Math.round(total * start);
    const amountUsd = shareOfTotal(cents) / CENTS;
    const growth = (1 + Math.max(-100, net) / 100) ** (request.horizonDays / DAYS_PER_YEAR);
    return {
      share: shareOfTotal(SHARE_STEPS) / SHARE_STEPS,
      amountUsd,
      earningsUsd: amountUsd * (growth - 1),
    };
  });
  const allocatedCents = Math.round(cents * plan.allocatedShare);
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
