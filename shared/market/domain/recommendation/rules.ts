import { createLazily } from '../../../platform/domain/create-lazily.ts';
import { DAY_MS, dateOfDay, dayOf, daysText } from '../../../platform/domain/days.ts';
import { formatUsdText } from '../../../platform/domain/usd-text.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';
import { hasStuckRate } from '../../../strategies/domain/risk/floors.ts';
import type { RejectionCode } from '../../contract/strategies/strategy-responses.ts';
import { type EstimateContext, estimateCandidate, estimateConservativeYield } from './estimate.ts';
import { type Candidate, computeMaxPositionShare, RECOMMENDATION_POLICY, riskText } from './policy.ts';

/** `asOfMs` is the time of the catalog. The age of a reading is measured at this time. */
export interface AllocationInputs extends EstimateContext {
  readonly asOfMs: number;
}

interface Rule {
  readonly code: RejectionCode;
  readonly isBroken: (candidate: Candidate, inputs: AllocationInputs) => boolean;
  readonly messageFor: (candidate: Candidate, inputs: AllocationInputs) => string;
  /**
   * Completes the sentence "The most common cause is ...". People read it, so it contains no codes and no names of
   * parameters. `advice` says which parameter the caller can change.
   */
  readonly cause: string;
  readonly advice: string;
}

const getListFormat = /* @__PURE__ */ createLazily(() => new Intl.ListFormat('en-GB'));

const largestDepositUsdOf = (candidate: Candidate, { request }: AllocationInputs) =>
  computeMaxPositionShare(candidate, request) * request.amountUsd;

const ELIGIBILITY_RULES: readonly Rule[] = [
  {
    code: 'paused',
    isBroken: ({ status }) => status !== 'listed',
    messageFor: () => 'It accepts no deposits, because an operator paused it.',
    cause: 'paused deposits',
    advice: 'Choose another asset or chain.',
  },
  {
    code: 'stuck_rate',
    isBroken: hasStuckRate,
    messageFor: ({ current_apy, unmoved_days }) =>
      `Its APY of ${current_apy.toFixed(2)}% has not changed for ${daysText(unmoved_days)} and is far above the APY of its peers.`,
    cause: 'an APY that has not changed for a long time and is far above the APY of similar strategies',
    advice: 'Choose another asset or chain.',
  },
  {
    code: 'exit_constrained',
    isBroken: ({ exit_constrained }) => exit_constrained,
    messageFor: ({ utilisation }) =>
      `${utilisation === null ? 'Most' : `${Math.floor(100 * utilisation)}%`} of what was supplied is borrowed, so a ` +
      'withdrawal may have to wait.',
    cause: 'that nearly all deposits are borrowed, so a withdrawal may have to wait',
    advice: 'Choose another asset or chain, or ask again later.',
  },
  {
    code: 'risk_above_limit',
    // A stuck rate also raises the risk level to high. In this case, only the rule stuck_rate reports the strategy.
    isBroken: (candidate, { request }) =>
      !hasStuckRate(candidate) &&
      RISK_LEVELS.indexOf(candidate.risk_level) > RISK_LEVELS.indexOf(request.riskLevel),
    messageFor: (candidate, { request }) =>
      `${riskText(candidate)} You allow at most the level ${request.riskLevel}.`,
    cause: 'a risk that is higher than you allow',
    advice: 'Raise risk_level.',
  },
  {
    code: 'outlier',
    isBroken: ({ outlier }) => outlier === true,
    messageFor: () => 'The source marks its APY as an outlier.',
    cause: 'an APY that the source marks as an outlier',
    advice: 'Choose another asset or chain.',
  },
  {
    code: 'short_history',
    isBroken: ({ history_days, log_apy_volatility_30d }) =>
      history_days < RECOMMENDATION_POLICY.minHistoryDays || log_apy_volatility_30d === null,
    messageFor: ({ history_days }) =>
      history_days < RECOMMENDATION_POLICY.minHistoryDays
        ? `It has ${daysText(history_days)} of history; an allocation needs ${RECOMMENDATION_POLICY.minHistoryDays}.`
        : 'Its daily history of the last 30 days has not been read yet.',
    cause: 'a history that is shorter than 30 days or has not been read yet',
    advice: 'Choose another asset or chain, or ask again after the next ingestion.',
  },
  {
    code: 'stale',
    isBroken: ({ observedAtMs }, { asOfMs }) =>
      asOfMs - observedAtMs > RECOMMENDATION_POLICY.maxAgeDays * DAY_MS,
    messageFor: ({ observedAtMs }) =>
      `Its figures are from ${dateOfDay(dayOf(observedAtMs))}, which is too old.`,
    cause: 'figures that are too old',
    advice: 'Ask again after the next ingestion.',
  },
  {
    code: 'several_assets',
    isBroken: ({ underlying_assets }, { request }) =>
      request.assets !== undefined &&
      underlying_assets.length > 1 &&
      !underlying_assets.every((asset) => request.assets?.includes(asset)),
    messageFor: ({ underlying_assets }, { request }) =>
      `It holds ${getListFormat().format(underlying_assets)}, not only ${request.assets?.join(' or ')}.`,
    cause: 'that the strategy also holds other assets',
    advice: 'Name all the assets of a pool in asset.',
  },
  {
    code: 'low_tvl',
    isBroken: ({ tvl }, { request }) => tvl < request.minTvlUsd,
    messageFor: ({ tvl }, { request }) =>
      `Its TVL is ${formatUsdText(tvl)}, under min_tvl (${formatUsdText(request.minTvlUsd)}).`,
    cause: 'a TVL that is below the minimum of the allocation',
    advice: 'Lower min_tvl.',
  },
  {
    code: 'too_small',
    isBroken: (candidate, { request }) =>
      computeMaxPositionShare(candidate, request) <
      RECOMMENDATION_POLICY.minPartFraction * computeMaxPositionShare({ tvl: Infinity }, request),
    messageFor: ({ tvl }, { request }) =>
      `An allocation puts at most ${RECOMMENDATION_POLICY.maxTvlShare * 100}% of the TVL into a strategy. Here this is ${formatUsdText(RECOMMENDATION_POLICY.maxTvlShare * tvl)}, ` +
      `which is too small a part of ${formatUsdText(request.amountUsd)}.`,
    cause: 'a TVL that is too small for the amount',
    advice: 'Invest a smaller amount, or lower max_share for more and smaller parts.',
  },
  {
    code: 'below_minimum_deposit',
    isBroken: (candidate, inputs) => largestDepositUsdOf(candidate, inputs) < candidate.min_deposit,
    messageFor: (candidate, inputs) =>
      `Its minimum deposit is ${formatUsdText(candidate.min_deposit)}; its part would be ${formatUsdText(largestDepositUsdOf(candidate, inputs))}.`,
    cause: 'a minimum deposit that is larger than the part of the amount',
    advice: 'Raise amount.',
  },
];

const NOT_WORTH_MOVING_RULE: Rule = {
  code: 'not_worth_moving',
  isBroken: (candidate, inputs) => !coversCosts(candidate, largestDepositUsdOf(candidate, inputs), inputs),
  messageFor: (candidate, inputs) => {
    const depositUsd = largestDepositUsdOf(candidate, inputs);
    const { costsUsd, gainPerDayUsd } = estimateCandidate(candidate, depositUsd, inputs);
    const conservativeEstimate = estimateConservativeYield(candidate, depositUsd, inputs);
    const { horizonDays } = inputs.request;
    const gainUsd = Math.min(gainPerDayUsd, conservativeEstimate.gainPerDayUsd) * horizonDays;
    const comparisonText = inputs.currentStrategy === undefined ? '' : ' more than the present position';
    return gainUsd > 0
      ? `Moving ${formatUsdText(depositUsd)} there costs ${formatUsdText(costsUsd)}, and in ${daysText(horizonDays)} it would earn ` +
          `${formatUsdText(gainUsd)}${comparisonText}.`
      : `${formatUsdText(depositUsd)} would earn nothing${comparisonText} there.`;
  },
  cause: 'that the earnings would not cover the costs of the move',
  advice: 'Raise amount or horizon_days.',
};

/**
 * Returns whether a deposit earns more within the horizon than the move into the strategy costs. This must be true at
 * the expected APY, and also at the lower of the current APY and the 30-day mean APY.
 */
export function coversCosts(candidate: Candidate, depositUsd: number, inputs: AllocationInputs): boolean {
  if (candidate.id === inputs.currentStrategy?.id) return true;
  return [estimateCandidate, estimateConservativeYield].every((estimateYield) => {
    const { gainPerDayUsd, daysToBreakEven } = estimateYield(candidate, depositUsd, inputs);
    const breaksEvenInTime = daysToBreakEven !== null && daysToBreakEven <= inputs.request.horizonDays;
    return breaksEvenInTime && gainPerDayUsd > 0;
  });
}

/** Returns the rules that a candidate breaks. If two or more are broken, does not check `not_worth_moving`. */
export function findBrokenRules(candidate: Candidate, inputs: AllocationInputs): readonly Rule[] {
  const brokenRules = ELIGIBILITY_RULES.filter(({ isBroken }) => isBroken(candidate, inputs));
  if (brokenRules.length < 2 && NOT_WORTH_MOVING_RULE.isBroken(candidate, inputs))
    brokenRules.push(NOT_WORTH_MOVING_RULE);
  return brokenRules;
}
