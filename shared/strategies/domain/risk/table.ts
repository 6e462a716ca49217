import type { RiskLevel, RiskPart } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';

/** The inputs of the risk score. Null means unknown. */
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
 * All constants of the risk score. Each factor has a value from 0 (lowest risk) to 1 (highest risk). Its weight is the
 * number of points that it adds at the value 1. All weights sum to 100. The weights and curves come from recorded daily
 * series (see docs/market-research.md).
 */
export const RISK_CONSTANTS = {
  /** Maximum points of each part: the sum of the weights of its factors. */
  parts: { rate: 32, exit: 43, loss: 25 },
  factors: {
    history: { part: 'loss', weight: 20 },
    tvl_volatility: { part: 'exit', weight: 35 },
    apy_volatility: { part: 'rate', weight: 13 },
    reward_share: { part: 'rate', weight: 14 },
    /** This factor covers a fall of a token's price, which the recorded APYs and TVLs do not show. */
    stablecoin: { part: 'loss', weight: 3 },
    tvl: { part: 'exit', weight: 5 },
    /** The score contains this factor because of impermanent loss, which the APY does not show. */
    exposure: { part: 'loss', weight: 2 },
    /** This weight does not come from the recorded series, because they contain too few outliers. */
    outlier: { part: 'rate', weight: 5 },
    tvl_growth: { part: 'exit', weight: 3 },
  },
  curves: {
    /** Points of the factor's curve: [number of days of history, value of the factor]. */
    history: [
      [0, 1],
      [7, 0.9],
      [30, 0.7],
      [90, 0.4],
      [365, 0.1],
      [730, 0],
    ],
    /** Points of the factor's curve: [standard deviation of daily changes of ln(TVL), value of the factor]. */
    tvl_volatility: [
      [0, 0],
      [0.03, 0.1],
      [0.05, 0.25],
      [0.1, 0.6],
      [0.2, 0.85],
      [0.4, 1],
    ],
    /** Points of the factor's curve: [standard deviation of ln(1 + APY%) over 30 days, value of the factor]. */
    apy_volatility: [
      [0, 0],
      [0.02, 0.1],
      [0.05, 0.25],
      [0.1, 0.4],
      [0.25, 0.7],
      [0.5, 1],
    ],
    /**
     * Each pair is log10 of the TVL in USD, and the factor's value. For example, a TVL of 10,000 USD has the value 1.
     */
    tvl: [
      [4, 1],
      [5, 0.8],
      [6, 0.55],
      [7, 0.25],
      [8, 0.05],
      [9, 0],
    ],
    /**
     * Minimum of the part `exit` of the risk score, by utilisation (0 to 1). The values are chosen by judgment and not
     * fitted to data.
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
    unknown: 0.4,
  },
  /** Lowest and highest score of each level. */
  levels: {
    low: { from: 0, to: 35 },
    medium: { from: 35.001, to: 50 },
    high: { from: 50.001, to: 100 },
  },
  /**
   * For a strategy with a single asset and a TVL of at least `fromTvlUsd`, the level is low up to the score `upTo`,
   * because such a TVL covers withdrawals.
   */
  largeMarket: { fromTvlUsd: 100_000_000, upTo: 60 },
  /** The two volatility factors require at least this many days with a known APY among the last 30 days. */
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
export const RISK_FLOOR_RULES = {
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
  /** The risk level is high below this TVL in USD. */
  highBelowTvlUsd: 100_000,
  /**
   * The level is at least medium if the APY is above the peers' median multiplied by `times`, and also above the median
   * plus `points` percentage points.
   */
  mediumAbovePeers: { times: 2, points: 5 },
  /**
   * The level is high if the APY is above the peers' median multiplied by `times`, and also above the median plus
   * `points` percentage points. The rule applies to single assets, to pools of one asset family, and to stablecoins.
   */
  highAbovePeers: { times: 3, points: 10 },
  /**
   * The level is high if the APY has not changed on at least `days` days with data and is far above the peers' median.
   * It must exceed the median multiplied by `times`, and also the median plus `points` percentage points.
   */
  stuck: { days: 5, times: 2, points: 1 },
} as const;
