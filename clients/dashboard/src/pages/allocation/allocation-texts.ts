import type { MarketRecommendedItem, MarketRecommendedMeta } from '../../../../sdk/src/index.ts';
import {
  formatCount,
  formatDays,
  formatDecimal,
  formatShare,
  formatShortUsd,
  roundToTotal,
} from '../../design/format.ts';

type Allocation = MarketRecommendedMeta['allocation'];
type RejectedStrategy = NonNullable<MarketRecommendedMeta['rejected']>[number];

export function unallocatedReasonText(allocation: Allocation): string {
  const textByReasonCode: Readonly<Record<string, string>> = {
    no_candidates: 'No listed strategy fits these choices. Choose another asset or chain.',
    none_eligible: `None of ${formatCount(allocation.considered, 'strategy', 'strategies')} passed every check. Accept more risk, or choose another asset or chain.`,
    do_nothing: `This allocation is too risky. In a bad case, its earnings do not cover its costs within ${formatDays(allocation.horizon_days)}. Choose a larger amount or a longer time, or leave the money where it is.`,
    none_better:
      'No other strategy would earn back the costs of moving the money. Leave the money where it is.',
    caps_reached: `An allocation puts at most ${formatShare(allocation.max_share)} into one strategy, ${formatShare(allocation.max_protocol_share)} into one protocol and ${formatShare(allocation.max_chain_share)} onto one chain. To invest the rest, accept more risk or remove a filter.`,
  };
  const { unallocated_reason: reason } = allocation;
  return textByReasonCode[reason?.code ?? ''] ?? 'No suitable strategy was found for this amount.';
}

const REJECTION_TEXTS: Readonly<Record<string, (rejected: RejectedStrategy) => string>> = {
  paused: () => 'Deposits are paused.',
  stuck_rate: () =>
    'The APY of this strategy has not changed for a long time and is far above that of similar strategies.',
  exit_constrained: () =>
    'Nearly all deposits in this strategy are lent out, so you may have to wait before you can withdraw.',
  risk_above_limit: ({ risk_level }) =>
    `The risk of this strategy is ${risk_level}, which is more than you accept.`,
  outlier: () => 'The data source marks the yield of this strategy as unusual.',
  short_history: () => 'This strategy has less than 30 days of history.',
  stale: () => 'The figures of this strategy are too old.',
  several_assets: () => 'This strategy also holds other assets.',
  low_tvl: ({ tvl }) => `Only ${formatShortUsd(tvl)} is invested in this strategy.`,
  too_small: ({ tvl }) =>
    `Only ${formatShortUsd(tvl)} is invested in this strategy, so an allocation can put only a small part of your amount into it.`,
  below_minimum_deposit: () => 'Your deposit into this strategy would be smaller than its minimum deposit.',
  not_worth_moving: () => 'This strategy would not earn back the costs within the chosen time.',
};

export const rejectionText = (rejectedStrategy: RejectedStrategy): string =>
  REJECTION_TEXTS[rejectedStrategy.reason.code]?.(rejectedStrategy) ??
  'This strategy failed one of the checks.';

const RISK_LEVELS = ['low', 'medium', 'high'] as const;

export const highestRiskOf = (items: readonly MarketRecommendedItem[]) =>
  RISK_LEVELS.findLast((level) => items.some(({ strategy }) => strategy.risk_level === level)) ?? 'low';

/** Reasons of the deductions from the expected APY, as the end of a sentence. */
const DEDUCTIONS = [
  ['correction', 'because an unusually high APY often does not last'],
  ['dilution', 'because your deposit lowers the yield'],
  ['impermanent_loss', 'for impermanent loss'],
  ['costs', 'for costs'],
] as const;
const DEDUCTION_DECIMALS = 2;
const HUNDREDTHS_PER_POINT = 10 ** DEDUCTION_DECIMALS;

/**
 * Returns the deductions from the expected APY as text, in percentage points. They add up to the difference between the
 * rounded APYs before and after deductions. Deductions that are rounded to 0 are left out.
 */
export function deductionsText(breakdown: MarketRecommendedItem['breakdown']): string {
  const exactDeductionHundredths = DEDUCTIONS.map(([name]) => breakdown[name] * HUNDREDTHS_PER_POINT);
  const grossApyHundredths = breakdown.gross_apy * HUNDREDTHS_PER_POINT;
  const netApyHundredths = exactDeductionHundredths.reduce(
    (rest, deductedHundredths) => rest - deductedHundredths,
    grossApyHundredths,
  );
  const roundedHundredths = roundToTotal(
    exactDeductionHundredths,
    Math.round(grossApyHundredths) - Math.round(netApyHundredths),
  );
  const deductionTexts = DEDUCTIONS.map(([, reason], index) => ({
    hundredths: roundedHundredths[index] ?? 0,
    reason,
  }))
    .filter((deduction) => deduction.hundredths !== 0)
    .map(
      (deduction) =>
        `${formatDecimal(deduction.hundredths / HUNDREDTHS_PER_POINT, DEDUCTION_DECIMALS)} ${deduction.reason}`,
    );
  return deductionTexts.length === 0
    ? 'Nothing is deducted.'
    : `Deducted percentage points: ${deductionTexts.join('; ')}.`;
}
