import type { RiskLevel, Settlement } from '../../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../strategies/contract/strategy-record.ts';

/**
 * The constants of the recommender. APYs are in percent. A share is a fraction of an amount or of a TVL, from 0 to 1.
 */
export const RECOMMENDATION_POLICY = {
  /**
   * No part of an allocation is larger than the amount divided by this number. If a cap in the request allows less,
   * `computeEqualPartCount` returns a larger number.
   */
  partCount: 3,
  /** Minimum size of a part. 0.5 means half of the size that equal parts would have. */
  minPartFraction: 0.5,
  /**
   * Weights in `rankingCorrectionOf`, which reduces the expected APY of strategies that may rank high only by luck. The
   * values are fitted (see docs/market-research.md).
   */
  correction: { steadyWeight: 0.5, peerExcessFraction: 0.35 },
  /**
   * Factor for the lower bound of an allocation. Each part has a distance between its expected APY and its lower bound.
   * The distance for the whole allocation is the weighted mean of these distances, times this factor. The factor is
   * below 1, because the APYs of the parts do not all fall at the same time. The value is fitted.
   */
  lowerBoundFactor: 0.65,
  /**
   * Expected yearly impermanent loss of a pair: at least `minPoints` percentage points, and at least `apyFraction` of
   * the expected APY. `minPoints` is v^2 / 8 at a volatility v of 80% (Milionis et al., Automated Market Making and
   * Loss-Versus-Rebalancing, 2022). `apyFraction` assumes that the loss is half of the fees.
   */
  impermanentLoss: { minPoints: 8, apyFraction: 0.5 },
  /** Default allocation caps, as fractions of the amount. */
  caps: { share: 0.4, protocol: 0.6, chain: 0.8 },
  /** Minimum number of days of history that a recommended strategy must have. */
  minHistoryDays: 30,
  /** Maximum age in days of a strategy's last reading at the time of the catalog. */
  maxAgeDays: 2,
  /** Default minimum TVL of a strategy, in USD. */
  minTvlUsd: 1_000_000,
  /** Maximum fraction of a strategy's TVL that an allocation uses. It is small, so that the money can be withdrawn. */
  maxTvlShare: 0.01,
  /** Maximum number of ranked strategies in a response. */
  maxListed: 500,
  /** The APY in percent that gets the score 50. It does not affect the order of strategies. */
  medianScoreApy: 10,
  /** Maximum number of rejected strategies in a response. Only strategies that broke exactly one rule are shown. */
  maxRejectedShown: 10,
} as const;

export type Candidate = Pick<
  StrategyRecord,
  | 'id'
  | 'chain'
  | 'protocol'
  | 'strategy_type'
  | 'current_apy'
  | 'historical_apy'
  | 'expected_apy'
  | 'log_apy_volatility_30d'
  | 'risk_level'
  | 'tvl'
  | 'status'
  | 'min_deposit'
  | 'underlying_assets'
  | 'exposure'
  | 'il_risk'
  | 'history_days'
  | 'unmoved_days'
  | 'peer_apy'
  | 'outlier'
  | 'utilisation'
  | 'exit_constrained'
> & {
  /** Risk score from 0 (lowest risk) to 100 (highest risk). */
  readonly risk_score: number;
  /** A sentence that explains the risk level. */
  readonly riskReason: string;
  /** Time at which the source observed the figures, in milliseconds since 1970-01-01. */
  readonly observedAtMs: number;
};

export interface RecommendationRequest {
  readonly amountUsd: number;
  /** The only assets that a strategy may hold. If undefined, any asset is allowed. */
  readonly assets?: readonly string[] | undefined;
  readonly chains?: readonly string[] | undefined;
  /** The highest risk level that the caller accepts. */
  readonly riskLevel: RiskLevel;
  readonly horizonDays: number;
  /** Allocation caps as fractions of the amount, above 0 and up to 1. */
  readonly maxShare: number;
  readonly maxProtocolShare: number;
  readonly maxChainShare: number;
  readonly minTvlUsd: number;
  /** If undefined, any settlement is allowed. */
  readonly settlement?: Settlement | undefined;
}

export function riskText({ risk_level, risk_score, riskReason }: Candidate): string {
  return `Its risk is ${risk_level} (score ${Math.ceil(risk_score)} of 100). ${riskReason}`;
}

export function computeEqualPartCount({
  maxShare,
  maxProtocolShare,
  maxChainShare,
}: RecommendationRequest): number {
  return Math.max(
    RECOMMENDATION_POLICY.partCount,
    Math.ceil(1 / Math.min(maxShare, maxProtocolShare, maxChainShare)),
  );
}

/**
 * Returns the largest fraction of the amount that a strategy can get: 1 / `computeEqualPartCount`, or less if the
 * strategy's TVL is small.
 */
export function computeMaxPositionShare(
  { tvl }: Pick<Candidate, 'tvl'>,
  request: RecommendationRequest,
): number {
  return Math.min(
    1 / computeEqualPartCount(request),
    (RECOMMENDATION_POLICY.maxTvlShare * tvl) / request.amountUsd,
  );
}

/** Compares by TVL, highest first, and then by id, so that the result does not depend on the order of the input. */
export function compareByTvl(a: Candidate, b: Candidate): number {
  return b.tvl - a.tvl || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
