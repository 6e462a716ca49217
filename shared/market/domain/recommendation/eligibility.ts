import { DAY_MS, dayDate, dayOf } from '../../../platform/domain/days.ts';
import { round } from '../../../platform/domain/numbers.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';
import { isStuckRate } from '../../../strategies/domain/risk/floors.ts';
import type { Reason } from '../../contract/strategy-responses.ts';
import { leastWorthMoving, type Setting } from './estimate.ts';
import { type Candidate, POLICY, type RecommendationRequest } from './policy.ts';

/** The most that one strategy may take, as a fraction of the amount: `max_share`, or what its TVL bears. */
export function positionCap(candidate: Candidate, request: RecommendationRequest): number {
  return Math.min(request.maxShare, (POLICY.maxTvlShare * candidate.tvl) / request.amountUsd);
}

interface Rule {
  readonly code: Reason['code'];
  readonly broken: (candidate: Candidate, setting: Setting, asOfMs: number) => boolean;
  readonly message: (candidate: Candidate, setting: Setting) => string;
}

const RULES: readonly Rule[] = [
  {
    code: 'paused',
    broken: ({ status }) => status !== 'listed',
    message: () => 'It takes no deposits: its operators have paused it.',
  },
  {
    code: 'several_assets',
    broken: ({ underlying_assets }, { request }) =>
      request.assets !== undefined &&
      underlying_assets.length > 1 &&
      !underlying_assets.every((asset) => request.assets?.includes(asset)),
    message: ({ underlying_assets }, { request }) =>
      `It holds ${underlying_assets.join(' and ')}, not ${request.assets?.join(' or ')} alone.`,
  },
  {
    code: 'stuck_rate',
    broken: isStuckRate,
    message: ({ current_apy, unmoved_days }) =>
      `Its rate of ${round(current_apy, 2)}% has not moved for ${unmoved_days} days, far above its peers.`,
  },
  {
    code: 'risk_above_limit',
    // A rate that stands still far above its peers is high for that alone, which the rule before has said.
    broken: (candidate, { request }) =>
      !isStuckRate(candidate) &&
      RISK_LEVELS.indexOf(candidate.risk_level) > RISK_LEVELS.indexOf(request.riskLevel),
    message: ({ risk_score, risk_level }, { request }) =>
      `Its risk is ${risk_level} (score ${risk_score} of 100), above ${request.riskLevel}.`,
  },
  {
    code: 'outlier',
    broken: ({ outlier }) => outlier === true,
    message: () => 'The source marks its APY as an outlier among its peers.',
  },
  {
    code: 'short_history',
    broken: ({ history_days }, { request }) => history_days < POLICY.minHistoryDays[request.riskLevel],
    message: ({ history_days }, { request }) =>
      `It has ${history_days} days of history; ${POLICY.minHistoryDays[request.riskLevel]} are required.`,
  },
  {
    code: 'stale',
    broken: ({ observedAtMs }, _, asOfMs) => asOfMs - observedAtMs > POLICY.maxAgeDays * DAY_MS,
    message: ({ observedAtMs }) => `Its figures were last observed on ${dayDate(dayOf(observedAtMs))}.`,
  },
  {
    code: 'low_tvl',
    broken: ({ tvl }, { request }) => tvl < request.minTvlUsd,
    message: ({ tvl }, { request }) =>
      `Its TVL is ${round(tvl, 0)} USD, under min_tvl (${request.minTvlUsd}).`,
  },
  {
    code: 'too_small',
    broken: (candidate, { request }) => positionCap(candidate, request) < POLICY.minShare,
    message: ({ tvl }, { request }) =>
      `Its TVL of ${round(tvl, 0)} USD takes at most ${round(tvl * POLICY.maxTvlShare, 0)} USD, ` +
      `under ${POLICY.minShare * 100}% of ${request.amountUsd} USD.`,
  },
  {
    code: 'below_minimum_deposit',
    broken: (candidate, { request }) =>
      positionCap(candidate, request) * request.amountUsd < candidate.min_deposit,
    message: (candidate, { request }) =>
      `It takes deposits from ${candidate.min_deposit} USD; the caps allow ` +
      `${round(positionCap(candidate, request) * request.amountUsd, 2)} USD.`,
  },
  {
    code: 'not_worth_moving',
    broken: (candidate, setting) =>
      leastWorthMoving(candidate, setting) >
      positionCap(candidate, setting.request) * setting.request.amountUsd,
    message: (candidate, setting) => {
      const least = leastWorthMoving(candidate, setting);
      return Number.isFinite(least)
        ? `Over ${setting.request.horizonDays} days it pays for its costs from ${round(least, 2)} USD on.`
        : `Over ${setting.request.horizonDays} days it never pays for what moving there costs.`;
    },
  },
];

/** Every rule that a strategy breaks, in the order of the rules; none for one that may be recommended. */
export function rejectionReasons(candidate: Candidate, setting: Setting, asOfMs: number): readonly Reason[] {
  return RULES.filter((rule) => rule.broken(candidate, setting, asOfMs)).map(({ code, message }) => ({
    code,
    message: message(candidate, setting),
  }));
}
