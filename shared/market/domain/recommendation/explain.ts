import { daysText } from '../../../platform/domain/days.ts';
import { formatUsdText } from '../../../platform/domain/usd-text.ts';
import { familyOfAsset } from '../../../strategies/domain/families.ts';
import type { Reason } from '../../contract/strategies/strategy-responses.ts';
import type { EstimateContext } from './estimate.ts';
import {
  type Candidate,
  computeEqualPartCount,
  computeMaxPositionShare,
  RECOMMENDATION_POLICY,
  type RecommendationRequest,
  riskText,
} from './policy.ts';
import type { ExclusionReason, Recommendation, RecommendedAllocation } from './recommend.ts';

/** Sentences that explain why an eligible strategy gets no part of the amount. */
const EXCLUSION_TEXTS: Readonly<
  Record<ExclusionReason, (candidate: Candidate, request: RecommendationRequest) => string>
> = {
  protocol_cap: ({ protocol }, { maxProtocolShare }) =>
    `Another part in ${protocol} would be above max_protocol_share (${formatWholePercent(maxProtocolShare)}).`,
  chain_cap: ({ chain }, { maxChainShare }) =>
    `Another part on ${chain} would be above max_chain_share (${formatWholePercent(maxChainShare)}).`,
  position_too_small: () => 'The rest of the amount is too small for a part in this strategy.',
  outranked: () => 'Strategies with a higher rank already take the whole amount.',
  do_nothing: () =>
    'The allocation is empty, because at the lower bound of its APY it would not earn its costs.',
};

const formatWholePercent = (fraction: number) => `${Math.round(100 * fraction)}%`;

export function explainRecommendation<C extends Candidate>(
  recommendation: Recommendation<C>,
  request: RecommendationRequest,
): readonly Reason[] {
  const { candidate, exclusionReason } = recommendation;
  if (exclusionReason !== undefined)
    return [{ code: exclusionReason, message: EXCLUSION_TEXTS[exclusionReason](candidate, request) }];
  const amount = recommendation.share * request.amountUsd;
  return [
    { code: 'expected_yield', message: yieldText(recommendation, request) },
    {
      code: 'risk',
      message: riskText(candidate),
    },
    {
      code: 'liquidity',
      message: `The part is ${allocationShareText(amount / candidate.tvl)} of its TVL of ${formatUsdText(candidate.tvl)}.`,
    },
    ...(computeMaxPositionShare(candidate, request) < computeMaxPositionShare({ tvl: Infinity }, request)
      ? [
          {
            code: 'tvl_cap' as const,
            message: `The part is smaller than an equal part, because an allocation uses at most ${formatWholePercent(RECOMMENDATION_POLICY.maxTvlShare)} of a TVL.`,
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
    [yieldEstimate.correction, 'because an unusually high APY often does not last'],
    [yieldEstimate.dilution, 'for dilution by the amount'],
    [yieldEstimate.impermanentLoss, 'for impermanent loss (assumed, not measured)'],
    [yieldEstimate.costPoints, 'for the costs of entry and exit'],
  ] as const;
  const deductionTexts = deductions
    .filter(([deductionPoints]) => deductionPoints >= 0.005)
    .map(([deductionPoints, deductionReason]) => `${deductionPoints.toFixed(2)} ${deductionReason}`);
  const deductionsText =
    deductionTexts.length === 0
      ? 'An allocation deducts nothing from it.'
      : `An allocation deducts these percentage points: ${deductionTexts.join(', ')}. That leaves ${yieldEstimate.netApy.toFixed(2)}% net.`;
  const low80AfterDeductions = low80 - (mean - yieldEstimate.netApy);
  const lossText =
    low80AfterDeductions < 0
      ? ` At the lower end of the range it loses money: ${low80AfterDeductions.toFixed(2)}% after the deductions.`
      : '';
  return (
    `It pays ${candidate.current_apy.toFixed(2)}% now and paid ${candidate.historical_apy['30d'].toFixed(2)}% on average ` +
    `over 30 days. Over ${daysText(horizonDays)} it is expected to pay ${mean.toFixed(2)}%, and ${low80.toFixed(2)}% to ` +
    `${high80.toFixed(2)}% in 80 of 100 cases. ${deductionsText}${lossText}`
  );
}

function allocationShareText(fraction: number): string {
  return fraction < 0.0001 ? 'less than 0.01%' : `${(100 * fraction).toFixed(2)}%`;
}

/** Returns the reason why a part of the amount is not allocated. Undefined if the whole amount is allocated. */
export function findUnallocatedReason<C extends Candidate>(
  allocation: RecommendedAllocation<C>,
  { request, currentStrategy }: EstimateContext,
  otherAssets: readonly string[] = [],
): Reason | undefined {
  if (allocation.allocatedShare === 1) return undefined;
  if (allocation.candidateCount === 0) {
    return { code: 'no_candidates', message: noCandidatesText(request, otherAssets) };
  }
  if (allocation.eligibleCount === 0) return describeNoEligibleStrategy(allocation, request, otherAssets);
  if (allocation.isLossLikely) {
    return {
      code: 'do_nothing',
      message:
        `Do nothing: at the lower bound of its APY, the best allocation would not earn its costs within ${daysText(request.horizonDays)}. ` +
        'Raise amount or horizon_days.',
    };
  }
  if (
    allocation.eligibleCount === 1 &&
    allocation.allocatedStrategies[0]?.candidate.id === currentStrategy?.id
  ) {
    return {
      code: 'none_better',
      message:
        'No other strategy passed every rule and would earn the costs of the move. Leave the money where it is.',
    };
  }
  const [otherAsset] = otherAssets;
  const familyHint =
    otherAsset === undefined ? '' : ` With family=${familyOfAsset(otherAsset)} more strategies match.`;
  return { code: 'caps_reached', message: `${describeReachedCaps(allocation, request)}${familyHint}` };
}

/**
 * Returns a sentence that says why the whole amount cannot be allocated (caps or small TVLs), and which parameter to
 * change.
 */
function describeReachedCaps<C extends Candidate>(
  allocation: RecommendedAllocation<C>,
  request: RecommendationRequest,
): string {
  const { allocatedStrategies, eligibleCount, skippedCounts } = allocation;
  const eligibleCountText =
    eligibleCount === 1
      ? 'Only 1 strategy passed every rule'
      : `${eligibleCount} strategies passed every rule`;
  if (skippedCounts.size === 0) {
    const riskLevelAdvice = request.riskLevel === 'high' ? '' : 'Raise risk_level, or name';
    return (
      `${eligibleCountText}, and a part is at most ${formatWholePercent(1 / computeEqualPartCount(request))} of the amount and ` +
      `${formatWholePercent(RECOMMENDATION_POLICY.maxTvlShare)} of a TVL. ${riskLevelAdvice === '' ? 'Name' : riskLevelAdvice} fewer filters.`
    );
  }
  const exclusionTexts = CAPS.flatMap(({ code, explain, advice }) => {
    const count = skippedCounts.get(code) ?? 0;
    return count === 0 ? [] : [{ text: `${count} because ${explain(request)}`, advice }];
  });
  return (
    `${eligibleCountText}, and ${allocatedStrategies.length === 0 ? 'none' : allocatedStrategies.length} of them ${allocatedStrategies.length === 1 ? 'has' : 'have'} a part. ` +
    `The rest is left out: ${exclusionTexts.map(({ text }) => text).join(', ')}. ` +
    exclusionTexts.map(({ advice }) => advice).join(' ')
  );
}

interface Cap {
  readonly code: ExclusionReason;
  readonly explain: (request: RecommendationRequest) => string;
  readonly advice: string;
}

const CAPS: readonly Cap[] = [
  {
    code: 'protocol_cap',
    explain: ({ maxProtocolShare }) =>
      `a protocol may have at most ${formatWholePercent(maxProtocolShare)} (max_protocol_share)`,
    advice: 'Raise max_protocol_share.',
  },
  {
    code: 'chain_cap',
    explain: ({ maxChainShare }) =>
      `a chain may have at most ${formatWholePercent(maxChainShare)} (max_chain_share)`,
    advice: 'Raise max_chain_share.',
  },
  {
    code: 'position_too_small',
    explain: () => 'what is left of the amount is too small for a part there',
    advice: 'Lower max_share for more and smaller parts.',
  },
];

/** Maximum number of other assets of a family in one message. */
const OTHER_ASSETS_SHOWN_MAX = 5;

function noCandidatesText(request: RecommendationRequest, otherAssets: readonly string[]): string {
  const { assets } = request;
  return assets === undefined || otherAssets.length === 0
    ? 'No listed strategy matches. Name fewer of asset, family, chain and settlement.'
    : `No listed strategy that matches holds exactly ${assets.join(' or ')}. ${otherAssetsText(request, otherAssets)}`;
}

function otherAssetsText({ assets = [] }: RecommendationRequest, otherAssets: readonly string[]): string {
  const [firstAsset = ''] = otherAssets;
  const assetFamily = familyOfAsset(firstAsset);
  const wrappedCoinHint = assets.some((asset) => NATIVE_COINS.has(asset))
    ? ' A native coin must be wrapped first.'
    : '';
  return (
    `Strategies hold other assets of the family ${assetFamily}: ${otherAssets.slice(0, OTHER_ASSETS_SHOWN_MAX).join(', ')}. ` +
    `Ask for asset=${firstAsset}, or for all of them with family=${assetFamily}.${wrappedCoinHint}`
  );
}

/** Native coins of chains. Strategies accept these coins in wrapped form. */
const NATIVE_COINS: ReadonlySet<string> = new Set(['ETH', 'BTC', 'SOL', 'BNB', 'AVAX', 'POL', 'MATIC']);

function describeNoEligibleStrategy<C extends Candidate>(
  allocation: RecommendedAllocation<C>,
  request: RecommendationRequest,
  otherAssets: readonly string[],
): Reason {
  const { mostBrokenRule } = allocation;
  // If most pools were rejected because they hold several assets, suggest other assets of the requested asset's family.
  const suggestsOtherAssets = mostBrokenRule?.code === 'several_assets' && otherAssets.length > 0;
  const advice = suggestsOtherAssets ? otherAssetsText(request, otherAssets) : mostBrokenRule?.advice;
  return {
    code: 'none_eligible',
    message: [explainNoneEligible(allocation), advice].filter(Boolean).join(' '),
  };
}

/**
 * Says that no strategy passed every rule, and why most of them did not. The text contains no codes, so it can be shown
 * to people.
 */
export function explainNoneEligible<C extends Candidate>({
  candidateCount,
  mostBrokenRule,
}: RecommendedAllocation<C>): string {
  if (candidateCount === 1) {
    const causeText =
      mostBrokenRule === undefined
        ? ''
        : ` ${mostBrokenRule.isOnlyBrokenRule ? 'The' : 'One'} cause is ${mostBrokenRule.cause}.`;
    return `The only strategy that matches did not pass every rule.${causeText}`;
  }
  const noStrategyText = `None of the ${candidateCount} strategies that match passed every rule.`;
  if (mostBrokenRule === undefined) return noStrategyText;
  const { count, isOnlyBrokenRule, cause } = mostBrokenRule;
  const countText = count === 1 ? '1 strategy' : `${count} strategies`;
  return `${noStrategyText} The most common cause is ${cause} (${isOnlyBrokenRule ? 'the only cause for ' : ''}${countText}).`;
}
