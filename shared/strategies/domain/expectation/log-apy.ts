/**
 * Converts an APY in percent to the scale of the forecasts: ln(1 + APY%), or -ln(1 + |APY%|) for a negative APY. On
 * this scale, 20% and 40% are about as far apart as 50% and 100%.
 */
export function toLogApy(apyPercent: number): number {
  return Math.sign(apyPercent) * Math.log1p(Math.abs(apyPercent));
}

/** Converts a value of `toLogApy` back to an APY in percent. */
export function apyOfLog(log: number): number {
  return log < 0 ? -Math.expm1(-log) : Math.expm1(log);
}
