import type { RiskLevel, Settlement } from '../../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../../strategies/contract/strategy-record.ts';

/**
 * Every number of the recommender in one table. APYs are in percent, shares are fractions of 1. docs/market.md says
 * where each is from.
 */
export const POLICY = {
  /**
   * How much of the distance from the mean down to low80 counts against a strategy in the ranking, by the most risk
   * that is accepted: whoever accepts little ranks by what is nearly sure. Never a part of what is expected.
   */
  aversion: { low: 1, medium: 0.5, high: 0.25 },
  /**
   * How much farther the plan's low80 lies below its mean than its parts' own: the best-looking of many have partly
   * been lucky. Fitted on recorded series: of 10 to 77 starts by set, horizon and risk, plans kept their low80 at 1.25 in
   * 67 to 100 of 100, at 1.5 in 78 to 100.
   */
  selectionMargin: 1.5,
  /**
   * What part of how far a plan's parts are expected above their peers its low80 lies lower still: what pays more than
   * its like tends to come back to it. Without it 30-day plans of the stablecoin set kept their low80 in 4 to 6 of 10
   * starts, with 0.25 in 8.
   */
  peerExcess: 0.25,
  /**
   * What a pair exposed to impermanent loss is expected to lose a year against holding its tokens: at least so many
   * percentage points, v^2 / 8 for a constant-product pool whose price ratio moves by v = 80% a year (Milionis,
   * Moallemi, Roughgarden and Zhang, Automated Market Making and Loss-Versus-Rebalancing, 2022), and at least such a
   * part of what it is expected to pay: concentrating liquidity multiplies fees and losses alike. That part was 1.3 of
   * the fees in 17 measured pools (Loesch, Hindman, Richardson and Welch, Impermanent Loss in Uniswap v3, 2021), over
   * months in which prices trebled; half is taken, for calmer years.
   */
  impermanentLoss: { least: 8, share: 0.5 },
  /** Days of history that a strategy must have: a quarter, a month, a fortnight. */
  minHistoryDays: { low: 90, medium: 30, high: 14 },
  /** The oldest reading, against the catalog's own time. */
  maxAgeDays: 2,
  /** The least TVL in USD unless the caller asks for less: below it, a few people are the market. */
  minTvlUsd: 1_000_000,
  /** The most of a strategy's TVL that is ever asked of it, so that the way out stays open. */
  maxTvlShare: 0.01,
  /** The smallest position: below it a plan is longer to read than it is worth. */
  minShare: 0.01,
  /** The best-ranked candidates that an allocation is chosen from, and that are told: a longer list is a question. */
  poolSize: 500,
  /** The ranking APY in percent that scores 50 of 100. Chosen, not fitted: no order depends on it. */
  medianScoreApy: 10,
  /** Near misses that are named. */
  rejectedShown: 10,
} as const satisfies Record<string, number | Record<RiskLevel, number> | Record<'least' | 'share', number>>;

/** What the recommender reads of a strategy of the catalog. */
export type Candidate = Pick<
  StrategyRecord,
  | 'id'
  | 'chain'
  | 'protocol'
  | 'strategy_type'
  | 'current_apy'
  | 'expected_apy'
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
> & {
  /** 0 is the safest, 100 the riskiest. */
  readonly risk_score: number;
  /** When the source observed the figures, in milliseconds since 1970-01-01. */
  readonly observedAtMs: number;
};

/** The greater TVL first, and by id where even that is equal, so that the order never depends on the input's. */
export function byTvl(a: Candidate, b: Candidate): number {
  return b.tvl - a.tvl || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** What the caller wants to place, and how. */
export interface RecommendationRequest {
  readonly amountUsd: number;
  /** What a strategy may hold, nothing else beside; any where none is named. */
  readonly assets?: readonly string[] | undefined;
  readonly chains?: readonly string[] | undefined;
  /** The most risk that is accepted. */
  readonly riskLevel: RiskLevel;
  readonly horizonDays: number;
  /** Caps as fractions of the amount, above 0 and up to 1. */
  readonly maxShare: number;
  readonly maxProtocolShare: number;
  readonly maxChainShare: number;
  readonly minTvlUsd: number;
  /** How deposits are to be settled; any way where none is named. */
  readonly settlement?: Settlement | undefined;
}
