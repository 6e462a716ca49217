const SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/**
 * An amount in USD for readers: with cents below 100 USD, in whole USD below a million, and with three digits
 * (rounded down) above.
 */
export function usdText(usd: number): string {
  const size = Math.abs(usd);
  const [scale, name] = SCALES.find(([minimum]) => size >= minimum) ?? [1, undefined];
  if (name !== undefined) {
    const digits = { maximumSignificantDigits: 3, roundingMode: 'trunc' } as const;
    return `${(usd / scale).toLocaleString('en-US', digits)} ${name} USD`;
  }
  const decimals = size < 100 ? 2 : 0;
  return `${usd.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })} USD`;
}
