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

/** What a candidate is judged by beside its own figures. */
export interface Terms {
  readonly request: RecommendationRequest;
  /** The catalog's own time, against which a reading is stale. */
  readonly asOfMs: number;
  /** The most that it may take, as a fraction of the amount. */
  readonly cap: number;
  /** The smallest deposit in USD that is worth moving. */
  readonly least: number;
}

interface Rule {
  readonly code: Reason['code'];
  readonly broken: (candidate: Candidate, terms: Terms) => boolean;
  readonly message: (candidate: Candidate, terms: Terms) => string;
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
    broken: ({ observedAtMs }, { asOfMs }) => asOfMs - observedAtMs > POLICY.maxAgeDays * DAY_MS,
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
    broken: (_, { cap }) => cap < POLICY.minShare,
    message: ({ tvl }, { request }) =>
      `Its TVL of ${round(tvl, 0)} USD takes at most ${round(tvl * POLICY.maxTvlShare, 0)} USD, ` +
      `under ${POLICY.minShare * 100}% of ${request.amountUsd} USD.`,
  },
  {
    code: 'below_minimum_deposit',
    broken: ({ min_deposit }, { cap, request }) => cap * request.amountUsd < min_deposit,
    message: ({ min_deposit }, { cap, request }) =>
      `It takes deposits from ${min_deposit} USD; the caps allow ${round(cap * request.amountUsd, 2)} USD.`,
  },
  {
    code: 'not_worth_moving',
    broken: (_, { cap, least, request }) => least > cap * request.amountUsd,
    message: (_, { least, request }) =>
      Number.isFinite(least)
        ? `Over ${request.horizonDays} days it pays for its costs from ${round(least, 2)} USD on.`
        : `Over ${request.horizonDays} days it never pays for what moving there costs.`,
  },
];

/** How many rules a strategy breaks, two at most: none for one that may be recommended, one for a near miss. */
export function rulesBroken(candidate: Candidate, terms: Terms): 0 | 1 | 2 {
  let one = false;
  for (const rule of RULES) {
    if (!rule.broken(candidate, terms)) continue;
    if (one) return 2;
    one = true;
  }
  return one ? 1 : 0;
}

/** Every rule that a strategy breaks, in the order of the rules; none for one that may be recommended. */
export function rejectionReasons(candidate: Candidate, setting: Setting, asOfMs: number): readonly Reason[] {
  const { request } = setting;
  const cap = positionCap(candidate, request);
  const terms = { request, asOfMs, cap, least: leastWorthMoving(candidate, setting) };
  return RULES.filter((rule) => rule.broken(candidate, terms)).map(({ code, message }) => ({
    code,
    message: message(candidate, terms),
  }));
}
