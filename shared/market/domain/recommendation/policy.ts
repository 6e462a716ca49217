import type { RiskLevel, StrategyRecord } from '../../../strategies/contract/strategy.ts';

/**
 * Every number of the recommender in one table. APYs are in percent, shares are fractions of 1.
 */
export const POLICY = {
  /** Days in which an APY's excess over its long-term mean fades to 1/e. */
  reversionDays: 21,
  /** What is left of reward tokens after they are sold, and the days in which a reward programme halves. */
  rewardKept: 0.7,
  rewardHalfLifeDays: 180,
  /** The reward share of an APY whose parts are not known. */
  unknownRewardShare: 0.5,
  /** What stands for a volatility that is not known: this part of the APY. */
  unknownVolatilityShare: 0.5,
  /** How much one standard deviation of the APY and the risk score weigh, by the most risk that is accepted. */
  aversion: { low: 1, medium: 0.5, high: 0.25 },
  /**
   * Percentage points a year that a pair exposed to impermanent loss is expected to lose against holding its tokens:
   * v^2 / 8 for a constant-product pool whose price ratio moves by v = 80% a year (Milionis, Moallemi, Roughgarden and
   * Zhang, Automated Market Making and Loss-Versus-Rebalancing, 2022).
   */
  impermanentLoss: 8,
  /** Days of history that a strategy must have. */
  minHistoryDays: { low: 90, medium: 30, high: 14 },
  /** The oldest reading, against the catalog's own time. */
  maxAgeDays: 2,
  /** The most of a strategy's TVL that is ever asked of it, so that the way out stays open. */
  maxTvlShare: 0.05,
  /** The smallest position: below it the fees outweigh the gain. */
  minShare: 0.01,
  /** Positions beyond those that `max_share` makes necessary. */
  sparePositions: 1,
  /** The least risk-adjusted APY in percent that is worth the move. */
  minRiskAdjustedApy: 0.01,
  /** The best-ranked candidates that an allocation is chosen from. */
  poolSize: 500,
  /** The risk-adjusted APY in percent that scores 50 of 100. */
  medianScoreApy: 10,
  /** Rejected candidates that are named, those with the highest current APY. */
  rejectedShown: 10,
} as const satisfies Record<string, number | Record<RiskLevel, number>>;

/** What the recommender reads of a strategy of the catalog. */
export type Candidate = Pick<
  StrategyRecord,
  | 'id'
  | 'chain'
  | 'protocol'
  | 'current_apy'
  | 'historical_apy'
  | 'risk_level'
  | 'tvl'
  | 'status'
  | 'min_deposit'
  | 'apy_base'
  | 'apy_reward'
  | 'underlying_assets'
  | 'il_risk'
  | 'volatility_30d'
  | 'history_days'
  | 'outlier'
> & {
  /** 0 is the safest, 100 the riskiest. */
  readonly risk_score: number;
  /** When the source observed the figures, in milliseconds since 1970-01-01. */
  readonly observedAtMs: number;
};

/** What the caller wants to place, and how. */
export interface RecommendationRequest {
  readonly amountUsd: number;
  readonly asset?: string | undefined;
  readonly chain?: string | undefined;
  /** The most risk that is accepted. */
  readonly riskLevel: RiskLevel;
  readonly horizonDays: number;
  /** Caps as fractions of the amount, above 0 and up to 1. */
  readonly maxShare: number;
  readonly maxProtocolShare: number;
  readonly maxChainShare: number;
}
