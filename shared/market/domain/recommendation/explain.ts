import { daysText } from '../../../platform/domain/days.ts';
import { usdText } from '../../../platform/domain/usd-text.ts';
import { familyOfAsset } from '../../../strategies/domain/families.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import type { Setting } from './estimate.ts';
import {
  type Candidate,
  POLICY,
  partCountOf,
  positionCap,
  type RecommendationRequest,
  riskText,
} from './policy.ts';
import type { ExclusionReason, Recommendation, RecommendedAllocation } from './recommend.ts';

/** Sentences that explain why an eligible strategy has no part of the amount, by reason. */
const LEFT_OUT_TEXTS: Readonly<
  Record<ExclusionReason, (candidate: Candidate, request: RecommendationRequest) => string>
> = {
  protocol_cap: ({ protocol }, { maxProtocolShare }) =>
    `Another part in ${protocol} would be above max_protocol_share (${wholePercent(maxProtocolShare)}).`,
  chain_cap: ({ chain }, { maxChainShare }) =>
    `Another part on ${chain} would be above max_chain_share (${wholePercent(maxChainShare)}).`,
  position_too_small: () => 'The rest of the amount is too small for a part in this strategy.',
  outranked: () => 'Strategies with a higher rank already take the whole amount.',
  do_nothing: () =>
    'The allocation is empty, because at the lower bound of its APY it would not earn its costs.',
};

const wholePercent = (share: number) => `${Math.round(100 * share)}%`;

/** Returns the reasons why a strategy gets a part of the amount, or why it gets none. */
export function explainRecommendation<C extends Candidate>(
  recommendation: Recommendation<C>,
  request: RecommendationRequest,
): readonly Reason[] {
  const { candidate, leftOut } = recommendation;
  if (leftOut !== undefined) return [{ code: leftOut, message: LEFT_OUT_TEXTS[leftOut](candidate, request) }];
  const amount = recommendation.share * request.amountUsd;
  return [
    { code: 'expected_yield', message: yieldText(recommendation, request) },
    {
      code: 'risk',
      message: riskText(candidate),
    },
    {
      code: 'liquidity',
      message: `The part is ${allocationShareText(amount / candidate.tvl)} of its TVL of ${usdText(candidate.tvl)}.`,
    },
    ...(positionCap(candidate, request) < positionCap({ tvl: Infinity }, request)
      ? [
          {
            code: 'tvl_cap' as const,
            message: `The part is smaller than an equal part, because an allocation uses at most ${wholePercent(POLICY.maxTvlShare)} of a TVL.`,
          },
        ]
      : []),
  ];
}

function yieldText<C extends Candidate>(
  { candidate, estimate: yieldEstimate }: Recommendation<C>,
  { horizonDays }: RecommendationRequest,
): string {
  const { mean, low80, high80 } = yieldEstimate.expected;
  const deductions = [
    [yieldEstimate.correction, 'because the best of many strategies were partly lucky'],
    [yieldEstimate.dilution, 'for dilution by the amount'],
    [yieldEstimate.impermanentLoss, 'for impermanent loss (assumed, not measured)'],
    [yieldEstimate.costs, 'for the costs of entry and exit'],
  ] as const;
  const deductionTexts = deductions
    .filter(([points]) => points >= 0.005)
    .map(([points, cause]) => `${points.toFixed(2)} ${cause}`);
  const net =
    deductionTexts.length === 0
      ? 'An allocation deducts nothing from it.'
      : `An allocation deducts these percentage points: ${deductionTexts.join(', ')}. That leaves ${yieldEstimate.net.toFixed(2)}% net.`;
  const low = low80 - (mean - yieldEstimate.net);
  const loss =
    low < 0 ? ` At the lower end of the range it loses money: ${low.toFixed(2)}% after the deductions.` : '';
  return (
    `It pays ${candidate.current_apy.toFixed(2)}% now and paid ${candidate.historical_apy['30d'].toFixed(2)}% on average ` +
    `over 30 days. Over ${daysText(horizonDays)} it is expected to pay ${mean.toFixed(2)}%, and ${low80.toFixed(2)}% to ` +
    `${high80.toFixed(2)}% in 80 of 100 cases. ${net}${loss}`
  );
}

function allocationShareText(share: number): string {
  return share < 0.0001 ? 'less than 0.01%' : `${(100 * share).toFixed(2)}%`;
}

/** Returns the reason why a part of the amount is not allocated. Undefined if the whole amount is allocated. */
export function findUnallocatedReason<C extends Candidate>(
  plan: RecommendedAllocation<C>,
  { request, from }: Setting,
  otherForms: readonly string[] = [],
): Reason | undefined {
  if (plan.allocatedShare === 1) return undefined;
  if (plan.considered === 0) {
    return { code: 'no_candidates', message: noCandidatesText(request, otherForms) };
  }
  if (plan.eligible === 0) return noneEligibleReason(plan, request, otherForms);
  if (plan.doNothing) {
    return {
      code: 'do_nothing',
      message:
        `Do nothing: at the lower bound of its APY, the best allocation would not earn its costs within ${daysText(request.horizonDays)}. ` +
        'Raise amount or horizon_days.',
    };
  }
  if (plan.eligible === 1 && plan.taken[0]?.candidate.id === from?.id) {
    return {
      code: 'none_better',
      message:
        'No other strategy passed every rule and would earn the costs of the move. Leave the money where it is.',
    };
  }
  const [otherForm] = otherForms;
  const familyHint =
    otherForm === undefined ? '' : ` With family=${familyOfAsset(otherForm)} more strategies match.`;
  return { code: 'caps_reached', message: `${describeReachedCaps(plan, request)}${familyHint}` };
}

/**
 * Returns a sentence that says which caps or TVLs prevent the allocation of the whole amount, and which parameter
 * to change.
 */
function describeReachedCaps<C extends Candidate>(
  plan: RecommendedAllocation<C>,
  request: RecommendationRequest,
): string {
  const { taken, eligible, passedOver } = plan;
  const passedText =
    eligible === 1 ? 'Only 1 strategy passed every rule' : `${eligible} strategies passed every rule`;
  if (passedOver.size === 0) {
    const risk = request.riskLevel === 'high' ? '' : 'Raise risk_level, or name';
    return (
      `${passedText}, and a part is at most ${wholePercent(1 / partCountOf(request))} of the amount and ` +
      `${wholePercent(POLICY.maxTvlShare)} of a TVL. ${risk === '' ? 'Name' : risk} fewer filters.`
    );
  }
  const exclusionTexts = CAPS.flatMap(({ code, why, advice }) => {
    const count = passedOver.get(code) ?? 0;
    return count === 0 ? [] : [{ text: `${count} because ${why(request)}`, advice }];
  });
  return (
    `${passedText}, and ${taken.length === 0 ? 'none' : taken.length} of them ${taken.length === 1 ? 'has' : 'have'} a part. ` +
    `The rest is left out: ${exclusionTexts.map(({ text }) => text).join(', ')}. ` +
    exclusionTexts.map(({ advice }) => advice).join(' ')
  );
}

interface Cap {
  readonly code: ExclusionReason;
  readonly why: (request: RecommendationRequest) => string;
  readonly advice: string;
}

const CAPS: readonly Cap[] = [
  {
    code: 'protocol_cap',
    why: ({ maxProtocolShare }) =>
      `a protocol may have at most ${wholePercent(maxProtocolShare)} (max_protocol_share)`,
    advice: 'Raise max_protocol_share.',
  },
  {
    code: 'chain_cap',
    why: ({ maxChainShare }) => `a chain may have at most ${wholePercent(maxChainShare)} (max_chain_share)`,
    advice: 'Raise max_chain_share.',
  },
  {
    code: 'position_too_small',
    why: () => 'what is left of the amount is too small for a part there',
    advice: 'Lower max_share for more and smaller parts.',
  },
];

/** Maximum number of other forms of an asset in one message. */
const ASSET_FORMS_SHOWN = 5;

function noCandidatesText(request: RecommendationRequest, otherForms: readonly string[]): string {
  const { assets } = request;
  return assets === undefined || otherForms.length === 0
    ? 'No listed strategy matches. Name fewer of asset, family, chain and settlement.'
    : `No listed strategy that matches holds exactly ${assets.join(' or ')}. ${otherAssetFormsText(request, otherForms)}`;
}

/** Returns a sentence that says which other assets of the same family strategies hold, and how to request them. */
function otherAssetFormsText({ assets = [] }: RecommendationRequest, otherForms: readonly string[]): string {
  const [first = ''] = otherForms;
  const family = familyOfAsset(first);
  const wrap = assets.some((asset) => NATIVE_COINS.has(asset)) ? ' A native coin must be wrapped first.' : '';
  return (
    `Strategies hold other assets of the family ${family}: ${otherForms.slice(0, ASSET_FORMS_SHOWN).join(', ')}. ` +
    `Ask for asset=${first}, or for all of them with family=${family}.${wrap}`
  );
}

/** Native coins of chains. Strategies accept these coins in wrapped form. */
const NATIVE_COINS: ReadonlySet<string> = new Set(['ETH', 'BTC', 'SOL', 'BNB', 'AVAX', 'POL', 'MATIC']);

function noneEligibleReason<C extends Candidate>(
  plan: RecommendedAllocation<C>,
  request: RecommendationRequest,
  otherForms: readonly string[],
): Reason {
  const { obstacle } = plan;
  // The strategies that a request for one asset finds include pools of several assets. If such pools are the
  // obstacle, the other forms of the asset help the caller more than the general advice.
  const hasOtherForms = obstacle?.code === 'several_assets' && otherForms.length > 0;
  const advice = hasOtherForms ? otherAssetFormsText(request, otherForms) : obstacle?.advice;
  return { code: 'none_eligible', message: [noneEligibleText(plan), advice].filter(Boolean).join(' ') };
}

/**
 * Returns a text that says that no strategy passed every rule, and why most of them did not. It contains no codes, so
 * it can be shown to people.
 */
export function noneEligibleText<C extends Candidate>({
  considered,
  obstacle,
}: RecommendedAllocation<C>): string {
  if (considered === 1) {
    const causeText =
      obstacle === undefined ? '' : ` ${obstacle.isAlone ? 'The' : 'One'} cause is ${obstacle.cause}.`;
    return `The only strategy that matches did not pass every rule.${causeText}`;
  }
  const noStrategyText = `None of the ${considered} strategies that match passed every rule.`;
  if (obstacle === undefined) return noStrategyText;
  const { count, isAlone, cause } = obstacle;
  const countText = count === 1 ? '1 strategy' : `${count} strategies`;
  return `${noStrategyText} The most common cause is ${cause} (${isAlone ? 'the only cause for ' : ''}${countText}).`;
}
