import { type ExpectedApy, expectedApyOver } from '../../../../strategies/domain/expectation/expected-apy.ts';
import { mayLoseImpermanently } from '../../../../strategies/domain/families.ts';
import { type Candidate, POLICY, type RecommendationRequest } from '../policy.ts';
import { type CostTable, movingCosts, type PositionCosts } from './costs.ts';

const DAYS_PER_YEAR = 365;
/** Nothing is charged for staying. */
export const NO_COSTS: PositionCosts = { gasUsd: 0, entryShare: 0, exitShare: 0 };

// Read once: loops over tens of thousands would look them up again each time.
const { least: LEAST_LOSS, share: LOSS_SHARE } = POLICY.impermanentLoss;

/**
 * What a position is expected to pay. APYs in percent; `net` is the mean less dilution, impermanent loss and costs, and
 * above what the present position pays exactly when the gain pays the costs within the horizon.
 */
export interface Estimate {
  /** Of the strategy, as the protocol would report it: the same for every caller. */
  readonly expected: ExpectedApy;
  readonly dilution: number;
  readonly impermanentLoss: number;
  /** What getting in and out costs, as points of APY over the horizon. They take no more than what is put in. */
  readonly costs: number;
  readonly net: number;
  readonly costsUsd: number;
  /** What it is expected to earn more in a day than the present position; below 0 when it earns less. */
  readonly gainPerDayUsd: number;
  /** Days after which the gain over the present position has paid the costs; null when it never does. */
  readonly daysToBreakEven: number | null;
}

/** What a plan is seen against: the present position, if any, and what moving costs. */
export interface Setting {
  readonly request: RecommendationRequest;
  readonly costTable: CostTable;
  readonly from?: Candidate | undefined;
}

/** What a candidate is expected to pay on a deposit over the request's horizon. */
export function estimate(candidate: Candidate, depositUsd: number, setting: Setting): Estimate {
  const { horizonDays } = setting.request;
  const expected = expectedApyOver(horizonDays, candidate.expected_apy);
  const impermanentLoss = impermanentLossOf(candidate, expected.mean);
  const costs = costsOf(candidate, setting);
  const made = yieldOf(expected.mean, impermanentLoss, candidate.tvl, costs, depositUsd, horizonDays);
  const { kept, costsUsd } = made;
  const gainPerDayUsd = (dailyGrowth(kept) - dailyGrowth(presentApy(setting))) * depositUsd;
  return {
    expected,
    dilution: made.dilution,
    impermanentLoss,
    costs: made.costs,
    net: made.net,
    costsUsd,
    gainPerDayUsd,
    daysToBreakEven: daysToBreakEven(costsUsd, gainPerDayUsd),
  };
}

/** Days after which a gain in USD a day has paid costs in USD; null when it never does. */
export function daysToBreakEven(costsUsd: number, gainPerDayUsd: number): number | null {
  if (costsUsd === 0) return 0;
  return gainPerDayUsd > 0 ? Math.ceil(costsUsd / gainPerDayUsd) : null;
}

/** What a deposit earns in percent, before costs (`kept`) and after them (`net`), and what it costs. */
function yieldOf(
  mean: number,
  impermanentLoss: number,
  tvl: number,
  { gasUsd, entryShare, exitShare }: PositionCosts,
  depositUsd: number,
  horizonDays: number,
) {
  const dilution = dilutionOf(mean, tvl, depositUsd);
  const kept = mean - dilution - impermanentLoss;
  const costsUsd = costsFor(depositUsd, gasUsd, entryShare, exitShare);
  const net = netOf(kept, costsUsd, depositUsd, horizonDays);
  return { dilution, kept, costsUsd, costs: kept - net, net };
}

/** The points of a mean in percent that a deposit takes from itself and from those who are there. */
export function dilutionOf(mean: number, tvl: number, depositUsd: number): number {
  return mean > 0 ? (mean * depositUsd) / (tvl + depositUsd) : 0;
}

/** What moving a deposit costs in USD. */
export function costsFor(depositUsd: number, gasUsd: number, entryShare: number, exitShare: number): number {
  return depositUsd > 0 ? gasUsd + depositUsd * (entryShare + exitShare) : 0;
}

/**
 * What is left of an APY in percent when costs in USD are paid in equal parts on the days of the horizon: out of what a
 * day earns, as the days to break even are counted. Spread over a year without compounding, costs left something of
 * what a day had not earned.
 */
export function netOf(kept: number, costsUsd: number, depositUsd: number, horizonDays: number): number {
  if (costsUsd === 0) return kept;
  const growth = dailyGrowth(kept) - costsUsd / depositUsd / horizonDays;
  return 100 * Math.expm1(DAYS_PER_YEAR * Math.log1p(Math.max(-1, growth)));
}

/** Percentage points a year that the strategy is expected to lose against holding its tokens, at an expected APY. */
function impermanentLossOf(
  candidate: Pick<Candidate, 'il_risk' | 'exposure' | 'underlying_assets'>,
  expectedApy: number,
): number {
  return impermanentLoss(mayLoseImpermanently(candidate), expectedApy);
}

/** The same by whether a strategy is exposed to it. */
export function impermanentLoss(isExposed: boolean, expectedApy: number): number {
  return isExposed ? Math.max(LEAST_LOSS, LOSS_SHARE * expectedApy) : 0;
}

/** What the caller's money is expected to earn where it is, in percent: nothing where it lies idle. */
function presentApy({ request, from }: Setting): number {
  if (from === undefined) return 0;
  const { mean } = expectedApyOver(request.horizonDays, from.expected_apy);
  return mean - impermanentLossOf(from, mean);
}

/** What one unit of the caller's money is expected to earn in a day where it is. */
export function presentGrowth(setting: Setting): number {
  return dailyGrowth(presentApy(setting));
}

/** What one unit is expected to earn in a day at a mean in percent, as diluted as the greatest deposit ever asked for. */
export function dilutedGrowth(mean: number, impermanentLoss: number): number {
  return dailyGrowth(mean - dilutionOf(mean, 1, POLICY.maxTvlShare) - impermanentLoss);
}

/**
 * The smallest deposit in USD that gains more over the horizon than moving it costs; infinite where no deposit does,
 * as with a strategy that pays no more than the present one.
 */
export function leastWorthMoving(candidate: Candidate, setting: Setting): number {
  if (candidate.id === setting.from?.id) return 0;
  const { horizonDays } = setting.request;
  const { mean } = expectedApyOver(horizonDays, candidate.expected_apy);
  const gainPerDay = dilutedGrowth(mean, impermanentLossOf(candidate, mean)) - presentGrowth(setting);
  return leastDeposit(gainPerDay, horizonDays, costsOf(candidate, setting));
}

/** The smallest deposit in USD whose gain over the horizon pays its costs; infinite where none does. */
export function leastDeposit(
  gainPerDay: number,
  horizonDays: number,
  { gasUsd, entryShare, exitShare }: PositionCosts,
): number {
  const share = gainPerDay * horizonDays - entryShare - exitShare;
  return share > 0 ? gasUsd / share : Number.POSITIVE_INFINITY;
}

function costsOf(candidate: Candidate, { from, costTable }: Setting): PositionCosts {
  if (candidate.id === from?.id) return NO_COSTS;
  return movingCosts(candidate, from, costTable);
}

/**
 * What gas takes from a position there whatever its size, as points of APY over the horizon on the caller's whole amount.
 * Without what compounding makes of it, which a comparison of divisions does not need.
 */
export function gasPoints(candidate: Candidate, setting: Setting): number {
  const { amountUsd, horizonDays } = setting.request;
  return (100 * DAYS_PER_YEAR * costsOf(candidate, setting).gasUsd) / horizonDays / amountUsd;
}

/** What one unit of money earns in a day at an APY in percent. An APY of -100% or less loses it all within the year. */
function dailyGrowth(apyPercent: number): number {
  return Math.expm1(Math.log(Math.max(1 + apyPercent / 100, 1e-9)) / DAYS_PER_YEAR);
}

/**
 * The APY that candidates are ranked by, in percent: the net one less a part of how far the mean may miss, by how
 * little risk the caller accepts.
 */
export function rankingApy(
  net: number,
  { mean, low80 }: Pick<ExpectedApy, 'mean' | 'low80'>,
  { riskLevel }: RecommendationRequest,
): number {
  return lessAversion(net, mean, low80, POLICY.aversion[riskLevel]);
}

/** The same of figures alone. */
export function lessAversion(net: number, mean: number, low80: number, aversion: number): number {
  return net - aversion * (mean - low80);
}

/** A score from 0 to 100 that rises with the ranking APY and does not depend on the other candidates. */
export function scoreOf(ranking: number): number {
  return ranking <= 0 ? 0 : (100 * ranking) / (ranking + POLICY.medianScoreApy);
}
