import type { ExpectedApy } from '../../../strategies/domain/expectation/expected-apy.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import { allocate, UNITS } from './division/allocate.ts';
import { positionCap, rejectionReasons } from './eligibility/eligibility.ts';
import { judge, nearMissesOf } from './eligibility/judge.ts';
import { type Obstacle, obstacleOf } from './eligibility/obstacle.ts';
import { type Estimate, estimate, gasPoints, rankingApy, type Setting } from './estimates/estimate.ts';
import { byTvl, type Candidate, POLICY, type RecommendationRequest } from './policy.ts';
import type { Pool } from './pool.ts';
import { questionTo } from './question.ts';
import { type Ranked, rankedBy } from './ranked.ts';

/** A strategy that may be recommended, with its part of the amount. */
export interface Recommendation<C extends Candidate> {
  readonly candidate: C;
  /** At its own part of the amount, or at the most that it could take when it has none. */
  readonly estimate: Estimate;
  /** What the ranking goes by, in percent. */
  readonly ranking: number;
  /** Its part of the amount in hundredths of a percent. */
  readonly units: number;
}

interface Rejection<C extends Candidate> {
  readonly candidate: C;
  readonly estimate: Estimate;
  readonly reason: Reason;
}

export interface RecommendedPlan<C extends Candidate> {
  /** Those with a part of the amount, by the ranking, best first. */
  readonly taken: readonly Recommendation<C>[];
  /** How many may be recommended, those with a part included. */
  readonly eligible: number;
  /**
   * The eligible from one rank up to another (from 0): those with a part, then the others by the ranking, as far as the
   * amount may be divided among them.
   */
  readonly ranked: (from: number, to: number) => readonly Recommendation<C>[];
  /** Candidates that broke one rule alone, those with the highest expectation first. */
  readonly rejected: () => readonly Rejection<C>[];
  /** How many of the eligible are another than the present position. */
  readonly elsewhere: number;
  /** What keeps most candidates from being recommended. */
  readonly obstacle: () => Obstacle | undefined;
  /** Candidates looked at. */
  readonly considered: number;
  /** Of the amount, in hundredths of a percent: 10,000 unless the caps make that impossible. */
  readonly allocatedUnits: number;
  /** Of the allocated part, as protocols would report it, in percent; NaN when nothing is allocated. */
  readonly expected: ExpectedApy;
  /** The same mean after dilution, impermanent loss and costs. */
  readonly expectedNetApy: number;
}

/**
 * Where to put an amount among some candidates of a pool (already narrowed to the request's asset and chain). The same
 * candidates and setting give the same plan, whatever the candidates' order.
 *
 * @param places of the candidates in the pool
 * @param asOfMs the catalog's own time, against which a reading is stale
 */
export function recommend<C extends Candidate>(
  pool: Pool<C>,
  places: Uint32Array,
  setting: Setting,
  asOfMs: number,
): RecommendedPlan<C> {
  const question = questionTo(pool, places, setting, asOfMs);
  const judgement = judge(question);
  const eligible = rankedBy(question, judgement);
  const { best } = eligible;
  const units = allocateUnits(best, setting);
  const taken = best
    .flatMap(({ candidate }, rank) => {
      const part = units[rank] ?? 0;
      return part === 0 ? [] : settle(candidate, part, (part / UNITS) * setting.request.amountUsd, setting);
    })
    .sort(byRanking);
  const holders = units.flatMap((part, rank) => (part > 0 ? [rank] : []));
  const others = (from: number, to: number) => {
    const [start, end] = [rankAmong(from, holders), rankAmong(to, holders)];
    return best
      .slice(start, end)
      .filter((_, index) => !holders.includes(start + index))
      .map(({ candidate }) => settle(candidate, 0, mostOf(candidate, setting), setting));
  };
  let rejected: readonly Rejection<C>[] | undefined;
  return {
    taken,
    eligible: eligible.count,
    ranked: (from, to) => [
      ...taken.slice(from, to),
      ...others(Math.max(0, from - taken.length), Math.max(0, to - taken.length)),
    ],
    rejected: () => {
      rejected ??= nearMissesOf(question, judgement).map((place) =>
        rejectionOf(pool.at(place), setting, asOfMs),
      );
      return rejected;
    },
    elsewhere: eligible.count - +(judgement.broken[question.present.place] === 0),
    obstacle: () => obstacleOf(question, judgement, setting, asOfMs),
    considered: places.length,
    ...totals(taken),
  };
}

/** The rank, counting everybody, of what has the given rank among those that hold nothing. */
function rankAmong(rank: number, holders: readonly number[]): number {
  return holders.reduce((all, holder) => (holder <= all ? all + 1 : all), rank);
}

/** The most in USD that a candidate may take. */
function mostOf(candidate: Candidate, { request }: Setting): number {
  return positionCap(candidate.tvl, request) * request.amountUsd;
}

function rejectionOf<C extends Candidate>(candidate: C, setting: Setting, asOfMs: number): Rejection<C> {
  const [reason] = rejectionReasons(candidate, setting, asOfMs);
  if (reason === undefined) throw new Error(`${candidate.id} was rejected without a reason.`);
  return { candidate, estimate: estimate(candidate, mostOf(candidate, setting), setting), reason };
}

function allocateUnits<C extends Candidate>(best: readonly Ranked<C>[], setting: Setting): number[] {
  const { request } = setting;
  const contenders = best.map(({ candidate, ranking, least }) => {
    const cap = Math.floor(positionCap(candidate.tvl, request) * UNITS + 1e-6);
    const fixed = gasPoints(candidate, setting) * UNITS;
    return {
      // Ranked as at its cap, where it is worth this much after its gas.
      worth: Math.max(0, ranking) + fixed / Math.max(1, cap),
      fixed,
      cap,
      floor: Math.ceil((smallestPosition(candidate, least, request) / request.amountUsd) * UNITS - 1e-6),
      protocol: candidate.protocol,
      chain: candidate.chain,
    };
  });
  return allocate(contenders, {
    protocol: Math.floor(request.maxProtocolShare * UNITS + 1e-6),
    chain: Math.floor(request.maxChainShare * UNITS + 1e-6),
  });
}

/** The smallest position in USD: what the strategy takes, what is worth telling, and what is worth moving. */
function smallestPosition(
  { min_deposit }: Candidate,
  least: number,
  { amountUsd }: RecommendationRequest,
): number {
  return Math.max(POLICY.minShare * amountUsd, min_deposit, least);
}

/** The candidate with its part of the amount, and what it is expected to pay on a deposit. */
function settle<C extends Candidate>(
  candidate: C,
  units: number,
  depositUsd: number,
  setting: Setting,
): Recommendation<C> {
  const made = estimate(candidate, depositUsd, setting);
  return { candidate, estimate: made, ranking: rankingApy(made.net, made.expected, setting.request), units };
}

/**
 * The means are those of the parts; the interval is as wide as if all parts missed together, for they often do, and
 * reaches lower for what pays more than its peers.
 */
function totals<C extends Candidate>(taken: readonly Recommendation<C>[]) {
  const allocatedUnits = taken.reduce((sum, { units }) => sum + units, 0);
  const weighted = (figure: (made: Estimate, candidate: C) => number) =>
    taken.reduce((sum, { estimate: made, candidate, units }) => sum + figure(made, candidate) * units, 0) /
    allocatedUnits;
  const mean = weighted(({ expected }) => expected.mean);
  const down = weighted(({ expected }) => expected.mean - expected.low80);
  const overPeers = weighted(({ expected }, { peer_apy }) =>
    Math.max(0, expected.mean - (peer_apy ?? expected.mean)),
  );
  return {
    allocatedUnits,
    expected: {
      mean,
      low80: mean - POLICY.selectionMargin * down - POLICY.peerExcess * overPeers,
      high80: weighted(({ expected }) => expected.high80),
    },
    expectedNetApy: weighted(({ net }) => net),
  };
}

function byRanking<C extends Candidate>(a: Recommendation<C>, b: Recommendation<C>): number {
  return b.ranking - a.ranking || byTvl(a.candidate, b.candidate);
}
