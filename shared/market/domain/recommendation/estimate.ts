import {
  type ExpectedApy,
  expectedApyOver,
  findNearestHorizons,
} from '../../../strategies/domain/expectation/expected-apy.ts';
import { hasImpermanentLossRisk } from '../../../strategies/domain/families.ts';
import { type CostTable, computeMovingCosts, type PositionCosts } from './costs.ts';
import { type Candidate, RECOMMENDATION_POLICY, type RecommendationRequest } from './policy.ts';

const DAYS_PER_YEAR = 365;
const NO_COSTS: PositionCosts = { gasUsd: 0, entryFraction: 0, exitFraction: 0 };

export interface EstimateContext {
  readonly request: RecommendationRequest;
  readonly costTable: CostTable;
  /** The strategy in which the money is now. Undefined if the money is not invested. */
  readonly currentStrategy?: Candidate | undefined;
}

/** The yield of a deposit at a given APY. Deductions from the APY are in percentage points per year. */
interface YieldEstimate {
  readonly dilution: number;
  readonly impermanentLoss: number;
  /** Costs of entry and exit, distributed over the horizon, in percentage points per year. */
  readonly costPoints: number;
  /** The APY minus all deductions, in percent. */
  readonly netApy: number;
  readonly costsUsd: number;
  /** Additional earnings per day compared with the current strategy, in USD. Negative if the deposit earns less. */
  readonly gainPerDayUsd: number;
  /** Days until the additional earnings equal the costs. Null if they never do. */
  readonly daysToBreakEven: number | null;
}

export interface Estimate extends YieldEstimate {
  /** The expected APY of the strategy, which does not depend on the request. */
  readonly expected: ExpectedApy;
  /**
   * Percentage points that are deducted from the mean of `expected`. They are needed, because some strategies rank high
   * only by luck.
   */
  readonly correction: number;
}

/** Returns the expected yield of a deposit in a candidate over the request's horizon. */
export function estimateCandidate(
  candidate: Candidate,
  depositUsd: number,
  context: EstimateContext,
): Estimate {
  const expectedApy = expectedApyOver(context.request.horizonDays, candidate.expected_apy);
  const rankingCorrection = rankingCorrectionOf(candidate, expectedApy.mean, context.request);
  return {
    expected: expectedApy,
    correction: rankingCorrection,
    ...estimateYield(candidate, expectedApy.mean - rankingCorrection, depositUsd, context),
  };
}

function rankingCorrectionOf(
  candidate: Candidate,
  mean: number,
  { horizonDays }: RecommendationRequest,
): number {
  const { steadyWeight, peerExcessFraction } = RECOMMENDATION_POLICY.correction;
  const conservativeCorrection = steadyWeight * Math.max(0, mean - conservativeApyOf(candidate));
  const { lowerHorizon, fraction } = findNearestHorizons(Math.max(30, horizonDays));
  const expectedExcessLossFraction = peerExcessFraction * (lowerHorizon === 90 ? 1 : fraction);
  const correctedApy = mean - conservativeCorrection;
  return (
    conservativeCorrection +
    expectedExcessLossFraction * Math.max(0, correctedApy - (candidate.peer_apy ?? correctedApy))
  );
}

/** Returns the lower of the current APY and the 30-day mean APY, in percent. */
export function conservativeApyOf({
  current_apy,
  historical_apy,
}: Pick<Candidate, 'current_apy' | 'historical_apy'>): number {
  return Math.min(current_apy, historical_apy['30d']);
}

/**
 * Returns the yield for the current APY or the 30-day mean APY, whichever is lower. Candidates are ranked by the
 * `netApy` of this yield.
 */
export function estimateConservativeYield(
  candidate: Candidate,
  depositUsd: number,
  context: EstimateContext,
): YieldEstimate {
  return estimateYield(candidate, conservativeApyOf(candidate), depositUsd, context);
}

function estimateYield(
  candidate: Candidate,
  apy: number,
  depositUsd: number,
  context: EstimateContext,
): YieldEstimate {
  const { horizonDays } = context.request;
  const { gasUsd, entryFraction, exitFraction } = positionCostsOf(candidate, context);
  const dilution = apy > 0 ? (apy * depositUsd) / (candidate.tvl + depositUsd) : 0;
  const impermanentLoss = impermanentLossOf(candidate, apy);
  const apyAfterLosses = apy - dilution - impermanentLoss;
  const costsUsd = gasUsd + depositUsd * (entryFraction + exitFraction);
  const net = netApyOf(apyAfterLosses, costsUsd, depositUsd, horizonDays);
  const gainPerDayUsd =
    (dailyGrowthOf(apyAfterLosses) - dailyGrowthOf(currentStrategyApyOf(context))) * depositUsd;
  return {
    dilution,
    impermanentLoss,
    costPoints: apyAfterLosses - net,
    netApy: net,
    costsUsd,
    gainPerDayUsd,
    daysToBreakEven: computeBreakEvenDays(costsUsd, gainPerDayUsd),
  };
}

/** Returns the number of days until the gain equals the costs; null if it never does. */
function computeBreakEvenDays(costsUsd: number, gainPerDayUsd: number): number | null {
  if (costsUsd === 0) return 0;
  return gainPerDayUsd > 0 ? Math.ceil(costsUsd / gainPerDayUsd) : null;
}

/** Returns the APY after costs, in percent. The costs are distributed evenly over the horizon. */
function netApyOf(apyAfterLosses: number, costsUsd: number, depositUsd: number, horizonDays: number): number {
  if (costsUsd === 0) return apyAfterLosses;
  const dailyNetGrowth = dailyGrowthOf(apyAfterLosses) - costsUsd / depositUsd / horizonDays;
  return 100 * Math.expm1(DAYS_PER_YEAR * Math.log1p(Math.max(-1, dailyNetGrowth)));
}

/** Returns the expected impermanent loss in percentage points per year. */
function impermanentLossOf(
  candidate: Pick<Candidate, 'il_risk' | 'exposure' | 'underlying_assets'>,
  apy: number,
): number {
  const { minPoints, apyFraction } = RECOMMENDATION_POLICY.impermanentLoss;
  return hasImpermanentLossRisk(candidate) ? Math.max(minPoints, apyFraction * apy) : 0;
}

/**
 * Returns the expected APY of the current strategy minus its expected impermanent loss, in percent. 0 if the money is
 * not invested.
 */
function currentStrategyApyOf({ request, currentStrategy }: EstimateContext): number {
  if (currentStrategy === undefined) return 0;
  const { mean } = expectedApyOver(request.horizonDays, currentStrategy.expected_apy);
  return mean - impermanentLossOf(currentStrategy, mean);
}

function positionCostsOf(
  candidate: Candidate,
  { currentStrategy, costTable }: EstimateContext,
): PositionCosts {
  return candidate.id === currentStrategy?.id
    ? NO_COSTS
    : computeMovingCosts(candidate, currentStrategy, costTable);
}

/**
 * Returns the growth of one unit of money in one day, at an APY in percent. An APY of -100% or less is treated as
 * slightly more than -100%, because the logarithm must be finite.
 */
function dailyGrowthOf(apyPercent: number): number {
  return Math.expm1(Math.log(Math.max(1 + apyPercent / 100, 1e-9)) / DAYS_PER_YEAR);
}

/** Returns a score from 0 to 100 that increases with `rankingApy` (in percent). */
export function recommendationScoreOf(rankingApy: number): number {
  return rankingApy <= 0 ? 0 : (100 * rankingApy) / (rankingApy + RECOMMENDATION_POLICY.medianScoreApy);
}

/** Entry and exit fees of a vault, in percent. Null if a fee is unknown. */
export interface EntryAndExitFees {
  readonly entry_percent: number | null;
  readonly exit_percent: number | null;
}

export interface MoveCosts {
  readonly estimate: Estimate;
  readonly gasUsd: number;
  readonly proportionalCostsUsd: number;
  readonly costsUsd: number;
  /** Days until the gain equals the costs; null if it never does. */
  readonly daysToBreakEven: number | null;
}

const percentToFraction = (percent: number | null | undefined) => (percent ?? 0) / 100;

/**
 * Returns the estimate for a move between two strategies, and the costs of the move. The costs include the fees of the
 * vaults.
 */
export function estimateMoveCosts(
  to: Candidate,
  from: Candidate,
  {
    amountUsd,
    fees,
    context,
  }: {
    readonly amountUsd: number;
    readonly fees: { readonly from: EntryAndExitFees | undefined; readonly to: EntryAndExitFees | undefined };
    readonly context: Omit<EstimateContext, 'from'>;
  },
): MoveCosts {
  const moveEstimate = estimateCandidate(to, amountUsd, { ...context, currentStrategy: from });
  if (to.id === from.id)
    return { estimate: moveEstimate, gasUsd: 0, proportionalCostsUsd: 0, costsUsd: 0, daysToBreakEven: 0 };
  const { gasUsd, entryFraction, exitFraction } = computeMovingCosts(to, from, context.costTable);
  const vaultFeeFraction =
    percentToFraction(fees.from?.exit_percent) +
    percentToFraction(fees.to?.entry_percent) +
    percentToFraction(fees.to?.exit_percent);
  const proportionalCostsUsd = amountUsd * (entryFraction + exitFraction + vaultFeeFraction);
  const costsUsd = gasUsd + proportionalCostsUsd;
  return {
    estimate: moveEstimate,
    gasUsd,
    proportionalCostsUsd,
    costsUsd,
    daysToBreakEven: computeBreakEvenDays(costsUsd, moveEstimate.gainPerDayUsd),
  };
}
