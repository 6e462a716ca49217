const USD_SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

/**
 * Returns an amount in USD as text for readers. Amounts below 100 USD have cents. Amounts from 100 USD to a
 * million are in whole USD. Larger amounts have at most three significant digits, rounded towards 0.
 */
export function formatUsdText(usd: number): string {
  const absoluteUsd = Math.abs(usd);
  const [scale, name] = USD_SCALES.find(([minimum]) => absoluteUsd >= minimum) ?? [1, undefined];
  if (name !== undefined) {
    const digitOptions = { maximumSignificantDigits: 3, roundingMode: 'trunc' } as const;
    return `${(usd / scale).toLocaleString('en-US', digitOptions)} ${name} USD`;
  }
  const decimals = absoluteUsd < 100 ? 2 : 0;
  return `${usd.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })} USD`;
}
