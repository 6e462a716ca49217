/**
 * Symbols of assets by their decimals, for assets that do not have 18. They apply to tokens without
 * a record in the token list.
 * The first deposit into a strategy stores its decimals, so that a later change here does not
 * change a balance.
 */
const SYMBOLS_BY_DECIMALS: Readonly<Record<number, string>> = {
  2: 'EURS GUSD',
  6: `AUSDC AUSDT AXLUSDC AXLUSDT EURC PYUSD SUSDC SYRUPUSDC SYRUPUSDT TRX USDBC USDC USDC.E USDCE USDT USDT.E USDT0 USD₮0
    USYC XAUT XAUT0 XRP`,
  8: 'BTC.B CBBTC EBTC FBTC LBTC RENBTC UNIBTC WBTC WBTC.E',
  9: 'BBSOL BNSOL BSOL DSOL HSOL INF JITOSOL JSOL JUPSOL LST MSOL SOL STSOL SUI TON WSOL',
};

let table: ReadonlyMap<string, number> | undefined;

/** Builds the map at the first call, because few requests need it. */
function decimalsBySymbol(): ReadonlyMap<string, number> {
  table ??= new Map(
    Object.entries(SYMBOLS_BY_DECIMALS).flatMap(([decimals, symbols]) =>
      symbols.split(/\s+/).map((symbol): [string, number] => [symbol, Number(decimals)]),
    ),
  );
  return table;
}

/** Decimals of an asset that is not in the table. Ether and most ERC-20 tokens have 18. */
const DEFAULT_DECIMALS = 18;

/** Returns the decimals of an asset. `asset` is the upper-case symbol. */
export function assetDecimals(asset: string): number {
  return decimalsBySymbol().get(asset) ?? DEFAULT_DECIMALS;
}
