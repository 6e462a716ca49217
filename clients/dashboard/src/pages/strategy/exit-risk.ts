import type { StrategiesGetData } from '../../../../sdk/src/index.ts';

type Risk = StrategiesGetData['risk'];

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * Returns whether a high utilisation raises the exit risk above the weighted mean of the factors of the part `exit`.
 */
export function isExitRiskRaised({ parts, factors }: Pick<Risk, 'parts' | 'factors'>): boolean {
  const exitFactors = factors.filter(({ part }) => part === 'exit');
  const totalPoints = sumOf(exitFactors.map((factor) => factor.points));
  const totalWeight = sumOf(exitFactors.map((factor) => factor.weight));
  // The difference of 0.01 is allowed, because both values are rounded.
  return parts.exit > (100 * totalPoints) / totalWeight + 0.01;
}
