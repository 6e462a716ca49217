import {
  type ExpectedApy,
  expectedApyOver,
  locateHorizon,
} from '../../../strategies/domain/expectation/expected-apy.ts';
import { hasImpermanentLossRisk } from '../../../strategies/domain/families.ts';
import { type CostTable, movingCosts, type PositionCosts } from './costs.ts';
import { type Candidate, POLICY, type RecommendationRequest } from './policy.ts';

const DAYS_PER_YEAR = 365;
const NO_COSTS: PositionCosts = { gasUsd: 0, entryShare: 0, exitShare: 0 };

/** The inputs of an allocation: the request, the gas prices, and the strategy in which the money is invested now. */
export interface Setting {
  readonly request: RecommendationRequest;
  readonly costTable: CostTable;
  /** The strategy in which the money is invested now. Undefined if the money is not invested. */
  readonly from?: Candidate | undefined;
}

/** The yield of a deposit at an APY. APYs and deductions are in percentage points per year. */
interface Yield {
  readonly dilution: number;
  readonly impermanentLoss: number;
  /** Costs of entry and exit, spread over the horizon. In percentage points per year. */
  readonly costs: number;
  /** The APY minus all deductions, in percent. */
  readonly net: number;
  readonly costsUsd: number;
  /** Gain per day compared with the present position, in USD. Negative if the deposit earns less. */
  readonly gainPerDayUsd: number;
  /** Days until the gain compared with the present position equals the costs. Null if it never does. */
  readonly daysToBreakEven: number | null;
}

/** The expected yield of a position. */
export interface Estimate extends Yield {
  /** The expected APY of the strategy, which does not depend on the request. */
  readonly expected: ExpectedApy;
  /**
   * Percentage points that an allocation deducts from the mean. They are needed because some strategies at the top of a
   * ranking are there only by luck.
   */
  readonly correction: number;
}

/** Returns the expected yield of a deposit in a candidate over the request's horizon. */
export function estimate(candidate: Candidate, depositUsd: number, setting: Setting): Estimate {
  const expected = expectedApyOver(setting.request.horizonDays, candidate.expected_apy);
  const correction = correctionOf(candidate, expected.mean, setting.request);
  return {
    expected,
    correction,
    ...estimateYield(candidate, expected.mean - correction, depositUsd, setting),
  };
}

function correctionOf(candidate: Candidate, mean: number, { horizonDays }: RecommendationRequest): number {
  const { steady, peerExcess } = POLICY.correction;
  const luck = steady * Math.max(0, mean - steadyApy(candidate));
  const { before, part } = locateHorizon(Math.max(30, horizonDays));
  const expectedExcessLoss = peerExcess * (before === 90 ? 1 : part);
  const apyAfterLuck = mean - luck;
  return luck + expectedExcessLoss * Math.max(0, apyAfterLuck - (candidate.peer_apy ?? apyAfterLuck));
}

/** Returns the lower of the current APY and the 30-day mean APY, in percent. */
function steadyApy({ current_apy, historical_apy }: Candidate): number {
  return Math.min(current_apy, historical_apy['30d']);
}

/**
 * Returns the yield at the lower of the current APY and the 30-day mean APY. Candidates are ranked by the `net` of
 * this yield.
 */
export function steadyYield(candidate: Candidate, depositUsd: number, setting: Setting): Yield {
  return estimateYield(candidate, steadyApy(candidate), depositUsd, setting);
}

function estimateYield(candidate: Candidate, apy: number, depositUsd: number, setting: Setting): Yield {
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
 * Returns the number of days until the gain equals the costs. Costs are in USD, the gain is in USD per day. Null if
 * the gain never equals the costs.
 */
function daysToBreakEven(costsUsd: number, gainPerDayUsd: number): number | null {
  if (costsUsd === 0) return 0;
  return gainPerDayUsd > 0 ? Math.ceil(costsUsd / gainPerDayUsd) : null;
}

/**
 * Returns the net APY in percent after costs (USD) that are spread evenly over the horizon. The net APY is above
 * the present APY exactly when the gain covers the costs within the horizon.
 */
function netOf(apyAfterLosses: number, costsUsd: number, depositUsd: number, horizonDays: number): number {
  if (costsUsd === 0) return apyAfterLosses;
  const growth = dailyGrowth(apyAfterLosses) - costsUsd / depositUsd / horizonDays;
  return 100 * Math.expm1(DAYS_PER_YEAR * Math.log1p(Math.max(-1, growth)));
}

/** Returns the expected loss compared with holding the tokens, in percentage points per year. */
function impermanentLossOf(
  candidate: Pick<Candidate, 'il_risk' | 'exposure' | 'underlying_assets'>,
  apy: number,
): number {
  const { least, share } = POLICY.impermanentLoss;
  return hasImpermanentLossRisk(candidate) ? Math.max(least, share * apy) : 0;
}

/** Returns the expected APY of the present position, in percent. 0 if the money is not invested. */
function presentApy({ request, from }: Setting): number {
  if (from === undefined) return 0;
  const { mean } = expectedApyOver(request.horizonDays, from.expected_apy);
  return mean - impermanentLossOf(from, mean);
}

function costsOf(candidate: Candidate, { from, costTable }: Setting): PositionCosts {
  return candidate.id === from?.id ? NO_COSTS : movingCosts(candidate, from, costTable);
}

/**
 * Returns the growth of one unit of money in one day, at an APY in percent. The lowest APY is limited to just above
 * -100%, so that the result stays finite.
 */
function dailyGrowth(apyPercent: number): number {
  return Math.expm1(Math.log(Math.max(1 + apyPercent / 100, 1e-9)) / DAYS_PER_YEAR);
}

/** Returns a score from 0 to 100 that increases with the ranking APY. The score does not depend on other candidates. */
export function scoreOf(ranking: number): number {
  return ranking <= 0 ? 0 : (100 * ranking) / (ranking + POLICY.medianScoreApy);
}

/** Entry and exit fees of a vault, in percent. Null if a fee is unknown. */
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
  /** Days until the gain equals the costs; null if it never does. */
  readonly daysToBreakEven: number | null;
}

const fractionOf = (percent: number | null | undefined) => (percent ?? 0) / 100;

/**
 * Returns the costs and the gain of a move of an amount from one strategy to another, including the fees of both
 * vaults.
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
