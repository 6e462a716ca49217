import { daysText } from '../../../platform/domain/days.ts';
import { usdText } from '../../../platform/domain/usd-text.ts';
import { familyOfAsset } from '../../../strategies/domain/families.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import type { Setting } from './estimate.ts';
import { type Candidate, POLICY, positionCap, type RecommendationRequest, riskText } from './policy.ts';
import { type LeftOut, type Recommendation, type RecommendedPlan, UNITS } from './recommend.ts';

const LEFT_OUT: Readonly<Record<LeftOut, string>> = {
  protocol_cap: 'Its protocol already has all that max_protocol_share allows.',
  chain_cap: 'Its chain already has all that max_chain_share allows.',
  position_too_small: 'What is left of the amount is too small a position there.',
  outranked: 'The amount is placed with strategies of a higher rank.',
  do_nothing: 'The plan is empty: at the lower bound it would not earn its costs.',
};

/** Why a strategy has its part of the amount, or none. */
export function explain<C extends Candidate>(
  recommendation: Recommendation<C>,
  request: RecommendationRequest,
): readonly Reason[] {
  const { candidate, leftOut } = recommendation;
  if (leftOut !== undefined) return [{ code: leftOut, message: LEFT_OUT[leftOut] }];
  const amount = (recommendation.units / UNITS) * request.amountUsd;
  return [
    { code: 'expected_yield', message: yieldText(recommendation, request) },
    {
      code: 'risk',
      message: riskText(candidate),
    },
    {
      code: 'liquidity',
      message: `The part is ${shareText(amount / candidate.tvl)} of its TVL of ${usdText(candidate.tvl)}.`,
    },
    ...(positionCap(candidate, request) < positionCap({ tvl: Infinity }, request)
      ? [
          {
            code: 'tvl_cap' as const,
            message: `The part is smaller than the others: a plan uses at most ${POLICY.maxTvlShare * 100}% of a TVL.`,
          },
        ]
      : []),
  ];
}

function yieldText<C extends Candidate>(
  { candidate, estimate: made }: Recommendation<C>,
  { horizonDays }: RecommendationRequest,
): string {
  const deductions = [
    [made.correction, 'because it is the best of many'],
    [made.dilution, 'for dilution by the amount'],
    [made.impermanentLoss, 'for impermanent loss'],
    [made.costs, 'for getting in and out'],
  ] as const;
  const named = deductions
    .filter(([points]) => points >= 0.005)
    .map(([points, cause]) => `${points.toFixed(2)} points ${cause}`);
  const less = named.length === 0 ? '' : ` less ${named.join(', ')}`;
  const { mean, low80, high80 } = made.expected;
  return (
    `It pays ${candidate.current_apy.toFixed(2)}% now and paid ${candidate.historical_apy['30d'].toFixed(2)}% over 30 ` +
    `days. Over ${daysText(horizonDays)} it is expected to pay ${made.net.toFixed(2)}% net: ${mean.toFixed(2)}% ` +
    `(${low80.toFixed(2)} to ${high80.toFixed(2)} in 80 of 100 cases)${less}.`
  );
}

function shareText(share: number): string {
  return share < 0.0001 ? 'less than 0.01%' : `${(100 * share).toFixed(2)}%`;
}

/** Why a part of the amount has no place; undefined when all of it has. */
export function whyUnallocated<C extends Candidate>(
  plan: RecommendedPlan<C>,
  { request: { horizonDays, assets }, from }: Setting,
  otherForms: readonly string[] = [],
): Reason | undefined {
  if (plan.allocatedUnits === UNITS) return undefined;
  if (plan.considered === 0) {
    return { code: 'no_candidates', message: noCandidates(assets, otherForms) };
  }
  if (plan.eligible === 0) return noneEligible(plan);
  if (plan.doNothing) {
    return {
      code: 'do_nothing',
      message:
        `Do nothing: at its lower bound the best plan would not earn its costs within ${daysText(horizonDays)}. ` +
        'Raise amount or horizon_days.',
    };
  }
  if (plan.eligible === 1 && plan.taken[0]?.candidate.id === from?.id) {
    return {
      code: 'none_better',
      message: 'No other strategy passed every rule and is worth moving to. Leave the money where it is.',
    };
  }
  return {
    code: 'caps_reached',
    message:
      `Only ${plan.taken.length} of the ${plan.eligible} strategies that passed every rule can take a part under the caps. ` +
      'Raise max_protocol_share or max_chain_share, accept more risk, or name fewer filters.',
  };
}

/** Forms of an asset that an answer names. */
const FORMS_SHOWN = 5;

function noCandidates(assets: readonly string[] | undefined, otherForms: readonly string[]): string {
  const [first] = otherForms;
  if (assets === undefined || first === undefined) {
    return 'No listed strategy matches. Name fewer of asset, family, chain and settlement.';
  }
  const forms = otherForms.slice(0, FORMS_SHOWN).join(', ');
  return (
    `No listed strategy that matches holds exactly ${assets.join(' or ')}. Strategies hold other forms of it: ${forms}. ` +
    `Ask for asset=${first}, or for all forms with family=${familyOfAsset(first)}. A native coin must be wrapped first.`
  );
}

function noneEligible<C extends Candidate>({ considered, obstacle }: RecommendedPlan<C>): Reason {
  const none = `None of the ${considered} strategies that match passed every rule.`;
  if (obstacle === undefined) return { code: 'none_eligible', message: none };
  const of = obstacle.isAlone ? 'Of those that break one rule' : 'Of all of them';
  return {
    code: 'none_eligible',
    message:
      `${none} ${of}, most (${obstacle.count}) are left out because ${obstacle.obstacle} (${obstacle.code}). ` +
      obstacle.advice,
  };
}
