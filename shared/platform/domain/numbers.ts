/** A number with at most `decimals` decimals; never -0, which JSON cannot tell from 0. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** A figure for the wire: rounded, and null where it is not known (NaN). */
export function roundOrNull(value: number | null, decimals: number): number | null {
  return value === null || Number.isNaN(value) ? null : round(value, decimals);
}
