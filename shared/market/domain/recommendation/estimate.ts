import {
  type ExpectedApy,
  expectedApyOver,
  horizonPlace,
} from '../../../strategies/domain/expectation/expected-apy.ts';
import { hasImpermanentLossRisk } from '../../../strategies/domain/families.ts';
import { type CostTable, movingCosts, type PositionCosts } from './costs.ts';
import { type Candidate, POLICY, type RecommendationRequest } from './policy.ts';

const DAYS_PER_YEAR = 365;
const NO_COSTS: PositionCosts = { gasUsd: 0, entryShare: 0, exitShare: 0 };

/**
 * The inputs of a plan: the request, the gas prices, and the strategy in which the money is now.
 */
export interface Setting {
  readonly request: RecommendationRequest;
  readonly costTable: CostTable;
  /** Undefined when the money is not invested. */
  readonly from?: Candidate | undefined;
}

/** What a deposit earns at an APY. APYs and deductions in percentage points a year. */
interface Yield {
  readonly dilution: number;
  readonly impermanentLoss: number;
  /** Costs of entry and exit, spread over the horizon. */
  readonly costs: number;
  /** The APY less the deductions. */
  readonly net: number;
  readonly costsUsd: number;
  /** Daily gain over the present position, in USD. Negative when the deposit earns less. */
  readonly gainPerDayUsd: number;
  /** Days until the gain over the present position has paid the costs. Null when it never does. */
  readonly daysToBreakEven: number | null;
}

/** The expected yield of a position. */
export interface Estimate extends Yield {
  /** The strategy's own expected APY, the same for every caller. */
  readonly expected: ExpectedApy;
  /**
   * Percentage points that a plan deducts from the mean, because strategies at the top of a ranking
   * have partly been lucky.
   */
  readonly correction: number;
}

/** Returns the expected yield of a deposit in a candidate over the request's horizon. */
export function estimate(candidate: Candidate, depositUsd: number, setting: Setting): Estimate {
  const expected = expectedApyOver(setting.request.horizonDays, candidate.expected_apy);
  const correction = correctionOf(candidate, expected.mean, setting.request);
  return { expected, correction, ...yieldOf(candidate, expected.mean - correction, depositUsd, setting) };
}

function correctionOf(candidate: Candidate, mean: number, { horizonDays }: RecommendationRequest): number {
  const { steady, peerExcess } = POLICY.correction;
  const luck = steady * Math.max(0, mean - steadyApy(candidate));
  const { before, part } = horizonPlace(Math.max(30, horizonDays));
  const lostExcess = peerExcess * (before === 90 ? 1 : part);
  const apyAfterLuck = mean - luck;
  return luck + lostExcess * Math.max(0, apyAfterLuck - (candidate.peer_apy ?? apyAfterLuck));
}

/** Returns the lower of the current and the 30-day APY, in percent. */
function steadyApy({ current_apy, historical_apy }: Candidate): number {
  return Math.min(current_apy, historical_apy['30d']);
}

/**
 * Returns the yield at the lower of the current and the 30-day APY. Candidates are ranked by its
 * net APY.
 */
export function steadyYield(candidate: Candidate, depositUsd: number, setting: Setting): Yield {
  return yieldOf(candidate, steadyApy(candidate), depositUsd, setting);
}

function yieldOf(candidate: Candidate, apy: number, depositUsd: number, setting: Setting): Yield {
  const { horizonDays } = setting.request;
  const { gasUsd, entryShare, exitShare } = costsOf(candidate, setting);
  const dilution = apy > 0 ? (apy * depositUsd) / (candidate.tvl + depositUsd) : 0;
  const impermanentLoss = impermanentLossOf(candidate, apy);
  const apyAfterLosses = apy - dilution - impermanentLoss;
  const costsUsd = gasUsd + depositUsd * (entryShare + exitShare);
  const net = netOf(apyAfterLosses, costsUsd, depositUsd, horizonDays);
  const gainPerDayUsd = (dailyGrowth(apyAfterLosses) - dailyGrowth(presentApy(setting))) * depositUsd;
  return {
    dilution,
    impermanentLoss,
    costs: apyAfterLosses - net,
    net,
    costsUsd,
    gainPerDayUsd,
    daysToBreakEven: daysToBreakEven(costsUsd, gainPerDayUsd),
  };
}

/**
 * Returns the days after which a gain in USD a day has paid costs in USD. Null when it never does.
 */
function daysToBreakEven(costsUsd: number, gainPerDayUsd: number): number | null {
  if (costsUsd === 0) return 0;
  return gainPerDayUsd > 0 ? Math.ceil(costsUsd / gainPerDayUsd) : null;
}

/**
 * Returns the net APY in percent when costs in USD are spread evenly over the horizon. It is above
 * the present APY exactly when the gain covers the costs within the horizon.
 */
function netOf(apyAfterLosses: number, costsUsd: number, depositUsd: number, horizonDays: number): number {
  if (costsUsd === 0) return apyAfterLosses;
  const growth = dailyGrowth(apyAfterLosses) - costsUsd / depositUsd / horizonDays;
  return 100 * Math.expm1(DAYS_PER_YEAR * Math.log1p(Math.max(-1, growth)));
}

/** Returns the expected loss against holding the tokens, in percentage points a year. */
function impermanentLossOf(
  candidate: Pick<Candidate, 'il_risk' | 'exposure' | 'underlying_assets'>,
  apy: number,
): number {
  const { least, share } = POLICY.impermanentLoss;
  return hasImpermanentLossRisk(candidate) ? Math.max(least, share * apy) : 0;
}

/**
 * Returns the expected APY of the present position, in percent. 0 for money that is not invested.
 */
function presentApy({ request, from }: Setting): number {
  if (from === undefined) return 0;
  const { mean } = expectedApyOver(request.horizonDays, from.expected_apy);
  return mean - impermanentLossOf(from, mean);
}

function costsOf(candidate: Candidate, { from, costTable }: Setting): PositionCosts {
  return candidate.id === from?.id ? NO_COSTS : movingCosts(candidate, from, costTable);
}

/**
 * Returns the growth of one unit of money in a day at an APY in percent. An APY of -100% or less is
 * limited, so that the result stays finite.
 */
function dailyGrowth(apyPercent: number): number {
  return Math.expm1(Math.log(Math.max(1 + apyPercent / 100, 1e-9)) / DAYS_PER_YEAR);
}

/**
 * Returns a score from 0 to 100 that rises with the ranking APY. It does not depend on other
 * candidates.
 */
export function scoreOf(ranking: number): number {
  return ranking <= 0 ? 0 : (100 * ranking) / (ranking + POLICY.medianScoreApy);
}

/** Fees of a vault, in percent. Null if unknown. */
export interface MovingFees {
  readonly entry_percent: number | null;
  readonly exit_percent: number | null;
}

/** Costs and gain of a move, in USD. */
export interface Move {
  readonly estimate: Estimate;
  readonly gasUsd: number;
  readonly shareUsd: number;
  readonly costsUsd: number;
  /** Null when the gain never pays the costs. */
  readonly daysToBreakEven: number | null;
}

const fractionOf = (percent: number | null | undefined) => (percent ?? 0) / 100;

/**
 * Returns the costs and the gain of moving an amount from one strategy to another, including the
 * fees of both vaults.
 */
export function moveBetween(
  to: Candidate,
  from: Candidate,
  {
    amountUsd,
    fees,
    setting,
  }: {
    readonly amountUsd: number;
    readonly fees: { readonly from: MovingFees | undefined; readonly to: MovingFees | undefined };
    readonly setting: Omit<Setting, 'from'>;
  },
): Move {
  const moveEstimate = estimate(to, amountUsd, { ...setting, from });
  // A move to the same strategy costs nothing.
  if (to.id === from.id)
    return { estimate: moveEstimate, gasUsd: 0, shareUsd: 0, costsUsd: 0, daysToBreakEven: 0 };
  const { gasUsd, entryShare, exitShare } = movingCosts(to, from, setting.costTable);
  const vaults =
    fractionOf(fees.from?.exit_percent) +
    fractionOf(fees.to?.entry_percent) +
    fractionOf(fees.to?.exit_percent);
  const shareUsd = amountUsd * (entryShare + exitShare + vaults);
  const costsUsd = gasUsd + shareUsd;
  return {
    estimate: moveEstimate,
    gasUsd,
    shareUsd,
    costsUsd,
    daysToBreakEven: daysToBreakEven(costsUsd, moveEstimate.gainPerDayUsd),
  };
}
