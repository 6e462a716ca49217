import { DAY_MS, dayDate, dayOf, daysText } from '../../../../platform/domain/days.ts';
import { round } from '../../../../platform/domain/numbers.ts';
import { RISK_LEVELS, type RiskLevel } from '../../../../strategies/contract/strategy.ts';
import { isStuckRate } from '../../../../strategies/domain/risk/floors.ts';
import type { Reason, RejectionCode } from '../../../contract/strategies/strategy-responses.ts';
import { leastWorthMoving, type Setting } from '../estimates/estimate.ts';
import { type Candidate, POLICY, type RecommendationRequest } from '../policy.ts';

const { maxTvlShare: MAX_TVL_SHARE, minShare: MIN_SHARE } = POLICY;

/** The most that a strategy of a TVL may take, as a fraction of the amount: `max_share`, or what the TVL bears. */
export function positionCap(tvl: number, { maxShare, amountUsd }: RecommendationRequest): number {
  return capOf(tvl, maxShare, amountUsd);
}

/** The same of figures alone, for loops over tens of thousands. */
export function capOf(tvl: number, maxShare: number, amountUsd: number): number {
  return Math.min(maxShare, (MAX_TVL_SHARE * tvl) / amountUsd);
}

/** What the standing of a candidate is seen against: the same for every amount. */
export interface Bar {
  readonly riskLevel: RiskLevel;
  /** The catalog's own time, against which a reading is stale. */
  readonly asOfMs: number;
}

/** What decides whether a candidate is of a size for the amount. */
interface Size {
  /** USD. */
  readonly tvl: number;
  readonly min_deposit: number;
  /** The most that it may take, as a fraction of the amount. */
  readonly cap: number;
  /** The smallest deposit in USD that is worth moving. */
  readonly least: number;
}

const isLowTvl = (tvl: number, minTvlUsd: number) => tvl < minTvlUsd;
const isTooSmall = (cap: number) => cap < MIN_SHARE;
const isBelowMinimum = (minDeposit: number, depositUsd: number) => depositUsd < minDeposit;

/** Whether moving there pays for itself at no deposit that it may take. */
export function isNotWorthMoving(least: number, cap: number, { amountUsd }: RecommendationRequest): boolean {
  return least > cap * amountUsd;
}

interface Rule<Subject, Against> {
  readonly code: RejectionCode;
  readonly broken: (subject: Subject, against: Against) => boolean;
  readonly message: (subject: Subject, against: Against) => string;
}

const STANDING_RULES: readonly Rule<Candidate, Bar>[] = [
  {
    code: 'paused',
    broken: ({ status }) => status !== 'listed',
    message: () => 'It takes no deposits: its operators have paused it.',
  },
  {
    code: 'stuck_rate',
    broken: isStuckRate,
    message: ({ current_apy, unmoved_days }) =>
      `Its rate of ${round(current_apy, 2)}% has not moved for ${daysText(unmoved_days)}, far above its peers.`,
  },
  {
    code: 'risk_above_limit',
    // A rate that stands still far above its peers is high for that alone, which the rule before has said.
    broken: (candidate, { riskLevel }) =>
      !isStuckRate(candidate) && RISK_LEVELS.indexOf(candidate.risk_level) > RISK_LEVELS.indexOf(riskLevel),
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
      `It has ${daysText(history_days)} of history; ${POLICY.minHistoryDays[riskLevel]} are required.`,
  },
  {
    code: 'stale',
    broken: ({ observedAtMs }, { asOfMs }) => asOfMs - observedAtMs > POLICY.maxAgeDays * DAY_MS,
    message: ({ observedAtMs }) => `Its figures were last observed on ${dayDate(dayOf(observedAtMs))}.`,
  },
];

const ASSET_RULES: readonly Rule<Candidate, RecommendationRequest>[] = [
  {
    code: 'several_assets',
    broken: ({ underlying_assets }, request) =>
      request.assets !== undefined &&
      underlying_assets.length > 1 &&
      !underlying_assets.every((asset) => request.assets?.includes(asset)),
    message: ({ underlying_assets }, request) =>
      `It holds ${underlying_assets.join(' and ')}, not ${request.assets?.join(' or ')} alone.`,
  },
];

const SIZE_RULES: readonly Rule<Size, RecommendationRequest>[] = [
  {
    code: 'low_tvl',
    broken: ({ tvl }, request) => isLowTvl(tvl, request.minTvlUsd),
    message: ({ tvl }, request) => `Its TVL is ${round(tvl, 0)} USD, under min_tvl (${request.minTvlUsd}).`,
  },
  {
    code: 'too_small',
    broken: ({ cap }) => isTooSmall(cap),
    message: ({ tvl }, request) =>
      `Its TVL of ${round(tvl, 0)} USD takes at most ${round(tvl * POLICY.maxTvlShare, 0)} USD, ` +
      `under ${POLICY.minShare * 100}% of ${request.amountUsd} USD.`,
  },
  {
    code: 'below_minimum_deposit',
    broken: ({ min_deposit, cap }, request) => isBelowMinimum(min_deposit, cap * request.amountUsd),
    message: ({ min_deposit, cap }, request) =>
      `It takes deposits from ${min_deposit} USD; the caps allow ${round(cap * request.amountUsd, 2)} USD.`,
  },
  {
    code: 'not_worth_moving',
    broken: ({ cap, least }, request) => isNotWorthMoving(least, cap, request),
    message: ({ tvl, cap, least }, { amountUsd, horizonDays }) => {
      const asked = MAX_TVL_SHARE * tvl;
      const over = `Over ${daysText(horizonDays)}`;
      return least > asked
        ? `${over} no amount pays for what moving there costs, up to the ${round(asked, 2)} USD that may be asked of it.`
        : `${over} it pays for what moving there costs from ${round(least, 2)} USD on; the caps allow ` +
            `${round(cap * amountUsd, 2)} USD.`;
    },
  },
];

function broken<S, A>(rules: readonly Rule<S, A>[], subject: S, against: A): number {
  let count = 0;
  for (const rule of rules) if (rule.broken(subject, against)) count += 1;
  return count;
}

/** How many rules a candidate breaks whatever the amount and the assets. */
export function standingRulesBroken(candidate: Candidate, bar: Bar): number {
  return broken(STANDING_RULES, candidate, bar);
}

/**
 * How many rules it breaks for the amount, but for whether it is worth moving to: for that its outlook must be known,
 * which takes longer than all of this. Called for tens of thousands, so that no object is made.
 */
export function sizeRulesBroken(
  tvl: number,
  minDeposit: number,
  cap: number,
  amountUsd: number,
  minTvlUsd: number,
): number {
  return +isLowTvl(tvl, minTvlUsd) + +isTooSmall(cap) + +isBelowMinimum(minDeposit, cap * amountUsd);
}

/** A rule that a candidate breaks, and the sentence that says so. */
interface BrokenRule {
  readonly code: RejectionCode;
  readonly message: () => string;
}

function brokenOf<S, A>(rules: readonly Rule<S, A>[], subject: S, against: A): BrokenRule[] {
  return rules
    .filter((rule) => rule.broken(subject, against))
    .map(({ code, message }) => ({ code, message: () => message(subject, against) }));
}

/** Every rule that a candidate breaks, of which `least` is the smallest deposit in USD that is worth moving there. */
export function brokenRules(
  candidate: Candidate,
  least: number,
  { request }: Setting,
  asOfMs: number,
): readonly BrokenRule[] {
  const { tvl, min_deposit } = candidate;
  const size = { tvl, min_deposit, cap: positionCap(tvl, request), least };
  return [
    ...brokenOf(STANDING_RULES, candidate, { riskLevel: request.riskLevel, asOfMs }),
    ...brokenOf(ASSET_RULES, candidate, request),
    ...brokenOf(SIZE_RULES, size, request),
  ];
}

/** The same with its reasons; none for one that may be recommended, one for a near miss. */
export function rejectionReasons(candidate: Candidate, setting: Setting, asOfMs: number): readonly Reason[] {
  return brokenRules(candidate, leastWorthMoving(candidate, setting), setting, asOfMs).map(
    ({ code, message }) => ({ code, message: message() }),
  );
}
