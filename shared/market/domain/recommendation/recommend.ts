import { firstBy } from '../../../platform/domain/first-by.ts';
import type { ExpectedApy } from '../../../strategies/domain/expectation/expected-apy.ts';
import type { Reason } from '../../contract/strategy-responses.ts';
import { allocate, UNITS } from './allocate.ts';
import { positionCap, rejectionReasons } from './eligibility.ts';
import { type Estimate, estimate, leastWorthMoving, rankingApy, type Setting } from './estimate.ts';
import { type Candidate, POLICY } from './policy.ts';

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

export interface Plan<C extends Candidate> {
  /** Those with a part of the amount first, then the others; each by the ranking, best first. */
  readonly ranked: readonly Recommendation<C>[];
  /** Candidates that broke one rule alone, those with the highest expectation first. */
  readonly rejected: readonly Rejection<C>[];
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
 * Where to put an amount among the candidates (already narrowed to the request's asset and chain). The same
 * candidates and setting give the same plan, whatever the candidates' order.
 *
 * @param asOfMs the catalog's own time, against which a reading is stale
 */
export function recommend<C extends Candidate>(
  candidates: readonly C[],
  setting: Setting,
  asOfMs: number,
): Plan<C> {
  const eligible: Recommendation<C>[] = [];
  const nearMisses: Rejection<C>[] = [];
  for (const candidate of candidates) {
    const [reason, another] = rejectionReasons(candidate, setting, asOfMs);
    if (another !== undefined) continue;
    const ranked = settle(
      candidate,
      0,
      positionCap(candidate, setting.request) * setting.request.amountUsd,
      setting,
    );
    if (reason === undefined) eligible.push(ranked);
    else nearMisses.push({ candidate, estimate: ranked.estimate, reason });
  }
  eligible.sort(byRanking);
  const units = allocateUnits(eligible.slice(0, POLICY.poolSize), setting);
  const taken = units
    .flatMap((part, index) => {
      const ranked = eligible[index];
      if (part === 0 || ranked === undefined) return [];
      return settle(ranked.candidate, part, (part / UNITS) * setting.request.amountUsd, setting);
    })
    .sort(byRanking);
  const others = eligible.filter((_, index) => (units[index] ?? 0) === 0);
  return {
    ranked: [...taken, ...others],
    rejected: firstBy(nearMisses, POLICY.rejectedShown, byExpectation),
    considered: candidates.length,
    ...totals(taken),
  };
}

function allocateUnits<C extends Candidate>(pool: readonly Recommendation<C>[], setting: Setting): number[] {
  const { request } = setting;
  const contenders = pool.map(({ candidate, ranking }) => ({
    worth: Math.max(0, ranking),
    cap: Math.floor(positionCap(candidate, request) * UNITS + 1e-6),
    floor: Math.ceil((smallestPosition(candidate, setting) / request.amountUsd) * UNITS - 1e-6),
    protocol: candidate.protocol,
    chain: candidate.chain,
  }));
  return allocate(contenders, {
    protocol: Math.floor(request.maxProtocolShare * UNITS + 1e-6),
    chain: Math.floor(request.maxChainShare * UNITS + 1e-6),
  });
}

/** The smallest position in USD: what the strategy takes, what is worth telling, and what is worth moving. */
function smallestPosition(candidate: Candidate, setting: Setting): number {
  const { amountUsd } = setting.request;
  return Math.max(POLICY.minShare * amountUsd, candidate.min_deposit, leastWorthMoving(candidate, setting));
}

/** The candidate with its part of the amount, and what it is expected to pay on a deposit. */
function settle<C extends Candidate>(
  candidate: C,
  units: number,
  depositUsd: number,
  setting: Setting,
): Recommendation<C> {
  const made = estimate(candidate, depositUsd, setting);
  return { candidate, estimate: made, ranking: rankingApy(made, setting.request), units };
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

function byExpectation<C extends Candidate>(a: Rejection<C>, b: Rejection<C>): number {
  return b.estimate.expected.mean - a.estimate.expected.mean || byTvl(a.candidate, b.candidate);
}

/** The greater TVL first, and by id where even that is equal, so that the order never depends on the input's. */
function byTvl(a: Candidate, b: Candidate): number {
  return b.tvl - a.tvl || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
