import { round } from '../../../platform/domain/numbers.ts';
import type { ExpectedApy } from '../../../strategies/domain/expectation/expected-apy.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import { type Estimate, estimateCandidate, estimateConservativeYield } from './estimate.ts';
import {
  type Candidate,
  compareByTvl,
  computeEqualPartCount,
  computeMaxPositionShare,
  RECOMMENDATION_POLICY,
} from './policy.ts';
import { type AllocationInputs, coversCosts, findBrokenRules } from './rules.ts';

const CENTS_PER_DOLLAR = 100;
/** Each strategy's share of the amount is rounded to 1 / SHARE_ROUNDING_UNITS (0.01%). */
const SHARE_ROUNDING_UNITS = 10_000;
/** Tolerance for sums of equal parts, because fractions such as 1/7 have no exact binary form. */
const SHARE_TOLERANCE = 1e-9;
const DAYS_PER_YEAR = 365;

/** An eligible strategy, and the part of the amount that is allocated to it, if any. */
export interface Recommendation<C extends Candidate> {
  readonly candidate: C;
  /**
   * Estimate for the amount that is allocated to the strategy. If nothing is allocated, the estimate is for the largest
   * amount that could be allocated to it.
   */
  readonly estimate: Estimate;
  /** APY in percent. The strategy with the highest value is ranked first. */
  readonly rankingApy: number;
  /** Fraction of the amount that is allocated to the strategy, 0 to 1. */
  readonly share: number;
  /** Why no part of the amount is allocated to the strategy; undefined if a part is allocated. */
  readonly exclusionReason?: ExclusionReason | undefined;
}

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

interface MostBrokenRule {
  readonly code: Reason['code'];
  readonly cause: string;
  readonly advice: string;
  readonly count: number;
  /** If true, `count` includes only candidates that break this rule and no other. */
  readonly isOnlyBrokenRule: boolean;
}

export interface RecommendedAllocation<C extends Candidate> {
  /** The strategies with a part of the amount, best first. */
  readonly allocatedStrategies: readonly Recommendation<C>[];
  /** Number of strategies that passed every rule. */
  readonly eligibleCount: number;
  /**
   * Returns the eligible strategies from rank `from` (inclusive) to rank `to` (exclusive), counted from 0. Strategies
   * that receive a part of the amount come first.
   */
  readonly strategiesAtRanks: (from: number, to: number) => readonly Recommendation<C>[];
  /**
   * Candidates that broke exactly one rule, highest expected APY first. At most
   * `RECOMMENDATION_POLICY.maxRejectedShown` of them.
   */
  readonly rejections: readonly Rejection<C>[];
  readonly mostBrokenRule: MostBrokenRule | undefined;
  /** Number of strategies that match the request's assets and chains. */
  readonly candidateCount: number;
  /** Number of eligible strategies that were skipped before the whole amount was allocated, by reason. */
  readonly skippedCounts: ReadonlyMap<ExclusionReason, number>;
  /** Fraction of the amount that is allocated, 0 to 1. */
  readonly allocatedShare: number;
  /** Whether nothing is allocated because the lower bound of the APY after costs (`net.low80`) would be 0 or less. */
  readonly isLossLikely: boolean;
  /**
   * Expected APY of the allocated part in percent, before costs. NaN if nothing is allocated. The mean is already
   * reduced by the `correction` of each strategy.
   */
  readonly expected: ExpectedApy;
  /** Mean and lower bound of the APY in percent. Dilution, impermanent loss and costs are already subtracted. */
  readonly net: { readonly mean: number; readonly low80: number };
}

/**
 * Divides an amount among the candidates that break no rule. Candidates with the highest conservative net APY come
 * first.
 */
export function recommendAllocation<C extends Candidate>(
  candidates: readonly C[],
  inputs: AllocationInputs,
): RecommendedAllocation<C> {
  const checkedCandidates = candidates.map((candidate) => ({
    candidate,
    brokenRules: findBrokenRules(candidate, inputs),
  }));
  const eligibleCandidates = checkedCandidates
    .filter(({ brokenRules }) => brokenRules.length === 0)
    .map(({ candidate }) => ({
      candidate,
      rankingApy: estimateConservativeYield(candidate, computeMaxDepositUsd(candidate, inputs), inputs)
        .netApy,
    }))
    .sort((a, b) => b.rankingApy - a.rankingApy || compareByTvl(a.candidate, b.candidate));
  const { recommendedParts: allocatedParts, exclusionReasons } = allocateParts(eligibleCandidates, inputs);
  const isLossLikely = allocatedParts.length > 0 && computeAllocationTotals(allocatedParts).net.low80 <= 0;
  const recommendedParts = isLossLikely ? [] : allocatedParts;
  const allocatedIds = new Set(recommendedParts.map(({ candidate }) => candidate.id));
  const otherCandidates = eligibleCandidates.filter(({ candidate }) => !allocatedIds.has(candidate.id));
  return {
    allocatedStrategies: recommendedParts,
    eligibleCount: eligibleCandidates.length,
    strategiesAtRanks: (from, to) => [
      ...recommendedParts.slice(from, to),
      ...otherCandidates
        .slice(Math.max(0, from - recommendedParts.length), Math.max(0, to - recommendedParts.length))
        .map(({ candidate, rankingApy }) => ({
          candidate,
          rankingApy,
          estimate: estimateCandidate(candidate, computeMaxDepositUsd(candidate, inputs), inputs),
          share: 0,
          exclusionReason: isLossLikely
            ? ('do_nothing' as const)
            : (exclusionReasons.get(candidate.id) ?? ('outranked' as const)),
        })),
    ],
    rejections: listRejectionsByOneRule(checkedCandidates, inputs),
    mostBrokenRule: findMostBrokenRule(checkedCandidates),
    candidateCount: candidates.length,
    skippedCounts: countOccurrences(exclusionReasons.values()),
    isLossLikely,
    ...computeAllocationTotals(recommendedParts),
  };
}

function countOccurrences<T>(values: Iterable<T>): ReadonlyMap<T, number> {
  const countByValue = new Map<T, number>();
  for (const value of values) countByValue.set(value, (countByValue.get(value) ?? 0) + 1);
  return countByValue;
}

function computeMaxDepositUsd(candidate: Candidate, { request }: AllocationInputs): number {
  return computeMaxPositionShare(candidate, request) * request.amountUsd;
}

/**
 * Assigns equal parts to the best candidates, one after another. A candidate is skipped if its protocol or chain has
 * reached its cap. A candidate with a small TVL gets a smaller part.
 */
function allocateParts<C extends Candidate>(
  eligibleCandidates: readonly { readonly candidate: C; readonly rankingApy: number }[],
  inputs: AllocationInputs,
): { recommendedParts: Recommendation<C>[]; exclusionReasons: Map<string, ExclusionReason> } {
  const { request } = inputs;
  const equalShare = 1 / computeEqualPartCount(request);
  const recommendedParts: Recommendation<C>[] = [];
  const exclusionReasons = new Map<string, ExclusionReason>();
  const allocatedShareByGroup = new Map<string, number>();
  const allocatedShareOfGroup = (group: string) => allocatedShareByGroup.get(group) ?? 0;
  let remainingShare = 1;
  for (const { candidate, rankingApy } of eligibleCandidates) {
    if (remainingShare <= SHARE_TOLERANCE) break;
    const { id, protocol, chain, min_deposit } = candidate;
    const candidateShare = Math.min(remainingShare, computeMaxPositionShare(candidate, request));
    const depositUsd = candidateShare * request.amountUsd;
    const yieldEstimate = estimateCandidate(candidate, depositUsd, inputs);
    const [protocolShare, chainShare] = [
      allocatedShareOfGroup(`protocol ${protocol}`) + candidateShare,
      allocatedShareOfGroup(`chain ${chain}`) + candidateShare,
    ];
    const isLargeEnough =
      candidateShare >= RECOMMENDATION_POLICY.minPartFraction * equalShare && depositUsd >= min_deposit;
    if (!isLargeEnough || !coversCosts(candidate, depositUsd, inputs))
      exclusionReasons.set(id, 'position_too_small');
    else if (protocolShare > request.maxProtocolShare + SHARE_TOLERANCE)
      exclusionReasons.set(id, 'protocol_cap');
    else if (chainShare > request.maxChainShare + SHARE_TOLERANCE) exclusionReasons.set(id, 'chain_cap');
    else {
      recommendedParts.push({ candidate, rankingApy, share: candidateShare, estimate: yieldEstimate });
      allocatedShareByGroup.set(`protocol ${protocol}`, protocolShare).set(`chain ${chain}`, chainShare);
      remainingShare -= candidateShare;
    }
  }
  return { recommendedParts, exclusionReasons };
}

/** Returns the mean figures of an allocation, weighted by the shares of its parts. */
function computeAllocationTotals<C extends Candidate>(recommendedParts: readonly Recommendation<C>[]) {
  const summedPartShares = recommendedParts.reduce((sum, { share }) => sum + share, 0);
  const allocatedShare = summedPartShares > 1 - SHARE_TOLERANCE ? 1 : summedPartShares;
  const computeWeightedMean = (figureOf: (yieldEstimate: Estimate) => number) =>
    recommendedParts.reduce(
      (sum, { estimate: yieldEstimate, share }) => sum + figureOf(yieldEstimate) * share,
      0,
    ) / summedPartShares;
  const mean = computeWeightedMean(({ expected, correction }) => expected.mean - correction);
  const low80 =
    mean -
    RECOMMENDATION_POLICY.lowerBoundFactor *
      computeWeightedMean(({ expected }) => expected.mean - expected.low80);
  const netApy = computeWeightedMean((yieldEstimate) => yieldEstimate.netApy);
  return {
    allocatedShare,
    expected: { mean, low80, high80: computeWeightedMean(({ expected }) => expected.high80) },
    net: { mean: netApy, low80: low80 - (mean - netApy) },
  };
}

type CheckedCandidates<C> = readonly {
  readonly candidate: C;
  readonly brokenRules: ReturnType<typeof findBrokenRules>;
}[];

function listRejectionsByOneRule<C extends Candidate>(
  checkedCandidates: CheckedCandidates<C>,
  inputs: AllocationInputs,
): Rejection<C>[] {
  return checkedCandidates
    .flatMap(({ candidate, brokenRules: [rule, secondRule] }) =>
      rule === undefined || secondRule !== undefined
        ? []
        : [
            {
              candidate,
              rule,
              estimate: estimateCandidate(candidate, computeMaxDepositUsd(candidate, inputs), inputs),
            },
          ],
    )
    .sort(
      (a, b) => b.estimate.expected.mean - a.estimate.expected.mean || compareByTvl(a.candidate, b.candidate),
    )
    .slice(0, RECOMMENDATION_POLICY.maxRejectedShown)
    .map(({ candidate, rule, estimate: yieldEstimate }) => ({
      candidate,
      estimate: yieldEstimate,
      reason: { code: rule.code, message: rule.messageFor(candidate, inputs) },
    }));
}

/**
 * Returns the rule that most candidates break. Counts only candidates that break exactly one rule. If there are no such
 * candidates, counts all candidates.
 */
function findMostBrokenRule<C extends Candidate>(
  checkedCandidates: CheckedCandidates<C>,
): MostBrokenRule | undefined {
  const candidatesWithOneBrokenRule = checkedCandidates.filter(({ brokenRules }) => brokenRules.length === 1);
  const allBrokenRules = (
    candidatesWithOneBrokenRule.length > 0 ? candidatesWithOneBrokenRule : checkedCandidates
  ).flatMap(({ brokenRules }) => brokenRules);
  const ruleCounts = [...Map.groupBy(allBrokenRules, (rule) => rule)].map(([rule, { length }]) => ({
    rule,
    count: length,
  }));
  const [mostFrequentBreach] = ruleCounts.sort(
    (a, b) => b.count - a.count || (a.rule.code < b.rule.code ? -1 : 1),
  );
  if (mostFrequentBreach === undefined) return undefined;
  const { code, cause, advice } = mostFrequentBreach.rule;
  return {
    code,
    cause,
    advice,
    count: mostFrequentBreach.count,
    isOnlyBrokenRule: candidatesWithOneBrokenRule.length > 0,
  };
}

export interface AmountAllocation {
  /**
   * One part for each allocated strategy, in the order of the allocation. `earningsUsd` is the expected net yield over
   * the horizon.
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
 * Rounds each part to whole cents, and its fraction of the amount to hundredths of a percent. The rounded values add up
 * exactly to the allocated totals.
 */
export function allocateAmount<C extends Candidate>(
  allocation: RecommendedAllocation<C>,
  { request }: AllocationInputs,
): AmountAllocation {
  const amountCents = Math.round(request.amountUsd * CENTS_PER_DOLLAR);
  let cumulativeShare = 0;
  const parts = allocation.allocatedStrategies.map(({ share, estimate: { netApy } }) => {
    const previousCumulativeShare = cumulativeShare;
    cumulativeShare += share;
    const shareOfTotal = (total: number) =>
      Math.round(total * cumulativeShare) - Math.round(total * previousCumulativeShare);
    const amountUsd = shareOfTotal(amountCents) / CENTS_PER_DOLLAR;
    const growthFactor = (1 + Math.max(-100, netApy) / 100) ** (request.horizonDays / DAYS_PER_YEAR);
    return {
      share: shareOfTotal(SHARE_ROUNDING_UNITS) / SHARE_ROUNDING_UNITS,
      amountUsd,
      earningsUsd: amountUsd * (growthFactor - 1),
    };
  });
  const allocatedCents = Math.round(amountCents * allocation.allocatedShare);
  return {
    parts,
    allocatedUsd: allocatedCents / CENTS_PER_DOLLAR,
    unallocatedUsd: (amountCents - allocatedCents) / CENTS_PER_DOLLAR,
    earningsUsd: round(
      parts.reduce((sum, { earningsUsd }) => sum + earningsUsd, 0),
      2,
    ),
  };
}
