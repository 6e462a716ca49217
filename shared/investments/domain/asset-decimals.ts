/**
 * Decimals of an asset's base unit, by symbol, where they are not 18. These are the ledger's own units: they do not
 * change with the chain, and a strategy's first deposit freezes them for that strategy, so that a later entry here
 * never reinterprets a balance.
 */
const DECIMALS: Readonly<Record<string, number>> = {
  AUSDC: 6,
  AUSDT: 6,
  AXLUSDC: 6,
  CBBTC: 8,
  EBTC: 8,
  EURC: 6,
  EURS: 2,
  FBTC: 8,
  GUSD: 2,
  LBTC: 8,
  PYUSD: 6,
  RENBTC: 8,
  SOL: 9,
  SUI: 9,
  SUSDC: 6,
  SYRUPUSDC: 6,
  SYRUPUSDT: 6,
  TON: 9,
  TRX: 6,
  USDBC: 6,
  USDC: 6,
  'USDC.E': 6,
  USDT: 6,
  USDT0: 6,
  'USD₮0': 6,
  WBTC: 8,
  WSOL: 9,
  XAUT: 6,
  XRP: 6,
};

/** Decimals of an asset that the table does not know: those of ether and of most ERC-20 tokens. */
const DEFAULT_DECIMALS = 18;

/** How many decimal places one unit of the asset has. `asset` is the upper-case symbol. */
export function assetDecimals(asset: string): number {
  return Object.hasOwn(DECIMALS, asset) ? (DECIMALS[asset] ?? DEFAULT_DECIMALS) : DEFAULT_DECIMALS;
}
