import { rewardShare } from '../../../strategies/domain/risk/risk.ts';
import { type Candidate, POLICY, type RecommendationRequest } from './policy.ts';

/** An expected APY taken apart, in percent: `net` is `gross` less the four deductions. */
export interface ExpectedApy {
  /** The mean APY expected over the horizon, as the protocol would report it. */
  readonly gross: number;
  readonly rewardHaircut: number;
  readonly dilution: number;
  readonly impermanentLoss: number;
  readonly volatilityPenalty: number;
  readonly net: number;
}

/** The parts of the formula that depend on the request alone, computed once for all candidates. */
export interface Outlook {
  /** How much of today's excess over the long-term mean is there on average over the horizon, 0 to 1. */
  readonly excessKept: number;
  /** How much of the rewards is kept on average over the horizon, 0 to 1. */
  readonly rewardKept: number;
  /** Percentage points of penalty per percentage point of volatility. */
  readonly volatilityWeight: number;
}

/**
 * The outlook over a horizon in days.
 *
 * An excess that fades as e^(-t/T) is on average (T/h)(1 - e^(-h/T)) of itself over h days; a reward programme that
 * halves every H days likewise with T = H / ln 2. The mean of h days of an APY that forgets itself in T days spreads
 * by sqrt(2T/h) of the daily spread, never more than the daily spread.
 */
export function outlookOf(request: Pick<RecommendationRequest, 'riskLevel' | 'horizonDays'>): Outlook {
  const { horizonDays, riskLevel } = request;
  const spread = Math.sqrt(Math.min(1, (2 * POLICY.reversionDays) / horizonDays));
  return {
    excessKept: meanDecay(horizonDays, POLICY.reversionDays),
    rewardKept: POLICY.rewardKept * meanDecay(horizonDays, POLICY.rewardHalfLifeDays / Math.LN2),
    volatilityWeight: POLICY.aversion[riskLevel] * spread,
  };
}

/** The mean of e^(-t/T) for t from 0 to h. */
function meanDecay(h: number, T: number): number {
  return (T / h) * -Math.expm1(-h / T);
}

/**
 * What a strategy is expected to pay on `depositUsd` over the outlook's horizon.
 *
 * - gross: the lower of the current APY and its 7-day mean, whose excess over the 90-day mean fades. A fall is
 *   believed at once, a rise only as far as it lasted.
 * - rewards are cut to what is kept of them; parts that are not known count as half reward.
 * - dilution: the same yield is shared by TVL + deposit.
 * - impermanent loss: an allowance where the pool is exposed to it.
 * - volatility: a part of one standard deviation, by the risk accepted.
 */
export function expectedApy(candidate: Candidate, depositUsd: number, outlook: Outlook): ExpectedApy {
  const { current_apy, historical_apy, apy_base, apy_reward, tvl, volatility_30d } = candidate;
  const recent = Math.min(current_apy, historical_apy['7d']);
  const excess = Math.max(0, recent - historical_apy['90d']);
  const gross = recent - excess * (1 - outlook.excessKept);
  const rewards = Math.max(0, gross) * (rewardShare(apy_base, apy_reward) ?? POLICY.unknownRewardShare);
  const rewardHaircut = rewards * (1 - outlook.rewardKept);
  const kept = gross - rewardHaircut;
  const dilution = kept > 0 ? (kept * depositUsd) / (tvl + depositUsd) : 0;
  const volatility = volatility_30d ?? Math.abs(gross) * POLICY.unknownVolatilityShare;
  const volatilityPenalty = volatility * outlook.volatilityWeight;
  const impermanentLoss = candidate.il_risk ? POLICY.impermanentLoss : 0;
  const net = kept - dilution - impermanentLoss - volatilityPenalty;
  return { gross, rewardHaircut, dilution, impermanentLoss, volatilityPenalty, net };
}

/** The net APY after the risk score's part, by which candidates are ranked. In percent; never above a positive net. */
export function riskAdjustedApy(
  net: number,
  riskScore: number,
  riskLevel: RecommendationRequest['riskLevel'],
): number {
  return net > 0 ? net * (1 - (POLICY.aversion[riskLevel] * riskScore) / 100) : net;
}

/** A score from 0 to 100 that rises with the risk-adjusted APY and does not depend on the other candidates. */
export function scoreOf(riskAdjusted: number): number {
  return riskAdjusted <= 0 ? 0 : (100 * riskAdjusted) / (riskAdjusted + POLICY.medianScoreApy);
}
