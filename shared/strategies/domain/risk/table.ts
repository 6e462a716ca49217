import type { RiskLevel, RiskPart } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';

/**
 * What the risk is computed from: figures as they are published, so that a record and its catalog entry give the same
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

/** A curve of [measurement, value] knots with straight lines between them, flat beyond its ends. */
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
 * The whole of the risk score in one table. Each factor belongs to a part and has a weight, the points that it adds at
 * its worst; the weights sum to 100, those of a part to the part's own. A factor's value runs from 0 (safest) to 1
 * (riskiest): measured factors are read off a curve, the others are choices.
 *
 * What the weights and curves are from: recorded daily series (see docs/market-research.md). "AUC" says how well the factor
 * alone tells the pools whose TVL halved within 30 days from the others: 0.5 is chance, 1 is certainty. The weights lie
 * between those that were best without the stablecoin set and those that were best without the lending set, which are
 * within 5 points of each other and hold on the set that they have not seen; then 3 points went from the volatility of
 * the TVL to the TVL, which tells what vanishes.
 */
export const RISK_TABLE = {
  /** The points that each part adds to the score at its worst: the sum of the weights of its factors. */
  parts: { rate: 32, exit: 43, loss: 25 },
  factors: {
    /** AUC .64 on DEX pools, .67 on stablecoin pools, .38 on twelve old lending markets. */
    history: { part: 'loss', weight: 20 },
    /** AUC .67, .71 and .83 on the three sets: the strongest factor on each. */
    tvl_volatility: { part: 'exit', weight: 35 },
    /** AUC .58 for the TVL, .68 for "the APY falls by half". */
    apy_volatility: { part: 'rate', weight: 13 },
    /** AUC .59 where the parts are known. */
    reward_share: { part: 'rate', weight: 14 },
    /** AUC .51: kept for what no series shows, a price that moves. */
    stablecoin: { part: 'loss', weight: 3 },
    /** AUC .49 and below .4 among large pools, but .70 for those of 142 lending markets that were gone within two weeks. */
    tvl: { part: 'exit', weight: 5 },
    /** AUC .52: kept for impermanent loss, which no APY shows. */
    exposure: { part: 'loss', weight: 2 },
    /** The source's own judgement; too rare in the recordings to be measured. */
    outlier: { part: 'rate', weight: 5 },
    /** AUC .56. */
    tvl_growth: { part: 'exit', weight: 3 },
  },
  curves: {
    /** By days of history: half of all failures in the recordings came within the first quarter of a year. */
    history: [
      [0, 1],
      [7, 0.9],
      [30, 0.7],
      [90, 0.4],
      [365, 0.1],
      [730, 0],
    ],
    /** By the standard deviation of the daily changes of ln(TVL): of 0.05 to 0.08, 14% halved; above 0.2, 29%. */
    tvl_volatility: [
      [0, 0],
      [0.03, 0.1],
      [0.05, 0.25],
      [0.1, 0.6],
      [0.2, 0.85],
      [0.4, 1],
    ],
    /** By the standard deviation of ln(1 + APY%) over 30 days, so that 1% and 100% are measured alike. */
    apy_volatility: [
      [0, 0],
      [0.02, 0.1],
      [0.05, 0.25],
      [0.1, 0.4],
      [0.25, 0.7],
      [0.5, 1],
    ],
    /** By the decimal logarithm of the TVL in USD: 10,000 to 1,000,000,000. */
    tvl: [
      [4, 1],
      [5, 0.8],
      [6, 0.55],
      [7, 0.25],
      [8, 0.05],
      [9, 0],
    ],
    /**
     * The exit part by utilisation, 0 to 1. It replaces the factors of the part where it is higher. Chosen, not fitted:
     * only its order was measured (AUC .76 for "97% is used within 30 days" on 58 Aave reserves).
     */
    utilisation: [
      [0, 0],
      [0.8, 0.1],
      [0.9, 0.4],
      [0.95, 0.8],
      [1, 1],
    ],
    /** By the natural logarithm of the TVL over that of 30 days before: money that came at once leaves at once. */
    tvl_growth: [
      [0, 0],
      [1.609, 1],
    ],
  },
  choices: {
    exposure: { single: 0, multi: 0.4, impermanent_loss: 1 },
    stablecoin: { yes: 0, no: 1 },
    outlier: { no: 0, yes: 1 },
    /** What stands for whatever is not known: neither safe nor the worst. */
    unknown: 0.4,
  },
  /**
   * The lowest and the highest score of each level. Set after the weights, so that as many pools are of each level as
   * before and no more of the low ones halve.
   */
  levels: {
    low: { from: 0, to: 35 },
    medium: { from: 35.001, to: 50 },
    high: { from: 50.001, to: 100 },
  },
  /**
   * A single asset over so many USD is low up to a score of its own: in a lending market the TVL is what nobody has
   * borrowed. It halves and doubles as large borrowers come and go (20% of looks), and still has room for everybody's
   * way out. Set above the highest score of such markets in the recordings, 59.
   */
  largeMarket: { fromTvlUsd: 100_000_000, upTo: 60 },
  /** Known days of the last 30 from which on the two volatilities are believed. */
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

/** Where a level is raised whatever the score says. */
export const FLOOR_RULES = {
  /** With less of the score's weight known, at least medium. */
  mediumBelowKnown: 0.7,
  /** A strategy is exit-constrained from `from` until its utilisation falls below `until`. */
  utilisation: { from: 0.95, until: 0.9 },
  /** Below either, at least medium. */
  mediumBelowTvlUsd: 1_000_000,
  mediumBelowDays: 30,
  /** Below it, high. */
  highBelowTvlUsd: 100_000,
  /**
   * What pays more than `times` its peers, and `points` percentage points more, is at least medium: of pools otherwise
   * low, 12% of those above and 2% of the others paid half as much within a month, and 12% and 6% halved in TVL.
   */
  overPeers: { times: 2, points: 5 },
  /**
   * What pays more than `times` its peers, and `points` percentage points more, is high: single assets, pools of one
   * family, stablecoins. Chosen, then measured: of 46 weekly looks at such, 35% paid less than half within a month; of 78
   * between this and `overPeers` 10%, of 1,204 others 6%.
   */
  abovePeers: { times: 3, points: 10 },
  /**
   * A rate that has not moved for so many known days, above `times` its peers and `points` points over them, is high:
   * a market at full utilisation, or a figure that somebody typed, neither of which can be left at will. Chosen, not
   * fitted: a working week of one figure is no chance. The recordings neither confirm nor deny it, with 16 weekly looks at
   * such of which none paid less than half within a month, as no APY shows whether a market can be left.
   */
  stuck: { days: 5, times: 2, points: 1 },
} as const;
