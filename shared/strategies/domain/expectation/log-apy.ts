/**
 * Converts an APY in percent to the scale of the forecasts: ln(1 + APY%), or -ln(1 + |APY%|) for a negative APY. On
 * this scale, equal factors are equal distances (1% to 2% and 50% to 100%). Near zero, equal percentage points are.
 */
export function logApy(apyPercent: number): number {
  return Math.sign(apyPercent) * Math.log1p(Math.abs(apyPercent));
}

/** Converts a value of the forecast scale to an APY in percent. Inverse of {@link logApy}. */
export function apyOfLog(log: number): number {
  return log < 0 ? -Math.expm1(-log) : Math.expm1(log);
}
