/** A sum for people: whole USD from 100 on, cents below. */
export function usdText(usd: number): string {
  const decimals = Math.abs(usd) < 100 ? 2 : 0;
  return `${usd.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })} USD`;
}
