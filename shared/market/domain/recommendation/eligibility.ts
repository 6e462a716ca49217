import { DAY_MS, dayDate, dayOf } from '../../../platform/domain/days.ts';
import { round } from '../../../platform/domain/numbers.ts';
import { RISK_LEVELS } from '../../../strategies/contract.ts';
import type { Reason } from '../../contract/insight.ts';
import { type Candidate, POLICY, type RecommendationRequest } from './policy.ts';

/** The most that one strategy may take, as a fraction of the amount: `max_share`, or what its TVL bears. */
export function positionCap(candidate: Candidate, request: RecommendationRequest): number {
  return Math.min(request.maxShare, (POLICY.maxTvlShare * candidate.tvl) / request.amountUsd);
}

interface Rule {
  readonly code: Reason['code'];
  readonly broken: (candidate: Candidate, request: RecommendationRequest, asOfMs: number) => boolean;
  readonly message: (candidate: Candidate, request: RecommendationRequest) => string;
}

const RULES: readonly Rule[] = [
  {
    code: 'paused',
    broken: ({ status }) => status !== 'listed',
    message: () => 'It takes no deposits: its operators have paused it.',
  },
  {
    code: 'several_assets',
    broken: ({ underlying_assets }, { asset }) => asset !== undefined && underlying_assets.length > 1,
    message: ({ underlying_assets }, { asset }) =>
      `It holds ${underlying_assets.join(' and ')}, not ${asset} alone.`,
  },
  {
    code: 'risk_above_limit',
    broken: ({ risk_level }, { riskLevel }) =>
      RISK_LEVELS.indexOf(risk_level) > RISK_LEVELS.indexOf(riskLevel),
    message: ({ risk_score, risk_level }, { riskLevel }) =>
      `Its risk is ${risk_level} (score ${risk_score} of 100), above ${riskLevel}.`,
  },
  {
    code: 'outlier',
    broken: ({ outlier }) => outlier === true,
    message: () => 'The source marks its APY as an outlier among its peers.',
  },
  {
    code: 'short_history',
    broken: ({ history_days }, { riskLevel }) => history_days < POLICY.minHistoryDays[riskLevel],
    message: ({ history_days }, { riskLevel }) =>
      `It has ${history_days} days of history; ${POLICY.minHistoryDays[riskLevel]} are required.`,
  },
  {
    code: 'stale',
    broken: ({ observedAtMs }, _, asOfMs) => asOfMs - observedAtMs > POLICY.maxAgeDays * DAY_MS,
    message: ({ observedAtMs }) => `Its figures were last observed on ${dayDate(dayOf(observedAtMs))}.`,
  },
  {
    code: 'too_small',
    broken: (candidate, request) => positionCap(candidate, request) < POLICY.minShare,
    message: ({ tvl }, { amountUsd }) =>
      `Its TVL of ${round(tvl, 0)} USD takes at most ${round(tvl * POLICY.maxTvlShare, 0)} USD, ` +
      `under ${POLICY.minShare * 100}% of ${amountUsd} USD.`,
  },
  {
    code: 'below_minimum_deposit',
    broken: (candidate, request) =>
      positionCap(candidate, request) * request.amountUsd < candidate.min_deposit,
    message: (candidate, request) =>
      `It takes deposits from ${candidate.min_deposit} USD; the caps allow ` +
      `${round(positionCap(candidate, request) * request.amountUsd, 2)} USD.`,
  },
];

/** Whether a strategy may be recommended at all, apart from what it is expected to pay. */
export function isEligible(candidate: Candidate, request: RecommendationRequest, asOfMs: number): boolean {
  return !RULES.some((rule) => rule.broken(candidate, request, asOfMs));
}

/** Every rule that a strategy breaks, in the order of the rules. */
export function rejectionReasons(
  candidate: Candidate,
  request: RecommendationRequest,
  asOfMs: number,
): readonly Reason[] {
  return RULES.filter((rule) => rule.broken(candidate, request, asOfMs)).map(({ code, message }) => ({
    code,
    message: message(candidate, request),
  }));
}
