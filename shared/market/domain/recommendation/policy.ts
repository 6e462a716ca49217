import type { RiskLevel, Settlement } from '../../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../strategies/contract/strategy-record.ts';

/** Every constant of the recommender. APYs are in percent, shares are fractions of 1. */
export const POLICY = {
  /** A plan has this many equal parts, or more where a cap is smaller than such a part. */
  parts: 3,
  /** The smallest position, as a fraction of an equal part: a TVL may not bear a whole one. */
  smallestPart: 0.5,
  /**
   * The best of many have partly been lucky, so a plan expects less of its parts than their own expected APY.
   * `steady` is the weight of the lower one of present and 30-day APY, where that is below the expected APY.
   * `peerExcess` is the fraction of the excess over the peers that is gone within 90 days; up to 30 days none is.
   * Fitted; docs/market-research.md has the figures.
   */
  correction: { steady: 0.5, peerExcess: 0.35 },
  /**
   * The distance from a plan's mean to its lower bound, as a fraction of the mean distance of its parts: they do not all
   * miss together. Fitted.
   */
  lowMargin: 0.65,
  /**
   * What a pair exposed to impermanent loss is expected to lose a year against holding its tokens: at least `least`
   * percentage points, and at least `share` of its expected APY. `least` is v^2 / 8 at a volatility v of 80% (Milionis
   * et al., Automated Market Making and Loss-Versus-Rebalancing, 2022). In 17 measured pools the loss was 1.3 times the
   * fees (Loesch et al., Impermanent Loss in Uniswap v3, 2021), in months of trebling prices; half is assumed.
   */
  impermanentLoss: { least: 8, share: 0.5 },
  /** The caps of a plan where the caller names none, as fractions of the amount. */
  caps: { share: 0.4, protocol: 0.6, chain: 0.8 },
  /** Days of history that a strategy must have. */
  historyDays: 30,
  /** The oldest reading, in days before the catalog's own time. */
  maxAgeDays: 2,
  /** The smallest TVL in USD, unless the caller sets another. */
  minTvlUsd: 1_000_000,
  /** The largest fraction of a strategy's TVL that a plan uses, so that the money can leave again. */
  maxTvlShare: 0.01,
  /** The number of ranked strategies that an answer lists. */
  listed: 500,
  /** The ranking APY in percent that scores 50 of 100. No order depends on it. */
  medianScoreApy: 10,
  /** The number of near misses that an answer names. */
  rejectedShown: 10,
} as const;

/** The fields of a strategy that the recommender reads. */
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
  /** 0 is the safest, 100 the riskiest. */
  readonly risk_score: number;
  /** What decided the risk level, as a sentence. */
  readonly riskReason: string;
  /** When the source observed the figures, in milliseconds since 1970-01-01. */
  readonly observedAtMs: number;
};

/** What the caller wants to invest, and how. */
export interface RecommendationRequest {
  readonly amountUsd: number;
  /** The only assets that a strategy may hold; any asset when undefined. */
  readonly assets?: readonly string[] | undefined;
  readonly chains?: readonly string[] | undefined;
  /** The highest risk level that the caller accepts. */
  readonly riskLevel: RiskLevel;
  readonly horizonDays: number;
  /** Caps as fractions of the amount, above 0 and up to 1. */
  readonly maxShare: number;
  readonly maxProtocolShare: number;
  readonly maxChainShare: number;
  readonly minTvlUsd: number;
  /** How deposits must be settled; any way when undefined. */
  readonly settlement?: Settlement | undefined;
}

/** The risk of a candidate and what decided it, as a sentence. */
export function riskText({ risk_level, risk_score, riskReason }: Candidate): string {
  return `Its risk is ${risk_level} (score ${Math.ceil(risk_score)} of 100). ${riskReason}`;
}

/** The number of equal parts that a request is divided into: three, or more where a cap requires smaller parts. */
export function partsOf({ maxShare, maxProtocolShare, maxChainShare }: RecommendationRequest): number {
  return Math.max(POLICY.parts, Math.ceil(1 / Math.min(maxShare, maxProtocolShare, maxChainShare)));
}

/** The largest part of the amount that a strategy may take: an equal part, or what its TVL bears. */
export function positionCap({ tvl }: Pick<Candidate, 'tvl'>, request: RecommendationRequest): number {
  return Math.min(1 / partsOf(request), (POLICY.maxTvlShare * tvl) / request.amountUsd);
}

/** The higher TVL first, then by id, so that the order never depends on the input's. */
export function byTvl(a: Candidate, b: Candidate): number {
  return b.tvl - a.tvl || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
