export const ASSET_DECIMALS_CASES: readonly (readonly [string, number])[] = [
  ['ETH', 18],
  ['USDC', 6],
  ['USDT', 6],
  ['WBTC', 8],
  ['DAI', 18],
  ['UNHEARD-OF', 18],
  ['constructor', 18],
];

const DAY_MS = 86_400_000;

/** A fixed start time for the tests. */
export const T0 = Date.UTC(2026, 0, 1);
export { DAY_MS };
