import type { RiskLevel, RiskPart } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';

/**
 * The inputs of the risk score. All inputs are published figures, so that a record and its catalog entry have the same
 * risk. Null means unknown.
 */
export type RiskInputs = Readonly<
  Pick<
    StrategyRecord,
    | 'tvl'
    | 'current_apy'
    | 'history_days'
    | 'log_apy_volatility_30d'
    | 'tvl_volatility_30d'
    | 'tvl_growth_30d'
    | 'unmoved_days'
    | 'peer_apy'
    | 'exposure'
    | 'il_risk'
    | 'apy_base'
    | 'apy_reward'
    | 'stablecoin'
    | 'outlier'
    | 'underlying_assets'
    | 'utilisation'
    | 'exit_constrained'
  >
>;

/**
 * A curve as [measurement, value] points. It is linear between two neighbouring points, and constant before the first
 * and after the last point.
 */
export type CurvePoints = readonly (readonly [measurement: number, value: number])[];

/** The factors of the score, in the order of the risk breakdown. */
export const RISK_FACTORS = [
  'history',
  'tvl_volatility',
  'apy_volatility',
  'reward_share',
  'stablecoin',
  'tvl',
  'exposure',
  'outlier',
  'tvl_growth',
] as const;
export type RiskFactorName = (typeof RISK_FACTORS)[number];

/**
 * All constants of the risk score. Each factor belongs to a part and has a value from 0 (lowest risk) to 1 (highest
 * risk). Its weight is the number of points that it adds at the value 1. All weights sum to 100. The value of a
 * measured factor comes from a curve, and the value of any other factor from `choices`. The weights and curves come
 * from recorded daily series (see docs/market-research.md). AUC measures how well one factor alone separates pools
 * whose TVL halved within 30 days from all other pools: 0.5 is chance, 1 is perfect.
 */
export const RISK_TABLE = {
  /** Maximum points of each part. It is the sum of the weights of the part's factors. */
  parts: { rate: 32, exit: 43, loss: 25 },
  factors: {
    /**
     * AUC of this factor alone for a TVL that halves (0.5 is chance, 1 is perfect): 0.64 on DEX pools, 0.67 on
     * stablecoin pools, 0.38 on twelve old lending markets.
     */
    history: { part: 'loss', weight: 20 },
    /**
     * AUC of this factor alone for a TVL that halves (0.5 is chance, 1 is perfect): 0.67 on DEX pools, 0.71 on
     * stablecoin pools, 0.83 on lending markets. No other factor is better on any of these sets.
     */
    tvl_volatility: { part: 'exit', weight: 35 },
    /**
     * AUC of this factor alone (0.5 is chance, 1 is perfect): 0.58 for a TVL that halves, 0.68 for an APY that halves.
     */
    apy_volatility: { part: 'rate', weight: 13 },
    /**
     * AUC of this factor alone for a TVL that halves (0.5 is chance, 1 is perfect): 0.59 on pools whose base APY and
     * reward APY are known.
     */
    reward_share: { part: 'rate', weight: 14 },
    /**
     * AUC of this factor alone for a TVL that halves (0.5 is chance, 1 is perfect): 0.51. The score contains the factor
     * because the price of a token can fall, which the recorded series do not show.
     */
    stablecoin: { part: 'loss', weight: 3 },
    /**
     * AUC of this factor alone for a TVL that halves (0.5 is chance, 1 is perfect): 0.49 on all pools, and below 0.4 on
     * large pools. For lending markets that disappear within two weeks (6 of 142 markets), it is 0.70.
     */
    tvl: { part: 'exit', weight: 5 },
    /**
     * AUC of this factor alone for a TVL that halves (0.5 is chance, 1 is perfect): 0.52. The score contains the factor
     * because of impermanent loss, which the APY does not show.
     */
    exposure: { part: 'loss', weight: 2 },
    /**
     * Whether the source marks the pool as an outlier. The recordings contain too few outliers to measure this factor.
     */
    outlier: { part: 'rate', weight: 5 },
    /** AUC of this factor alone for a TVL that halves (0.5 is chance, 1 is perfect): 0.56. */
    tvl_growth: { part: 'exit', weight: 3 },
  },
  curves: {
    /**
     * Value of the factor by the number of days of history. In the recordings, half of all failures happened within
     * the first three months.
     */
    history: [
      [0, 1],
      [7, 0.9],
      [30, 0.7],
      [90, 0.4],
      [365, 0.1],
      [730, 0],
    ],
    /**
     * Value of the factor by the standard deviation of daily changes of ln(TVL). Of the pools with a deviation of
     * 0.05 to 0.08, 14% lost half of their TVL. Of the pools above 0.2, 29% did.
     */
    tvl_volatility: [
      [0, 0],
      [0.03, 0.1],
      [0.05, 0.25],
      [0.1, 0.6],
      [0.2, 0.85],
      [0.4, 1],
    ],
    /**
     * Value of the factor by the standard deviation of ln(1 + APY%) over 30 days. The logarithm makes APYs of 1%
     * and 100% comparable.
     */
    apy_volatility: [
      [0, 0],
      [0.02, 0.1],
      [0.05, 0.25],
      [0.1, 0.4],
      [0.25, 0.7],
      [0.5, 1],
    ],
    /** Value of the factor by log10 of the TVL in USD, from 10,000 to 1,000,000,000. */
    tvl: [
      [4, 1],
      [5, 0.8],
      [6, 0.55],
      [7, 0.25],
      [8, 0.05],
      [9, 0],
    ],
    /**
     * Minimum of the part `exit`, by utilisation (0 to 1). The values are judgments and not fitted. Only their order
     * was measured: on 58 Aave reserves, the AUC of utilisation for "97% is borrowed within 30 days" was 0.76.
     */
    utilisation: [
      [0, 0],
      [0.8, 0.1],
      [0.9, 0.4],
      [0.95, 0.8],
      [1, 1],
    ],
    /** Value of the factor by ln(TVL / TVL 30 days ago). Money that arrived quickly may leave quickly. */
    tvl_growth: [
      [0, 0],
      [1.609, 1],
    ],
  },
  choices: {
    exposure: { single: 0, multi: 0.4, impermanent_loss: 1 },
    stablecoin: { yes: 0, no: 1 },
    outlier: { no: 0, yes: 1 },
    /** Value of an unknown factor. It lies between the values for lowest and highest risk. */
    unknown: 0.4,
  },
  /**
   * Lowest and highest score of each level. When the weights changed, these limits were set so that each level kept its
   * number of pools.
   */
  levels: {
    low: { from: 0, to: 35 },
    medium: { from: 35.001, to: 50 },
    high: { from: 50.001, to: 100 },
  },
  /**
   * A strategy with a single asset and at least `fromTvlUsd` has the level low up to the score `upTo`. In a lending
   * market, the TVL is the amount that is not borrowed. It changes a lot when large borrowers come and go, but it still
   * covers withdrawals. The highest score of such a market in the recordings is 59.
   */
  largeMarket: { fromTvlUsd: 100_000_000, upTo: 60 },
  /** Minimum number of known days among the last 30 days that the two volatility factors require. */
  volatilityDays: 15,
} as const satisfies {
  parts: Record<RiskPart, number>;
  factors: Record<RiskFactorName, { part: RiskPart; weight: number }>;
  curves: Record<string, CurvePoints>;
  choices: object;
  levels: Record<RiskLevel, { from: number; to: number }>;
  largeMarket: object;
  volatilityDays: number;
};

/** Limits of the rules that set a minimum risk level, whatever the score is. */
export const FLOOR_RULES = {
  /** If the known factors have less than this fraction of the total weight (0 to 1), the level is at least medium. */
  mediumBelowKnownWeight: 0.7,
  /**
   * Withdrawals become constrained when the utilisation reaches `from`. They stay constrained until the utilisation is
   * below `until`.
   */
  utilisation: { from: 0.95, until: 0.9 },
  /** The level is at least medium below this TVL in USD, or with fewer than `mediumBelowDays` days of history. */
  mediumBelowTvlUsd: 1_000_000,
  mediumBelowDays: 30,
  /** The level is high below this TVL in USD. */
  highBelowTvlUsd: 100_000,
  /**
   * The level is at least medium if the APY is more than `times` times the peers' median and more than `points`
   * percentage points above it. The limits were measured on pools that otherwise have the level low: within a month,
   * the APY halved in 12% of the pools above the limits and in 2% of the other pools.
   */
  overPeers: { times: 2, points: 5 },
  /**
   * The level is high if the APY is more than `times` times the peers' median and more than `points` percentage points
   * above it. This applies to single assets, pools of one family and stablecoins. The limits are judgments. They were
   * tested on weekly observations: the APY fell below half within a month in 35% of 46 observations above these limits,
   * in 10% of 78 observations between `overPeers` and these limits, and in 6% of 1,204 other observations.
   */
  abovePeers: { times: 3, points: 10 },
  /**
   * The level is high if the APY has not changed for `days` known days, is more than `times` times the peers' median,
   * and is more than `points` percentage points above it. The market may be fully borrowed, or a person may have typed
   * in the figure. The limits are judgments: the same figure for five days is not a coincidence. The recordings do not
   * confirm this rule: in 16 weekly observations, the APY never fell below half within a month.
   */
  stuck: { days: 5, times: 2, points: 1 },
} as const;
