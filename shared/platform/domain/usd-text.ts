import { createLazily } from './create-lazily.ts';

const USD_SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;

// Create each format once, at its first use. Creating the first format of a process takes about 20 ms.
const largeUsdFormat = /* @__PURE__ */ createLazily(
  () => new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, roundingMode: 'trunc' }),
);
const wholeUsdFormat = /* @__PURE__ */ createLazily(
  () => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }),
);
const centsFormat = /* @__PURE__ */ createLazily(
  () => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/**
 * Returns an amount in USD as text for readers. Amounts below 100 USD have cents. Amounts from 100 USD to a
 * million are in whole USD. Larger amounts have at most three significant digits, rounded towards 0.
 */
export function formatUsdText(usd: number): string {
  const absoluteUsd = Math.abs(usd);
  const [scale, name] = USD_SCALES.find(([minimum]) => absoluteUsd >= minimum) ?? [1, undefined];
  if (name !== undefined) return `${largeUsdFormat().format(usd / scale)} ${name} USD`;
  return `${(absoluteUsd < 100 ? centsFormat() : wholeUsdFormat()).format(usd)} USD`;
}
