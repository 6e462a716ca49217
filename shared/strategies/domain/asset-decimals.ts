/**
 * Asset symbols, grouped by number of decimals. Assets with 18 decimals are left out. The table is used only for tokens
 * that are not in the token list. The first deposit into a strategy stores the number of decimals, so a later change of
 * this table does not change a balance.
 */
const SYMBOLS_BY_DECIMALS: Readonly<Record<number, string>> = {
  2: 'EURS GUSD',
  6: `AUSDC AUSDT AXLUSDC AXLUSDT EURC PYUSD SUSDC SYRUPUSDC SYRUPUSDT TRX USDBC USDC USDC.E USDCE USDT USDT.E USDT0 USD₮0
    USYC XAUT XAUT0 XRP`,
  8: 'BTC.B CBBTC EBTC FBTC LBTC RENBTC UNIBTC WBTC WBTC.E',
  9: 'BBSOL BNSOL BSOL DSOL HSOL INF JITOSOL JSOL JUPSOL LST MSOL SOL STSOL SUI TON WSOL',
};

let cachedDecimalsBySymbol: ReadonlyMap<string, number> | undefined;

/** Returns the decimals by asset symbol. Builds the map at the first call, because few requests need it. */
function getDecimalsBySymbol(): ReadonlyMap<string, number> {
  cachedDecimalsBySymbol ??= new Map(
    Object.entries(SYMBOLS_BY_DECIMALS).flatMap(([decimalsText, symbolsText]) =>
      symbolsText.split(/\s+/).map((symbol): [string, number] => [symbol, Number(decimalsText)]),
    ),
  );
  return cachedDecimalsBySymbol;
}

/** Decimals of an asset that is not in the table. Ether and most ERC-20 tokens have 18 decimals. */
const DEFAULT_DECIMALS = 18;

/** Returns the decimals of an asset by its upper-case symbol. */
export function assetDecimals(asset: string): number {
  return getDecimalsBySymbol().get(asset) ?? DEFAULT_DECIMALS;
}
