import { round } from '../../../platform/domain/numbers.ts';
import { RISK_LEVELS, type RiskLevel } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { floorsOf } from './floors.ts';
import type { RiskInputs } from './inputs.ts';
import { type Knots, RISK_FACTORS, RISK_TABLE, type RiskFactorName } from './table.ts';

type Risk = StrategyRecord['risk'];

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
 * The risk score: 0 (safest) to 100 (riskiest), the sum of its factors' points, each `value x weight`, and the floors
 * below which the level does not go. More TVL or history never raises the score; more volatility, growth or a greater
 * reward share never lowers it.
 */
export function riskOf(inputs: RiskInputs): Risk {
  const { curves, choices, weights } = RISK_TABLE;
  const orUnknown = (value: number | null) => value ?? choices.unknown;
  const curve = (knots: Knots, at: number | null) => (at === null ? choices.unknown : interpolate(knots, at));
  const values: Record<RiskFactorName, number> = {
    history: curve(curves.history, inputs.history_days),
    tvl_volatility: curve(curves.tvl_volatility, inputs.tvl_volatility_30d),
    apy_volatility: curve(curves.apy_volatility, inputs.apy_volatility_30d),
    reward_share: orUnknown(rewardShare(inputs.apy_base, inputs.apy_reward)),
    stablecoin: orUnknown(choiceOf(inputs.stablecoin, choices.stablecoin.yes, choices.stablecoin.no)),
    tvl: curve(curves.tvl, Math.log10(Math.max(1, inputs.tvl))),
    exposure: exposureValue(inputs),
    outlier: orUnknown(choiceOf(inputs.outlier, choices.outlier.yes, choices.outlier.no)),
    tvl_growth: curve(
      curves.tvl_growth,
      inputs.tvl_growth_30d === null ? null : Math.log(Math.max(1, inputs.tvl_growth_30d)),
    ),
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
    floors: floorsOf(inputs),
  };
}

function choiceOf(known: boolean | null, yes: number, no: number): number | null {
  return known === null ? null : known ? yes : no;
}

/** A pool of which nobody says whether it can lose impermanently stands halfway between the two. */
function exposureValue({ exposure, il_risk }: RiskInputs): number {
  const { single, multi, impermanent_loss } = RISK_TABLE.choices.exposure;
  if (il_risk === true) return impermanent_loss;
  if (exposure === 'single') return single;
  return il_risk === false ? multi : (multi + impermanent_loss) / 2;
}

/**
 * The level of a risk: of its score by the table's cut-offs (each the highest score of its level), which are wider for a
 * single asset of great TVL, raised by floors.
 */
export function riskLevel(
  { score, floors }: Pick<Risk, 'score' | 'floors'>,
  { tvl, exposure }: Pick<RiskInputs, 'tvl' | 'exposure'>,
): RiskLevel {
  const { cutOffs, deep } = RISK_TABLE;
  const isDeep = exposure === 'single' && tvl >= deep.fromTvlUsd;
  const low = isDeep ? deep.low : cutOffs.low;
  const byScore: RiskLevel = score <= low ? 'low' : score <= cutOffs.medium ? 'medium' : 'high';
  const levels = [byScore, ...floors.map(({ level }) => level)];
  return RISK_LEVELS.findLast((level) => levels.includes(level)) ?? 'high';
}
