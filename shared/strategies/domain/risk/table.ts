import type { RiskLevel, RiskPart } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';

/**
 * The inputs of the risk score. These are published figures, so that a record and its catalog entry
 * give the same risk. Null means unknown.
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

/** A curve as [measurement, value] points: linear between them, constant outside them. */
export type Knots = readonly (readonly [at: number, value: number])[];

/** Factors of the score in the order of the risk breakdown. */
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
 * All constants of the risk score. Each factor belongs to a part and has a weight: the points that
 * it adds at its worst value. All weights sum to 100.
 * A factor's value runs from 0 (lowest risk) to 1 (highest). Measured factors use a curve, the
 * others a choice.
 * Weights and curves come from recorded daily series (see docs/market-research.md). AUC measures
 * how well a factor alone separates pools whose TVL halved within 30 days from the others: 0.5 is
 * chance, 1 is perfect.
 * The weights lie between the best ones without the stablecoin set and the best ones without the
 * lending set. Both differ by less than 5 points, and each holds on the set that was left out. Then
 * 3 points moved from `tvl_volatility` to `tvl`, which predicts pools that disappear.
 */
export const RISK_TABLE = {
  /** Maximum points of each part: the sum of the weights of its factors. */
  parts: { rate: 32, exit: 43, loss: 25 },
  factors: {
    /** AUC .64 on DEX pools, .67 on stablecoin pools, .38 on twelve old lending markets. */
    history: { part: 'loss', weight: 20 },
    /** AUC .67, .71 and .83 on the three sets: the strongest factor on each. */
    tvl_volatility: { part: 'exit', weight: 35 },
    /** AUC .58 for a halved TVL, .68 for a halved APY. */
    apy_volatility: { part: 'rate', weight: 13 },
    /** AUC .59 where base and reward APY are known. */
    reward_share: { part: 'rate', weight: 14 },
    /** AUC .51. Kept because a price can move, which these series do not show. */
    stablecoin: { part: 'loss', weight: 3 },
    /**
     * AUC .49, and below .4 among large pools, but .70 for lending markets (of 142) that
     * disappeared within two weeks.
     */
    tvl: { part: 'exit', weight: 5 },
    /** AUC .52. Kept for impermanent loss, which the APY does not show. */
    exposure: { part: 'loss', weight: 2 },
    /** The source's own outlier mark. Too rare in the recordings to be measured. */
    outlier: { part: 'rate', weight: 5 },
    /** AUC .56. */
    tvl_growth: { part: 'exit', weight: 3 },
  },
  curves: {
    /**
     * By days of history. Half of all failures in the recordings came within the first three
     * months.
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
     * By the standard deviation of daily changes of ln(TVL). Of pools at 0.05 to 0.08, 14% halved;
     * above 0.2, 29%.
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
     * By the standard deviation of ln(1 + APY%) over 30 days, so that 1% and 100% are measured
     * alike.
     */
    apy_volatility: [
      [0, 0],
      [0.02, 0.1],
      [0.05, 0.25],
      [0.1, 0.4],
      [0.25, 0.7],
      [0.5, 1],
    ],
    /** By log10 of the TVL in USD, from 10,000 to 1,000,000,000. */
    tvl: [
      [4, 1],
      [5, 0.8],
      [6, 0.55],
      [7, 0.25],
      [8, 0.05],
      [9, 0],
    ],
    /**
     * The exit part by utilisation, 0 to 1. It applies where it is higher than the factors of the
     * part.
     * Chosen, not fitted. Only the order was measured: AUC .76 for "97% is used within 30 days" on
     * 58 Aave reserves.
     */
    utilisation: [
      [0, 0],
      [0.8, 0.1],
      [0.9, 0.4],
      [0.95, 0.8],
      [1, 1],
    ],
    /**
     * By the natural logarithm of the ratio of the TVL to the TVL 30 days ago. Money that arrived
     * quickly may leave quickly.
     */
    tvl_growth: [
      [0, 0],
      [1.609, 1],
    ],
  },
  choices: {
    exposure: { single: 0, multi: 0.4, impermanent_loss: 1 },
    stablecoin: { yes: 0, no: 1 },
    outlier: { no: 0, yes: 1 },
    /** Value of an unknown factor, between lowest and highest risk. */
    unknown: 0.4,
  },
  /**
   * Lowest and highest score of each level. Set after the weights, so that each level has as many
   * pools as before and no more pools of level low halve.
   */
  levels: {
    low: { from: 0, to: 35 },
    medium: { from: 35.001, to: 50 },
    high: { from: 50.001, to: 100 },
  },
  /**
   * A strategy with a single asset and at least this TVL in USD is low up to the score `upTo`. In a
   * lending market, the TVL is the part that is not borrowed.
   * It halves and doubles with large borrowers (in 20% of observations) and still covers
   * withdrawals. The highest score of such markets in the recordings is 59.
   */
  largeMarket: { fromTvlUsd: 100_000_000, upTo: 60 },
  /** Minimum number of known days of the last 30 for the two volatilities. */
  volatilityDays: 15,
} as const satisfies {
  parts: Record<RiskPart, number>;
  factors: Record<RiskFactorName, { part: RiskPart; weight: number }>;
  curves: Record<string, Knots>;
  choices: object;
  levels: Record<RiskLevel, { from: number; to: number }>;
  largeMarket: object;
  volatilityDays: number;
};

/** Limits of the rules that set a minimum risk level, whatever the score is. */
export const FLOOR_RULES = {
  /** At least medium when a smaller fraction of the score's weight is known. */
  mediumBelowKnown: 0.7,
  /**
   * A strategy becomes exit-constrained at `from` and stays so until its utilisation is below
   * `until`.
   */
  utilisation: { from: 0.95, until: 0.9 },
  /** At least medium below this TVL in USD, or with less than this many days of history. */
  mediumBelowTvlUsd: 1_000_000,
  mediumBelowDays: 30,
  /** High below this TVL in USD. */
  highBelowTvlUsd: 100_000,
  /**
   * At least medium when the APY is above `times` the peers' median and `points` percentage points
   * above it.
   * Of pools otherwise low, 12% of those above the limit and 2% of the others paid half as much
   * within a month. 12% and 6% halved in TVL.
   */
  overPeers: { times: 2, points: 5 },
  /**
   * High when the APY is above `times` the peers' median and `points` percentage points above it.
   * For single assets, pools of one family and stablecoins.
   * Chosen, then measured: of 46 weekly observations above this limit, 35% paid less than half
   * within a month. Of 78 between `overPeers` and this limit 10% did, of 1,204 others 6%.
   */
  abovePeers: { times: 3, points: 10 },
  /**
   * High when the APY has not changed for `days` known days and is above `times` the peers' median
   * and `points` percentage points above it. The market may be fully borrowed, or the figure typed
   * in by hand.
   * Chosen, not fitted: one figure for a working week is no coincidence. The recordings cannot
   * confirm it: of 16 weekly observations, none paid less than half within a month, and the APY
   * does not show whether money can leave.
   */
  stuck: { days: 5, times: 2, points: 1 },
} as const;
