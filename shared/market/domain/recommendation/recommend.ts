import { round } from '../../../platform/domain/numbers.ts';
import type { ExpectedApy } from '../../../strategies/domain/expectation/expected-apy.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import { type Estimate, estimate, steadyYield } from './estimate.ts';
import { byTvl, type Candidate, POLICY, partsOf, positionCap } from './policy.ts';
import { brokenRules, earnsItsCosts, type Question } from './rules.ts';

const CENTS = 100;
/** Published shares are whole hundredths of a percent. */
const SHARE_STEPS = 10_000;
/** What a sum of equal parts may lack of the whole, because 1/7 has no exact binary form. */
const ROUNDING = 1e-9;
const DAYS_PER_YEAR = 365;

/** A strategy that may be recommended, with its part of the amount. */
export interface Recommendation<C extends Candidate> {
  readonly candidate: C;
  /** For its part of the amount, or for the largest part that it could take when it has none. */
  readonly estimate: Estimate;
  /** The APY that the ranking goes by, in percent. */
  readonly ranking: number;
  /** Its part of the amount, as a fraction of 1; 0 for none. */
  readonly share: number;
  /** Why it has no part; undefined for a position. */
  readonly leftOut?: LeftOut | undefined;
}

/** Why an eligible strategy has no part of the amount. */
export type LeftOut = 'protocol_cap' | 'chain_cap' | 'position_too_small' | 'outranked' | 'do_nothing';

interface Rejection<C extends Candidate> {
  readonly candidate: C;
  readonly estimate: Estimate;
  readonly reason: Reason;
}

/** The rule that keeps most candidates out of the plan. */
interface Obstacle {
  readonly code: Reason['code'];
  readonly obstacle: string;
  readonly advice: string;
  /** The number of candidates that break it. */
  readonly count: number;
  /** Whether only candidates that break one rule are counted. */
  readonly isAlone: boolean;
}

export interface RecommendedPlan<C extends Candidate> {
  /** The positions, best first. */
  readonly taken: readonly Recommendation<C>[];
  /** The number of strategies that passed every rule. */
  readonly eligible: number;
  /** The eligible strategies from one rank up to another (from 0): the positions, then the others, best first. */
  readonly ranked: (from: number, to: number) => readonly Recommendation<C>[];
  /** Candidates that broke one rule, the highest expected APY first. */
  readonly rejected: readonly Rejection<C>[];
  readonly obstacle: Obstacle | undefined;
  /** The number of candidates. */
  readonly considered: number;
  /** The number of strategies that had no room for a part while some of the amount was left, by the reason. */
  readonly passedOver: ReadonlyMap<LeftOut, number>;
  /** The allocated part of the amount: 1 for the whole. */
  readonly allocatedShare: number;
  /** Whether the plan is empty because its lower bound after costs was not above zero. */
  readonly doNothing: boolean;
  /** APY of the allocated part before costs: the central figure is a median. NaN when nothing is allocated. */
  readonly expected: ExpectedApy;
  /** The mean and the lower bound after dilution, impermanent loss and costs. */
  readonly net: { readonly mean: number; readonly low80: number };
}

/**
 * Divides an amount among candidates (already narrowed to the request's asset and chain): equal parts of the strategies
 * with the highest lower one of present and 30-day APY, after costs. The order of the candidates does not matter.
 */
export function recommend<C extends Candidate>(
  candidates: readonly C[],
  question: Question,
): RecommendedPlan<C> {
  const judged = candidates.map((candidate) => ({ candidate, broken: brokenRules(candidate, question) }));
  const eligible = judged
    .filter(({ broken }) => broken.length === 0)
    .map(({ candidate }) => ({
      candidate,
      ranking: steadyYield(candidate, mostOf(candidate, question), question).net,
    }))
    .sort((a, b) => b.ranking - a.ranking || byTvl(a.candidate, b.candidate));
  const { taken: placed, leftOut } = place(eligible, question);
  const doNothing = placed.length > 0 && totals(placed).net.low80 <= 0;
  const taken = doNothing ? [] : placed;
  const positions = new Set(taken.map(({ candidate }) => candidate.id));
  const others = eligible.filter(({ candidate }) => !positions.has(candidate.id));
  return {
    taken,
    eligible: eligible.length,
    ranked: (from, to) => [
      ...taken.slice(from, to),
      ...others
        .slice(Math.max(0, from - taken.length), Math.max(0, to - taken.length))
        .map(({ candidate, ranking }) => ({
          candidate,
          ranking,
          estimate: estimate(candidate, mostOf(candidate, question), question),
          share: 0,
          leftOut: doNothing
            ? ('do_nothing' as const)
            : (leftOut.get(candidate.id) ?? ('outranked' as const)),
        })),
    ],
    rejected: nearMisses(judged, question),
    obstacle: obstacleOf(judged),
    considered: candidates.length,
    passedOver: countsOf(leftOut.values()),
    doNothing,
    ...totals(taken),
  };
}

function countsOf<T>(values: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The most in USD that a candidate may take. */
function mostOf(candidate: Candidate, { request }: Question): number {
  return positionCap(candidate, request) * request.amountUsd;
}

/**
 * Assigns one equal part after the other to the best candidates. A candidate is passed over when its protocol or chain has
 * no room for the part. One whose TVL bears less takes what it bears.
 */
function place<C extends Candidate>(
  eligible: readonly { readonly candidate: C; readonly ranking: number }[],
  question: Question,
): { taken: Recommendation<C>[]; leftOut: Map<string, LeftOut> } {
  const { request } = question;
  const whole = 1 / partsOf(request);
  const taken: Recommendation<C>[] = [];
  const leftOut = new Map<string, LeftOut>();
  const held = new Map<string, number>();
  const heldBy = (group: string) => held.get(group) ?? 0;
  let left = 1;
  for (const { candidate, ranking } of eligible) {
    if (left <= ROUNDING) break;
    const { id, protocol, chain, min_deposit } = candidate;
    const share = Math.min(left, positionCap(candidate, request));
    const depositUsd = share * request.amountUsd;
    const made = estimate(candidate, depositUsd, question);
    const [inProtocol, inChain] = [heldBy(`protocol ${protocol}`) + share, heldBy(`chain ${chain}`) + share];
    const isEnough = share >= POLICY.smallestPart * whole && depositUsd >= min_deposit;
    if (!isEnough || !earnsItsCosts(candidate, depositUsd, question)) leftOut.set(id, 'position_too_small');
    else if (inProtocol > request.maxProtocolShare + ROUNDING) leftOut.set(id, 'protocol_cap');
    else if (inChain > request.maxChainShare + ROUNDING) leftOut.set(id, 'chain_cap');
    else {
      taken.push({ candidate, ranking, share, estimate: made });
      held.set(`protocol ${protocol}`, inProtocol).set(`chain ${chain}`, inChain);
      left -= share;
    }
  }
  return { taken, leftOut };
}

/** The figures of a plan from those of its parts, by their share. */
function totals<C extends Candidate>(taken: readonly Recommendation<C>[]) {
  const placed = taken.reduce((sum, { share }) => sum + share, 0);
  const allocatedShare = placed > 1 - ROUNDING ? 1 : placed;
  const weighted = (figure: (made: Estimate) => number) =>
    taken.reduce((sum, { estimate: made, share }) => sum + figure(made) * share, 0) / placed;
  const mean = weighted(({ expected, correction }) => expected.mean - correction);
  const low80 = mean - POLICY.lowMargin * weighted(({ expected }) => expected.mean - expected.low80);
  const net = weighted((made) => made.net);
  return {
    allocatedShare,
    expected: { mean, low80, high80: weighted(({ expected }) => expected.high80) },
    net: { mean: net, low80: low80 - (mean - net) },
  };
}

type Judged<C> = readonly { readonly candidate: C; readonly broken: ReturnType<typeof brokenRules> }[];

function nearMisses<C extends Candidate>(judged: Judged<C>, question: Question): Rejection<C>[] {
  return judged
    .flatMap(({ candidate, broken: [rule, another] }) =>
      rule === undefined || another !== undefined
        ? []
        : [{ candidate, rule, estimate: estimate(candidate, mostOf(candidate, question), question) }],
    )
    .sort((a, b) => b.estimate.expected.mean - a.estimate.expected.mean || byTvl(a.candidate, b.candidate))
    .slice(0, POLICY.rejectedShown)
    .map(({ candidate, rule, estimate: made }) => ({
      candidate,
      estimate: made,
      reason: { code: rule.code, message: rule.message(candidate, question) },
    }));
}

/** The rule that most candidates break: counted over those that break only one, or over all where none does. */
function obstacleOf<C extends Candidate>(judged: Judged<C>): Obstacle | undefined {
  const alone = judged.filter(({ broken }) => broken.length === 1);
  const rules = (alone.length > 0 ? alone : judged).flatMap(({ broken }) => broken);
  const counted = [...Map.groupBy(rules, (rule) => rule)].map(([rule, { length }]) => ({
    rule,
    count: length,
  }));
  const [most] = counted.sort((a, b) => b.count - a.count || (a.rule.code < b.rule.code ? -1 : 1));
  if (most === undefined) return undefined;
  const { code, obstacle, advice } = most.rule;
  return { code, obstacle, advice, count: most.count, isAlone: alone.length > 0 };
}

/** A plan's division of the amount, in USD. */
export interface Division {
  /** One for each position, in the plan's order, with its earnings over the horizon at the expected net APY. */
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
 * The amount divided into whole cents, and the shares in hundredths of a percent, that sum exactly to what is allocated:
 * each part ends where the plan's shares end, rounded, so that no rounding is carried from one to the next.
 */
export function divide<C extends Candidate>(plan: RecommendedPlan<C>, { request }: Question): Division {
  const cents = Math.round(request.amountUsd * CENTS);
  let end = 0;
  const parts = plan.taken.map(({ share, estimate: { net } }) => {
    const start = end;
    end += share;
    const stepsOf = (whole: number) => Math.round(whole * end) - Math.round(whole * start);
    const amountUsd = stepsOf(cents) / CENTS;
    const growth = (1 + Math.max(-100, net) / 100) ** (request.horizonDays / DAYS_PER_YEAR);
    return { share: stepsOf(SHARE_STEPS) / SHARE_STEPS, amountUsd, earningsUsd: amountUsd * (growth - 1) };
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
