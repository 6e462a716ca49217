import { DAY_MS, dayDate, dayOf, daysText } from '../../../platform/domain/days.ts';
import { usdText } from '../../../platform/domain/usd-text.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';
import { isStuckRate } from '../../../strategies/domain/risk/floors.ts';
import type { RejectionCode } from '../../contract/strategies/strategy-responses.ts';
import { estimate, type Setting, steadyYield } from './estimate.ts';
import { type Candidate, POLICY, positionCap, riskText } from './policy.ts';

/** The inputs of an allocation, and the time of the catalog, which decides whether a reading is too old. */
export interface AllocationInputs extends Setting {
  readonly asOfMs: number;
}

/** A rule that a recommended strategy must not break. */
interface Rule {
  readonly code: RejectionCode;
  readonly breaks: (candidate: Candidate, planInputs: AllocationInputs) => boolean;
  /** Returns why this candidate breaks the rule. */
  readonly message: (candidate: Candidate, planInputs: AllocationInputs) => string;
  /**
   * Completes the sentence "The most common cause is ...". People read it, so it contains no codes and no names of
   * parameters. `advice` says which parameter the caller can change.
   */
  readonly cause: string;
  readonly advice: string;
}

const LIST_FORMAT = new Intl.ListFormat('en-GB');

const largestDeposit = (candidate: Candidate, { request }: AllocationInputs) =>
  positionCap(candidate, request) * request.amountUsd;

const RULES: readonly Rule[] = [
  {
    code: 'paused',
    breaks: ({ status }) => status !== 'listed',
    message: () => 'It accepts no deposits, because an operator paused it.',
    cause: 'paused deposits',
    advice: 'Choose another asset or chain.',
  },
  {
    code: 'stuck_rate',
    breaks: isStuckRate,
    message: ({ current_apy, unmoved_days }) =>
      `Its APY of ${current_apy.toFixed(2)}% has not changed for ${daysText(unmoved_days)} and is far above the APY of its peers.`,
    cause: 'an APY that has not changed for a long time and is far above the APY of similar strategies',
    advice: 'Choose another asset or chain.',
  },
  {
    code: 'exit_constrained',
    breaks: ({ exit_constrained }) => exit_constrained,
    message: ({ utilisation }) =>
      `${utilisation === null ? 'Most' : `${Math.floor(100 * utilisation)}%`} of what was supplied is borrowed, so a ` +
      'withdrawal may have to wait.',
    cause: 'that nearly all deposits are borrowed, so a withdrawal may have to wait',
    advice: 'Choose another asset or chain, or ask again later.',
  },
  {
    code: 'risk_above_limit',
    // A stuck rate also raises the risk level to high. In this case, only the rule stuck_rate reports the strategy.
    breaks: (candidate, { request }) =>
      !isStuckRate(candidate) &&
      RISK_LEVELS.indexOf(candidate.risk_level) > RISK_LEVELS.indexOf(request.riskLevel),
    message: (candidate, { request }) =>
      `${riskText(candidate)} You allow at most the level ${request.riskLevel}.`,
    cause: 'a risk that is higher than you allow',
    advice: 'Raise risk_level.',
  },
  {
    code: 'outlier',
    breaks: ({ outlier }) => outlier === true,
    message: () => 'The source marks its APY as an outlier.',
    cause: 'an APY that the source marks as an outlier',
    advice: 'Choose another asset or chain.',
  },
  {
    code: 'short_history',
    breaks: ({ history_days, log_apy_volatility_30d }) =>
      history_days < POLICY.historyDays || log_apy_volatility_30d === null,
    message: ({ history_days }) =>
      history_days < POLICY.historyDays
        ? `It has ${daysText(history_days)} of history; an allocation needs ${POLICY.historyDays}.`
        : 'Its daily history of the last 30 days has not been read yet.',
    cause: 'a history that is shorter than 30 days or has not been read yet',
    advice: 'Choose another asset or chain, or ask again after the next ingestion.',
  },
  {
    code: 'stale',
    breaks: ({ observedAtMs }, { asOfMs }) => asOfMs - observedAtMs > POLICY.maxAgeDays * DAY_MS,
    message: ({ observedAtMs }) => `Its figures are from ${dayDate(dayOf(observedAtMs))}, which is too old.`,
    cause: 'figures that are too old',
    advice: 'Ask again after the next ingestion.',
  },
  {
    code: 'several_assets',
    breaks: ({ underlying_assets }, { request }) =>
      request.assets !== undefined &&
      underlying_assets.length > 1 &&
      !underlying_assets.every((asset) => request.assets?.includes(asset)),
    message: ({ underlying_assets }, { request }) =>
      `It holds ${LIST_FORMAT.format(underlying_assets)}, not only ${request.assets?.join(' or ')}.`,
    cause: 'that the strategy also holds other assets',
    advice: 'Name all the assets of a pool in asset.',
  },
  {
    code: 'low_tvl',
    breaks: ({ tvl }, { request }) => tvl < request.minTvlUsd,
    message: ({ tvl }, { request }) =>
      `Its TVL is ${usdText(tvl)}, under min_tvl (${usdText(request.minTvlUsd)}).`,
    cause: 'a TVL that is below the minimum of the allocation',
    advice: 'Lower min_tvl.',
  },
  {
    code: 'too_small',
    breaks: (candidate, { request }) =>
      positionCap(candidate, request) < POLICY.smallestPart * positionCap({ tvl: Infinity }, request),
    message: ({ tvl }, { request }) =>
      `An allocation puts at most ${POLICY.maxTvlShare * 100}% of the TVL into a strategy. Here this is ${usdText(POLICY.maxTvlShare * tvl)}, ` +
      `which is too small a part of ${usdText(request.amountUsd)}.`,
    cause: 'a TVL that is too small for the amount',
    advice: 'Invest a smaller amount, or lower max_share for more and smaller parts.',
  },
  {
    code: 'below_minimum_deposit',
    breaks: (candidate, planInputs) => largestDeposit(candidate, planInputs) < candidate.min_deposit,
    message: (candidate, planInputs) =>
      `Its minimum deposit is ${usdText(candidate.min_deposit)}; its part would be ${usdText(largestDeposit(candidate, planInputs))}.`,
    cause: 'a minimum deposit that is larger than the part of the amount',
    advice: 'Raise amount.',
  },
];

const NOT_WORTH_MOVING: Rule = {
  code: 'not_worth_moving',
  breaks: (candidate, planInputs) =>
    !coversCosts(candidate, largestDeposit(candidate, planInputs), planInputs),
  message: (candidate, planInputs) => {
    const usd = largestDeposit(candidate, planInputs);
    const { costsUsd, gainPerDayUsd } = estimate(candidate, usd, planInputs);
    const steadyEstimate = steadyYield(candidate, usd, planInputs);
    const { horizonDays } = planInputs.request;
    const gain = Math.min(gainPerDayUsd, steadyEstimate.gainPerDayUsd) * horizonDays;
    const comparisonText = planInputs.from === undefined ? '' : ' more than the present position';
    return gain > 0
      ? `Moving ${usdText(usd)} there costs ${usdText(costsUsd)}, and in ${daysText(horizonDays)} it would earn ` +
          `${usdText(gain)}${comparisonText}.`
      : `${usdText(usd)} would earn nothing${comparisonText} there.`;
  },
  cause: 'that the earnings would not cover the costs of the move',
  advice: 'Raise amount or horizon_days.',
};

/**
 * Returns whether a position earns more within the horizon than a move to it costs. This must be true at the
 * expected APY, and also at the lower of the current APY and the 30-day mean APY. The present position needs no
 * move, so it always passes.
 */
export function coversCosts(candidate: Candidate, depositUsd: number, planInputs: AllocationInputs): boolean {
  if (candidate.id === planInputs.from?.id) return true;
  return [estimate, steadyYield].every((estimateOf) => {
    const { gainPerDayUsd, daysToBreakEven } = estimateOf(candidate, depositUsd, planInputs);
    const isPaid = daysToBreakEven !== null && daysToBreakEven <= planInputs.request.horizonDays;
    return isPaid && gainPerDayUsd > 0;
  });
}

/**
 * Returns the rules that a candidate breaks. The rule not_worth_moving needs an estimate. It is checked only if at
 * most one other rule is broken, because callers only need to know whether none, one or several rules are broken.
 */
export function findBrokenRules(candidate: Candidate, planInputs: AllocationInputs): readonly Rule[] {
  const findBrokenRules = RULES.filter(({ breaks }) => breaks(candidate, planInputs));
  if (findBrokenRules.length < 2 && NOT_WORTH_MOVING.breaks(candidate, planInputs))
    findBrokenRules.push(NOT_WORTH_MOVING);
  return findBrokenRules;
}
