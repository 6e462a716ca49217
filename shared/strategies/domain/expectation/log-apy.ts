/**
 * Converts an APY in percent to the scale of the forecasts: ln(1 + APY%), and -ln(1 + |APY%|) for a
 * negative APY.
 * Rates move by factors (from 1% to 2% as from 50% to 100%), and near zero by percentage points.
 */
export function logApy(apyPercent: number): number {
  return Math.sign(apyPercent) * Math.log1p(Math.abs(apyPercent));
}

/** Converts a value of the forecast scale to an APY in percent. Inverse of {@link logApy}. */
export function apyOfLog(log: number): number {
  return log < 0 ? -Math.expm1(-log) : Math.expm1(log);
}
