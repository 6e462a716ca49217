/** A number with at most `decimals` decimals. Never -0, which JSON writes as 0. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** An amount in USD to the cent. A double holds that exactly up to some 10^13 USD. */
export const toCents = (usd: number): number => round(usd, 2);

/** A figure for the wire: rounded, and null where it is not known (NaN). */
export function roundOrNull(value: number | null, decimals: number): number | null {
  return value === null || Number.isNaN(value) ? null : round(value, decimals);
}

/** The middle value, of an even number the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
