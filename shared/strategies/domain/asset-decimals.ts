/**
 * Decimals of an asset's base unit, by symbol, where they are not 18: for tokens whose own record is not known. They
 * are the ledger's own units, and a strategy's first deposit freezes them for that strategy, so that a later entry
 * here never reinterprets a balance.
 */
const SYMBOLS: Readonly<Record<number, string>> = {
  2: 'EURS GUSD',
  6: `AUSDC AUSDT AXLUSDC AXLUSDT EURC PYUSD SUSDC SYRUPUSDC SYRUPUSDT TRX USDBC USDC USDC.E USDCE USDT USDT.E USDT0 USD₮0
    USYC XAUT XAUT0 XRP`,
  8: 'BTC.B CBBTC EBTC FBTC LBTC RENBTC UNIBTC WBTC WBTC.E',
  9: 'BBSOL BNSOL BSOL DSOL HSOL INF JITOSOL JSOL JUPSOL LST MSOL SOL STSOL SUI TON WSOL',
};

let table: ReadonlyMap<string, number> | undefined;

/** By symbol: made with the first question, as seldom anybody asks. */
function decimalsBySymbol(): ReadonlyMap<string, number> {
  table ??= new Map(
    Object.entries(SYMBOLS).flatMap(([decimals, symbols]) =>
      symbols.split(/\s+/).map((symbol): [string, number] => [symbol, Number(decimals)]),
    ),
  );
  return table;
}

/** Decimals of an asset that the table does not know: those of ether and of most ERC-20 tokens. */
const DEFAULT_DECIMALS = 18;

/** How many decimal places one unit of the asset has. `asset` is the upper-case symbol. */
export function assetDecimals(asset: string): number {
  return decimalsBySymbol().get(asset) ?? DEFAULT_DECIMALS;
}
