import { round } from '../../platform/domain/numbers.ts';
import type { RiskLevel, StrategyRecord } from '../contract/strategy.ts';

type Risk = StrategyRecord['risk'];
type Knots = readonly (readonly [at: number, value: number])[];

/**
 * What the score is computed from: figures as they are published, so that whoever has a record, or the catalog's entry
 * of it, computes the same score.
 */
export type RiskInputs = Readonly<
  Pick<
    StrategyRecord,
    | 'tvl'
    | 'history_days'
    | 'volatility_30d'
    | 'exposure'
    | 'il_risk'
    | 'apy_base'
    | 'apy_reward'
    | 'stablecoin'
    | 'outlier'
  >
>;

/**
 * The whole of the risk score in one table. Each factor has a weight, the points that it adds at its worst; the
 * weights sum to 100. A factor's value runs from 0 (safest) to 1 (riskiest): measured factors are read off a curve
 * of [measurement, value] knots with straight lines between them (flat beyond its ends), the others are choices.
 * A strategy's level is `low` up to the first cut-off, `medium` up to the second and `high` above.
 */
export const RISK_TABLE = {
  weights: {
    tvl: 30,
    history: 15,
    volatility: 20,
    exposure: 15,
    reward_share: 8,
    stablecoin: 7,
    outlier: 5,
  },
  curves: {
    /** By the decimal logarithm of the TVL in USD: 10,000 to 1,000,000,000. */
    tvl: [
      [4, 1],
      [5, 0.8],
      [6, 0.55],
      [7, 0.25],
      [8, 0.05],
      [9, 0],
    ],
    /** By days of history. */
    history: [
      [0, 1],
      [7, 0.9],
      [30, 0.7],
      [90, 0.4],
      [365, 0.1],
      [730, 0],
    ],
    /** By the standard deviation of the daily APY over 30 days, in percentage points. */
    volatility: [
      [0, 0],
      [0.5, 0.05],
      [2, 0.2],
      [5, 0.4],
      [15, 0.7],
      [50, 1],
    ],
  },
  choices: {
    exposure: { single: 0, multi: 0.4, impermanent_loss: 1 },
    stablecoin: { yes: 0, no: 1 },
    outlier: { no: 0, yes: 1 },
    /** What stands for a volatility or a reward share that is not known. */
    unknown: 0.5,
  },
  cutOffs: { low: 25, medium: 50 },
} as const satisfies {
  weights: Record<string, number>;
  curves: Record<string, Knots>;
  choices: object;
  cutOffs: Record<'low' | 'medium', number>;
};

/** Values have so many decimals; weights are whole, so points and score are exact at the same number of them. */
const DECIMALS = 3;

/** The value of a curve at a measurement: linear between knots, constant outside them. */
function interpolate(knots: Knots, at: number): number {
  let [lowerAt, lowerValue] = knots[0] ?? [0, 0];
  if (at <= lowerAt) return lowerValue;
  for (const [upperAt, upperValue] of knots) {
    if (at < upperAt) {
      return lowerValue + ((at - lowerAt) / (upperAt - lowerAt)) * (upperValue - lowerValue);
    }
    lowerAt = upperAt;
    lowerValue = upperValue;
  }
  return lowerValue;
}

/** The share of the APY that reward tokens pay, 0 to 1; null when neither part is known. */
export function rewardShare(apyBase: number | null, apyReward: number | null): number | null {
  if (apyBase === null && apyReward === null) return null;
  const reward = Math.max(0, apyReward ?? 0);
  const total = Math.max(0, apyBase ?? 0) + reward;
  return total === 0 ? 0 : reward / total;
}

/**
 * The risk score: 0 (safest) to 100 (riskiest), the sum of its factors' points, each `value x weight`.
 * More TVL or history never raises it; more volatility or a greater reward share never lowers it.
 */
export function riskOf(inputs: RiskInputs): Risk {
  const { curves, choices, weights } = RISK_TABLE;
  const share = rewardShare(inputs.apy_base, inputs.apy_reward);
  const values: Record<keyof typeof weights, number> = {
    tvl: interpolate(curves.tvl, Math.log10(Math.max(1, inputs.tvl))),
    history: interpolate(curves.history, inputs.history_days),
    volatility:
      inputs.volatility_30d === null
        ? choices.unknown
        : interpolate(curves.volatility, inputs.volatility_30d),
    exposure: inputs.il_risk ? choices.exposure.impermanent_loss : choices.exposure[inputs.exposure],
    reward_share: share ?? choices.unknown,
    stablecoin: inputs.stablecoin ? choices.stablecoin.yes : choices.stablecoin.no,
    outlier: inputs.outlier ? choices.outlier.yes : choices.outlier.no,
  };
  const factors = RISK_FACTORS.map((name) => {
    const value = round(values[name], DECIMALS);
    return { name, value, weight: weights[name], points: round(value * weights[name], DECIMALS) };
  });
  return {
    score: round(
      factors.reduce((sum, factor) => sum + factor.points, 0),
      DECIMALS,
    ),
    factors,
  };
}

const RISK_FACTORS = [
  'tvl',
  'history',
  'volatility',
  'exposure',
  'reward_share',
  'stablecoin',
  'outlier',
] as const satisfies readonly (keyof typeof RISK_TABLE.weights)[];

/** The level of a score, by the table's cut-offs (each the highest score of its level). */
export function riskLevel(score: number): RiskLevel {
  if (score <= RISK_TABLE.cutOffs.low) return 'low';
  return score <= RISK_TABLE.cutOffs.medium ? 'medium' : 'high';
}
