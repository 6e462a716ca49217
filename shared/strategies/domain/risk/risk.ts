import { round } from '../../../platform/domain/numbers.ts';
import { RISK_LEVELS, RISK_PARTS, type RiskLevel, type RiskPart } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { riskFloorsOf } from './floors.ts';
import {
  type CurvePoints,
  RISK_CONSTANTS,
  RISK_FACTORS,
  type RiskFactorName,
  type RiskInputs,
} from './table.ts';

type Risk = StrategyRecord['risk'];

const RISK_DECIMALS = 3;

/**
 * Returns the value of a curve at a measurement, by linear interpolation. Outside the curve, returns the value of its
 * nearest end.
 */
function interpolateCurve(curvePoints: CurvePoints, measurement: number): number {
  let [lowerMeasurement, lowerValue] = curvePoints[0] ?? [0, 0];
  if (measurement <= lowerMeasurement) return lowerValue;
  for (const [upperMeasurement, upperValue] of curvePoints) {
    if (measurement < upperMeasurement) {
      return (
        lowerValue +
        ((measurement - lowerMeasurement) / (upperMeasurement - lowerMeasurement)) * (upperValue - lowerValue)
      );
    }
    lowerMeasurement = upperMeasurement;
    lowerValue = upperValue;
  }
  return lowerValue;
}

/** Returns the share of the APY that reward tokens pay, 0 to 1. Null if both base APY and reward APY are unknown. */
export function rewardShareOf(apyBase: number | null, apyReward: number | null): number | null {
  if (apyBase === null && apyReward === null) return null;
  const rewardPercent = Math.max(0, apyReward ?? 0);
  const total = Math.max(0, apyBase ?? 0) + rewardPercent;
  return total === 0 ? 0 : rewardPercent / total;
}

/**
 * Computes the risk score and the risk level of a strategy. The score is the weighted sum of three parts.
 * A risk floor or the rule for large markets can change the level. The score is then moved into the range of the new
 * level.
 */
export function assessRisk(inputs: RiskInputs): { readonly risk: Risk; readonly level: RiskLevel } {
  const factorValues = factorValuesOf(inputs);
  const factors = RISK_FACTORS.map((name) => {
    const { part, weight } = RISK_CONSTANTS.factors[name];
    const value = round(factorValues[name] ?? RISK_CONSTANTS.choices.unknown, RISK_DECIMALS);
    return { name, part, value, weight, points: round(value * weight, RISK_DECIMALS) };
  });
  const parts = riskPartsOf(factors, inputs.utilisation);
  const weightedScore = sumWeightedParts(parts);
  const knownFactorsWeightPercent = factors.reduce(
    (sum, { name, weight }) => sum + (factorValues[name] === null ? 0 : weight),
    0,
  );
  const riskFloors = riskFloorsOf(inputs, knownFactorsWeightPercent / 100);
  return decideRiskLevel(weightedScore, { inputs, parts, floors: riskFloors }, factors);
}

/** Returns the value of each factor, from 0 (lowest risk) to 1 (highest risk). Null if the value is unknown. */
function factorValuesOf(inputs: RiskInputs): Record<RiskFactorName, number | null> {
  const { curves, choices } = RISK_CONSTANTS;
  const valueOnCurve = (curvePoints: CurvePoints, measurement: number | null) =>
    measurement === null ? null : interpolateCurve(curvePoints, measurement);
  const tvlGrowth = inputs.tvl_growth_30d;
  return {
    history: valueOnCurve(curves.history, inputs.history_days),
    tvl_volatility: valueOnCurve(curves.tvl_volatility, inputs.tvl_volatility_30d),
    apy_volatility: valueOnCurve(curves.apy_volatility, inputs.log_apy_volatility_30d),
    reward_share: rewardShareOf(inputs.apy_base, inputs.apy_reward),
    stablecoin: chooseFactorValue(inputs.stablecoin, choices.stablecoin.yes, choices.stablecoin.no),
    tvl: valueOnCurve(curves.tvl, Math.log10(Math.max(1, inputs.tvl))),
    exposure: exposureFactorValueOf(inputs),
    outlier: chooseFactorValue(inputs.outlier, choices.outlier.yes, choices.outlier.no),
    tvl_growth: valueOnCurve(curves.tvl_growth, tvlGrowth === null ? null : Math.log(Math.max(1, tvlGrowth))),
  };
}

function chooseFactorValue(
  isConditionMet: boolean | null,
  valueIfTrue: number,
  valueIfFalse: number,
): number | null {
  return isConditionMet === null ? null : isConditionMet ? valueIfTrue : valueIfFalse;
}

/**
 * Returns the value of the risk factor for exposure. `il_risk` decides first, and then the number of assets. If
 * `il_risk` of a pool with several assets is unknown, returns the mean of `multi` and `impermanent_loss`.
 */
function exposureFactorValueOf({ exposure, il_risk }: RiskInputs): number {
  const { single, multi, impermanent_loss } = RISK_CONSTANTS.choices.exposure;
  if (il_risk === true) return impermanent_loss;
  if (exposure === 'single') return single;
  return il_risk === false ? multi : (multi + impermanent_loss) / 2;
}

/** Returns the weighted sum of the parts, 0 to 100. */
export function sumWeightedParts(parts: Risk['parts']): number {
  const weightedParts = RISK_PARTS.map((part) => (parts[part] * RISK_CONSTANTS.parts[part]) / 100);
  return round(
    weightedParts.reduce((sum, each) => sum + each, 0),
    RISK_DECIMALS,
  );
}

/**
 * Returns the three parts of the risk score, each from 0 to 100. Each part is the weighted mean of its factors. A high
 * utilisation raises the part `exit`.
 */
function riskPartsOf(factors: Risk['factors'], utilisation: number | null): Risk['parts'] {
  const weightedMeanOfPart = (part: RiskPart) => {
    const partPoints = factors.reduce((sum, factor) => sum + (factor.part === part ? factor.points : 0), 0);
    return (100 * partPoints) / RISK_CONSTANTS.parts[part];
  };
  const utilisationRisk =
    utilisation === null ? 0 : 100 * interpolateCurve(RISK_CONSTANTS.curves.utilisation, utilisation);
  return {
    rate: round(weightedMeanOfPart('rate'), RISK_DECIMALS),
    exit: round(Math.max(weightedMeanOfPart('exit'), utilisationRisk), RISK_DECIMALS),
    loss: round(weightedMeanOfPart('loss'), RISK_DECIMALS),
  };
}

interface RiskLevelInputs {
  readonly inputs: RiskInputs;
  readonly parts: Risk['parts'];
  readonly floors: Risk['floors'];
}

function decideRiskLevel(
  weightedScore: number,
  { inputs, parts, floors }: RiskLevelInputs,
  factors: Risk['factors'],
): { risk: Risk; level: RiskLevel } {
  const { levels, largeMarket } = RISK_CONSTANTS;
  const isLargeMarket = inputs.exposure === 'single' && inputs.tvl >= largeMarket.fromTvlUsd;
  const isScoreCapped = isLargeMarket && weightedScore > levels.low.to && weightedScore <= largeMarket.upTo;
  const cappedScore = isScoreCapped ? levels.low.to : weightedScore;
  const minimumLevels = [riskLevelOf(cappedScore), ...floors.map((floor) => floor.level)];
  const level = RISK_LEVELS.findLast((each) => minimumLevels.includes(each)) ?? 'high';
  const decidingFloor = level === 'low' ? undefined : floors.find((each) => each.level === level);
  const decided_by =
    decidingFloor !== undefined
      ? { name: decidingFloor.name, reason: decidingFloor.reason }
      : isScoreCapped
        ? {
            name: 'large_market',
            reason:
              'It holds a single asset and over 100 million USD, so its level is low up to a score of ' +
              `${largeMarket.upTo}. Without this rule its score is ${Math.round(weightedScore)}.`,
          }
        : { name: 'score', reason: explainScore(level, parts) };
  const finalScore = Math.max(cappedScore, levels[level].from);
  return { level, risk: { score: finalScore, decided_by, parts, factors, floors } };
}

function riskLevelOf(riskScore: number): RiskLevel {
  return RISK_LEVELS.find((level) => riskScore <= RISK_CONSTANTS.levels[level].to) ?? 'high';
}

const RISK_PART_TEXTS: Readonly<Record<RiskPart, string>> = {
  rate: 'how much its APY moves (rate)',
  exit: 'how easily money can leave (exit)',
  loss: 'what can be lost (loss)',
};

const { low, medium } = RISK_CONSTANTS.levels;
const RISK_LEVEL_TEXTS: Readonly<Record<RiskLevel, string>> = {
  low: `A score of up to ${low.to} is low.`,
  medium: `A score above ${low.to} and up to ${medium.to} is medium.`,
  high: `A score above ${medium.to} is high.`,
};

function pointsText(points: number): string {
  const roundedPoints = Math.round(points);
  return roundedPoints === 0
    ? 'less than 1 point'
    : `${roundedPoints} ${roundedPoints === 1 ? 'point' : 'points'}`;
}

function explainScore(level: RiskLevel, parts: Risk['parts']): string {
  const pointsOfPart = (part: RiskPart) => (parts[part] * RISK_CONSTANTS.parts[part]) / 100;
  const [largestRiskPart = 'exit'] = RISK_PARTS.toSorted((a, b) => pointsOfPart(b) - pointsOfPart(a));
  return (
    `${RISK_LEVEL_TEXTS[level]} The largest part of the score is ${RISK_PART_TEXTS[largestRiskPart]}: ` +
    `${pointsText(pointsOfPart(largestRiskPart))}.`
  );
}
