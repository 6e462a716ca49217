import { firstBy } from '../../../platform/domain/first-by.ts';
import type { Reason } from '../../contract/strategy-responses.ts';
import { allocate, UNITS } from './allocate.ts';
import { isEligible, positionCap, rejectionReasons } from './eligibility.ts';
import { type ExpectedApy, expectedApy, type Outlook, outlookOf, riskAdjustedApy } from './expected-apy.ts';
import { type Candidate, POLICY, type RecommendationRequest } from './policy.ts';

/** A strategy that may be recommended, with its part of the amount. */
export interface Recommendation<C extends Candidate> {
  readonly candidate: C;
  /** At its own part of the amount, or at the most that it could take when it has none. */
  readonly expected: ExpectedApy;
  /** The net APY after the risk score's part, in percent: what the ranking goes by. */
  readonly riskAdjusted: number;
  /** Its part of the amount in hundredths of a percent. */
  readonly units: number;
}

interface Rejection<C extends Candidate> {
  readonly candidate: C;
  readonly expected: ExpectedApy;
  readonly reasons: readonly Reason[];
}

export interface Plan<C extends Candidate> {
  /** Those with a part of the amount first, then the others; each by risk-adjusted APY, highest first. */
  readonly ranked: readonly Recommendation<C>[];
  /** The candidates with the highest current APY that may not be recommended. */
  readonly rejected: readonly Rejection<C>[];
  /** Candidates looked at. */
  readonly considered: number;
  /** Of the amount, in hundredths of a percent: 10,000 unless the caps make that impossible. */
  readonly allocatedUnits: number;
  /** Of the allocated part, in percent; NaN when nothing is allocated. */
  readonly expectedNetApy: number;
}

/**
 * Where to put an amount among the candidates (already narrowed to the request's asset and chain). The same
 * candidates and request give the same plan, whatever the candidates' order.
 *
 * @param asOfMs the catalog's own time, against which a reading is stale
 */
export function recommend<C extends Candidate>(
  candidates: readonly C[],
  request: RecommendationRequest,
  asOfMs: number,
): Plan<C> {
  const outlook = outlookOf(request);
  const eligible: Recommendation<C>[] = [];
  const rejected: C[] = [];
  for (const candidate of candidates) {
    const ranked = isEligible(candidate, request, asOfMs) ? rank(candidate, request, outlook) : undefined;
    if (ranked !== undefined && ranked.riskAdjusted >= POLICY.minRiskAdjustedApy) eligible.push(ranked);
    else rejected.push(candidate);
  }
  eligible.sort((a, b) => b.riskAdjusted - a.riskAdjusted || byTvl(a.candidate, b.candidate));
  const units = allocateUnits(eligible.slice(0, POLICY.poolSize), request);
  const taken = units
    .flatMap((part, index) => {
      const ranked = eligible[index];
      if (part === 0 || ranked === undefined) return [];
      return settle(ranked.candidate, part, (part / UNITS) * request.amountUsd, request, outlook);
    })
    .sort((a, b) => b.riskAdjusted - a.riskAdjusted || byTvl(a.candidate, b.candidate));
  const others = eligible.filter((_, index) => (units[index] ?? 0) === 0);
  const allocatedUnits = units.reduce((sum, part) => sum + part, 0);
  const weighted = taken.reduce((sum, { expected, units: part }) => sum + expected.net * part, 0);
  return {
    ranked: [...taken, ...others],
    rejected: explainRejected(rejected, request, outlook, asOfMs),
    considered: candidates.length,
    allocatedUnits,
    expectedNetApy: weighted / allocatedUnits,
  };
}

/** The candidate without a part of the amount, and what it is expected to pay on the most that it could take. */
function rank<C extends Candidate>(
  candidate: C,
  request: RecommendationRequest,
  outlook: Outlook,
): Recommendation<C> {
  return settle(candidate, 0, positionCap(candidate, request) * request.amountUsd, request, outlook);
}

function allocateUnits<C extends Candidate>(
  pool: readonly Recommendation<C>[],
  request: RecommendationRequest,
): number[] {
  const contenders = pool.map(({ candidate, riskAdjusted }) => ({
    weight: riskAdjusted,
    cap: Math.floor(positionCap(candidate, request) * UNITS + 1e-6),
    floor: Math.ceil(Math.max(POLICY.minShare, candidate.min_deposit / request.amountUsd) * UNITS - 1e-6),
    protocol: candidate.protocol,
    chain: candidate.chain,
  }));
  const caps = {
    protocol: Math.floor(request.maxProtocolShare * UNITS + 1e-6),
    chain: Math.floor(request.maxChainShare * UNITS + 1e-6),
  };
  return allocate(contenders, caps, Math.ceil(1 / request.maxShare) + POLICY.sparePositions);
}

/** The candidate with its part of the amount, and what it is expected to pay on a deposit. */
function settle<C extends Candidate>(
  candidate: C,
  units: number,
  depositUsd: number,
  { riskLevel }: RecommendationRequest,
  outlook: Outlook,
): Recommendation<C> {
  const expected = expectedApy(candidate, depositUsd, outlook);
  const riskAdjusted = riskAdjustedApy(expected.net, candidate.risk_score, riskLevel);
  return { candidate, expected, riskAdjusted, units };
}

function explainRejected<C extends Candidate>(
  rejected: readonly C[],
  request: RecommendationRequest,
  outlook: Outlook,
  asOfMs: number,
): Rejection<C>[] {
  const byApy = (a: C, b: C) => b.current_apy - a.current_apy || byTvl(a, b);
  return firstBy(rejected, POLICY.rejectedShown, byApy).map((candidate) => {
    const { expected } = rank(candidate, request, outlook);
    const reasons = rejectionReasons(candidate, request, asOfMs);
    const noYield: Reason = {
      code: 'no_expected_yield',
      message: `It is expected to pay ${expected.net.toFixed(2)}% net.`,
    };
    return { candidate, expected, reasons: reasons.length > 0 ? reasons : [noYield] };
  });
}

/** The greater TVL first, and by id where even that is equal, so that the order never depends on the input's. */
function byTvl(a: Candidate, b: Candidate): number {
  return b.tvl - a.tvl || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
