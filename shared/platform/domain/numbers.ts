/** Rounds a number to at most `decimals` decimal places. Never returns -0. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/**
 * Rounds an amount in USD to cents. Above about 10^13 USD, the result is not exact, because a double has too
 * few digits.
 */
export const roundToCents = (usd: number): number => round(usd, 2);

/** Rounds a value for a response. Returns null if the value is unknown (null or NaN). */
export function roundOrNull(value: number | null, decimals: number): number | null {
  return value === null || Number.isNaN(value) ? null : round(value, decimals);
}

/**
 * Returns the median. For an even number of values, it is the mean of the two middle values. Returns NaN for an
 * empty list.
 */
export function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const middleIndex = sortedValues.length >> 1;
  const upperMiddleValue = sortedValues[middleIndex] ?? Number.NaN;
  return sortedValues.length % 2 === 1
    ? upperMiddleValue
    : (upperMiddleValue + (sortedValues[middleIndex - 1] ?? Number.NaN)) / 2;
}
