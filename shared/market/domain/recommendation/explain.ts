import { daysText } from '../../../platform/domain/days.ts';
import { round } from '../../../platform/domain/numbers.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import { UNITS } from './division/allocate.ts';
import { positionCap } from './eligibility/eligibility.ts';
import { noneEligible } from './eligibility/obstacle.ts';
import { type Candidate, POLICY, type RecommendationRequest } from './policy.ts';
import type { Recommendation, RecommendedPlan } from './recommend.ts';

/** What the caps of groups still leave, in units. */
interface Rooms {
  readonly protocol: (name: string) => number;
  readonly chain: (name: string) => number;
}

/** Explains each recommendation of a plan; made once per plan, called for the ones that are shown. */
export function explainer<C extends Candidate>(
  plan: RecommendedPlan<C>,
  request: RecommendationRequest,
): (recommendation: Recommendation<C>) => readonly Reason[] {
  const rooms = roomsOf(plan, request);
  return (recommendation) =>
    recommendation.units > 0
      ? [...whyTaken(recommendation, request), ...whyNotMore(recommendation, request, rooms)]
      : [whyNotTaken(recommendation, plan, rooms)];
}

function roomsOf<C extends Candidate>(plan: RecommendedPlan<C>, request: RecommendationRequest): Rooms {
  const protocols = new Map<string, number>();
  const chains = new Map<string, number>();
  for (const { candidate, units } of plan.taken) {
    protocols.set(candidate.protocol, (protocols.get(candidate.protocol) ?? 0) + units);
    chains.set(candidate.chain, (chains.get(candidate.chain) ?? 0) + units);
  }
  return {
    protocol: (name) => request.maxProtocolShare * UNITS - (protocols.get(name) ?? 0),
    chain: (name) => request.maxChainShare * UNITS - (chains.get(name) ?? 0),
  };
}

function whyTaken<C extends Candidate>(
  { candidate, estimate: made, units }: Recommendation<C>,
  request: RecommendationRequest,
): Reason[] {
  const amount = (units / UNITS) * request.amountUsd;
  const losses = [
    [made.dilution, 'for dilution by the amount'],
    [made.impermanentLoss, 'for impermanent loss'],
    [made.costs, 'for getting in and out'],
  ] as const;
  const named = losses
    .filter(([points]) => points >= 0.005)
    .map(([points, cause]) => `${points.toFixed(2)} points ${cause}`);
  const less = named.length === 0 ? '' : ` less ${named.join(', ')}`;
  return [
    {
      code: 'expected_yield',
      message:
        `Expected to pay ${made.net.toFixed(2)}% net over ${daysText(request.horizonDays)}: ` +
        `${made.expected.mean.toFixed(2)}% (${made.expected.low80.toFixed(2)} to ${made.expected.high80.toFixed(2)} in ` +
        `80 of 100 cases)${less}. It pays ${candidate.current_apy.toFixed(2)}% now.`,
    },
    {
      code: 'risk',
      message: `Its risk is ${candidate.risk_level} (score ${candidate.risk_score} of 100).`,
    },
    {
      code: 'liquidity',
      message: `The part is ${round((100 * amount) / candidate.tvl, 4)}% of its TVL of ${round(candidate.tvl, 0)} USD.`,
    },
  ];
}

/** The cap that keeps a position from being greater, if one does. */
function whyNotMore<C extends Candidate>(
  { candidate, units }: Recommendation<C>,
  request: RecommendationRequest,
  rooms: Rooms,
): Reason[] {
  const cap = positionCap(candidate.tvl, request);
  if (units + 1 > cap * UNITS) {
    return cap < request.maxShare
      ? [{ code: 'tvl_cap', message: `It takes at most ${POLICY.maxTvlShare * 100}% of its TVL.` }]
      : [{ code: 'share_cap', message: `It takes at most max_share (${request.maxShare}) of the amount.` }];
  }
  return groupCap(candidate, rooms);
}

function groupCap(candidate: Candidate, rooms: Rooms): Reason[] {
  if (rooms.protocol(candidate.protocol) < 1) {
    return [
      { code: 'protocol_cap', message: `Its protocol ${candidate.protocol} holds all that its cap allows.` },
    ];
  }
  if (rooms.chain(candidate.chain) < 1) {
    return [{ code: 'chain_cap', message: `Its chain ${candidate.chain} holds all that its cap allows.` }];
  }
  return [];
}

function whyNotTaken<C extends Candidate>(
  { candidate }: Recommendation<C>,
  plan: RecommendedPlan<C>,
  rooms: Rooms,
): Reason {
  const [capped] = groupCap(candidate, rooms);
  if (capped !== undefined) return capped;
  return plan.allocatedUnits < UNITS
    ? { code: 'position_too_small', message: 'What the caps leave for it is under the smallest position.' }
    : { code: 'outranked', message: 'The amount is placed with strategies of a higher rank.' };
}

/** Why a part of the amount has no place; undefined when the whole of it has. */
export function whyUnallocated<C extends Candidate>(plan: RecommendedPlan<C>): Reason | undefined {
  if (plan.allocatedUnits === UNITS) return undefined;
  if (plan.considered === 0) {
    return {
      code: 'no_candidates',
      message: 'No listed strategy is of the asset, chain and settlement that were asked for.',
    };
  }
  if (plan.eligible === 0) return noneEligible(plan.considered, plan.obstacle());
  if (plan.elsewhere === 0) {
    return {
      code: 'none_better',
      message:
        'No other strategy is within the rules and worth moving to: what is not allocated stays where it is.',
    };
  }
  return {
    code: 'caps_reached',
    message:
      'The strategies that passed every rule cannot hold more under the caps and the smallest position. ' +
      'Raise max_share, max_protocol_share or max_chain_share, accept more risk, or place a smaller amount.',
  };
}
