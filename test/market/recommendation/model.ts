import {
  type Contender,
  type GroupCaps,
  UNITS,
} from '../../../shared/market/domain/recommendation/division/allocate.ts';
import {
  positionCap,
  rejectionReasons,
} from '../../../shared/market/domain/recommendation/eligibility/eligibility.ts';
import {
  estimate,
  gasPoints,
  leastWorthMoving,
  rankingApy,
  type Setting,
} from '../../../shared/market/domain/recommendation/estimates/estimate.ts';
import { type Candidate, POLICY } from '../../../shared/market/domain/recommendation/policy.ts';

/**
 * The recommendation the plain way: every candidate judged and estimated by itself, all of them sorted, and every
 * division tried in full. What the service answers must be the same to the last digit.
 */
export function plainPlan(candidates: readonly Candidate[], setting: Setting, asOfMs: number) {
  const { request } = setting;
  const settled = (candidate: Candidate, units: number, depositUsd: number) => {
    const made = estimate(candidate, depositUsd, setting);
    return { candidate, estimate: made, ranking: rankingApy(made.net, made.expected, request), units };
  };
  const judged = candidates.map((candidate) => ({
    reasons: rejectionReasons(candidate, setting, asOfMs),
    ...settled(candidate, 0, positionCap(candidate.tvl, request) * request.amountUsd),
  }));
  const eligible = judged
    .filter(({ reasons }) => reasons.length === 0)
    .map(({ reasons: _, ...each }) => each)
    .sort((a, b) => b.ranking - a.ranking || byTvl(a.candidate, b.candidate));
  const units = divisionOf(eligible.slice(0, POLICY.poolSize), setting);
  const taken = eligible
    .flatMap(({ candidate }, rank) => {
      const part = units[rank] ?? 0;
      return part === 0 ? [] : settled(candidate, part, (part / UNITS) * request.amountUsd);
    })
    .sort((a, b) => b.ranking - a.ranking || byTvl(a.candidate, b.candidate));
  const rejected = judged
    .flatMap(({ candidate, estimate: made, reasons: [reason, another] }) =>
      reason === undefined || another !== undefined ? [] : [{ candidate, estimate: made, reason }],
    )
    .sort((a, b) => b.estimate.expected.mean - a.estimate.expected.mean || byTvl(a.candidate, b.candidate));
  return {
    ranked: [...taken, ...eligible.filter((_, rank) => (units[rank] ?? 0) === 0)],
    rejected: rejected.slice(0, POLICY.rejectedShown),
    allocatedUnits: taken.reduce((sum, each) => sum + each.units, 0),
  };
}

function byTvl(a: Candidate, b: Candidate): number {
  return b.tvl - a.tvl || (a.id < b.id ? -1 : 1);
}

function divisionOf(
  pool: readonly { readonly candidate: Candidate; readonly ranking: number }[],
  setting: Setting,
): number[] {
  const { amountUsd, maxProtocolShare, maxChainShare } = setting.request;
  const contenders = pool.map(({ candidate, ranking }): Contender => {
    const smallest = Math.max(
      POLICY.minShare * amountUsd,
      candidate.min_deposit,
      leastWorthMoving(candidate, setting),
    );
    const cap = Math.floor(positionCap(candidate.tvl, setting.request) * UNITS + 1e-6);
    const fixed = gasPoints(candidate, setting) * UNITS;
    return {
      worth: Math.max(0, ranking) + fixed / Math.max(1, cap),
      fixed,
      cap,
      floor: Math.ceil((smallest / amountUsd) * UNITS - 1e-6),
      protocol: candidate.protocol,
      chain: candidate.chain,
    };
  });
  return improved(contenders, {
    protocol: Math.floor(maxProtocolShare * UNITS + 1e-6),
    chain: Math.floor(maxChainShare * UNITS + 1e-6),
  });
}

function improved(contenders: readonly Contender[], caps: GroupCaps): number[] {
  const worth = (units: readonly number[]) =>
    units.reduce((sum, held, index) => {
      const { worth: unit = 0, fixed = 0 } = contenders[index] ?? {};
      return held > 0 ? sum + (held * unit - fixed) : sum;
    }, 0);
  let best = greedy(contenders, caps);
  let tried = contenders;
  for (let round = 0; round < 8; round += 1) {
    const holders = best.flatMap((held, index) => (held > 0 ? [index] : [])).slice(0, 10);
    let found: { pool: readonly Contender[]; units: number[] } | undefined;
    for (const index of holders) {
      for (const part of [0, 0.5, 0.75]) {
        const cap = Math.floor((best[index] ?? 0) * part);
        const pool = tried.map((each, at) => (at === index ? { ...each, cap } : each));
        const units = greedy(pool, caps);
        if (worth(units) > worth(found?.units ?? best) * 1.0001) found = { pool, units };
      }
    }
    if (found === undefined) break;
    best = found.units;
    tried = found.pool;
  }
  return best;
}

function greedy(contenders: readonly Contender[], caps: GroupCaps): number[] {
  const protocols = new Map<string, number>();
  const chains = new Map<string, number>();
  let left = UNITS;
  return contenders.map(({ cap, floor, protocol, chain }) => {
    const inProtocol = protocols.get(protocol) ?? 0;
    const inChain = chains.get(chain) ?? 0;
    const room = Math.min(cap, left, caps.protocol - inProtocol, caps.chain - inChain);
    const units = room <= 0 || room < floor ? 0 : room;
    protocols.set(protocol, inProtocol + units);
    chains.set(chain, inChain + units);
    left -= units;
    return units;
  });
}
