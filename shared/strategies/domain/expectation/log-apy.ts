/**
 * An APY in percent on the scale that expectations are computed on: ln(1 + APY%), and for a negative one -ln(1 + |APY%|),
 * so that the scale goes on below zero. Rates move by factors rather than by points, from 1% to 2% as from 50% to 100%,
 * and near zero by points again.
 */
export function logApy(apyPercent: number): number {
  return Math.sign(apyPercent) * Math.log1p(Math.abs(apyPercent));
}

/** The APY in percent at a place of the scale: the inverse of {@link logApy}. */
export function apyOfLog(log: number): number {
  return log < 0 ? -Math.expm1(-log) : Math.expm1(log);
}
