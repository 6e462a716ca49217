import type { StrategiesGetData } from '../../../../sdk/src/index.ts';

type Risk = StrategiesGetData['risk'];

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * Whether the part `exit` of a risk score is higher than its factors alone make it. The share of the deposits that is
 * lent out then sets the part.
 */
export function isExitRaised({ parts, factors }: Pick<Risk, 'parts' | 'factors'>): boolean {
  const exitFactors = factors.filter(({ part }) => part === 'exit');
  const points = sumOf(exitFactors.map((factor) => factor.points));
  const weight = sumOf(exitFactors.map((factor) => factor.weight));
  // Both sides are rounded to three decimals.
  return parts.exit > (100 * points) / weight + 0.01;
}
