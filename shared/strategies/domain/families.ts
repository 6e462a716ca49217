import { ASSET_FAMILIES } from '../contract/strategy.ts';

/** A family of assets with about the same value: an asset and its wrapped and staked forms. */
export type AssetFamily = (typeof ASSET_FAMILIES)[number];

/**
 * Symbols of each family. A symbol that only looks like a form of an asset is left out, because anybody can create a
 * token with such a symbol.
 */
const FAMILY_SYMBOLS: Readonly<Record<AssetFamily, string>> = {
  ETH: `ETH WETH STETH WSTETH RETH CBETH WEETH EETH EZETH RSETH WRSETH PUFETH PXETH APXETH SFRXETH FRXETH ANKRETH OSETH
    SWETH RSWETH METH CMETH ETHX WBETH BETH SETH2 OETH SUPEROETHB SUPEROETH WOETH DETH UNIETH LSETH STONE TETH YNETH
    EBTCETH AWETH BSDETH XETH WEETHS EGETH LIQUIDETH TREHL YNETHX HGETH ALETH MSETH`,
  BTC: `BTC WBTC CBBTC TBTC LBTC EBTC SOLVBTC FBTC BTCB BTC.B RENBTC SBTC UNIBTC BRBTC PUMPBTC STBTC XBTC KBTC CLBTC
    ENZOBTC MBTC UBTC SWBTC TETHBTC LIQUIDBEARBTC XSOLVBTC YNBTCK BBTC IBBTC MSBTC DLCBTC OBTC ZBTC`,
  USD: `DAI SDAI USDS SUSDS XDAI WXDAI LUSD BOLD FRAX SFRAX FRXUSD SFRXUSD FEI MIM GHO SGHO STKGHO DOLA SDOLA CRVUSD
    SCRVUSD USR STUSR WSTUSR RLP MKUSD ULTRA TUSD BUSD GUSD PYUSD FDUSD RLUSD EUSD ALUSD MUSD SUSD SUSDE USDE USDT USDC
    USDC.E USDT0 USDCE USD0 USD0++ HONEY BEAN FXUSD FXSAVE RUSD SRUSD DEUSD SDEUSD LVLUSD SLVLUSD REUSD AUSD NUSD WM M
    USTB BUIDL USYC OUSG USDY USDM WUSDM USDTB FEUSD LIMUSD CASH USDX USDP USDD SUSDD USDL USDA STUSD USDO USDN SAVUSD
    AVUSD BUCK THBILL PRIME SYRUPUSDC SYRUPUSDT`,
  EUR: 'EURC EURS AGEUR EURA EURE EURT EURCV EURI EUROE STEUR EUROC CEUR JEUR PAR EURX VEUR',
  SOL: 'SOL WSOL JITOSOL MSOL BSOL JUPSOL BNSOL INF HSOL DSOL STSOL JSOL LST BBSOL CGNTSOL EZSOL SSOL VSOL DZSOL JSTSOL',
  BNB: 'BNB WBNB SLISBNB BNBX ANKRBNB STKBNB ASBNB WBETHBNB YNBNBX LISBNB CLISBNB',
  AVAX: 'AVAX WAVAX SAVAX GGAVAX ANKRAVAX YYAVAX',
  POL: 'POL WPOL MATIC WMATIC STMATIC MATICX ANKRPOL TRUMATIC LSPOL',
};

let cachedFamilies: ReadonlyMap<string, AssetFamily> | undefined;

/**
 * Returns the family of each known symbol. The map is built at the first call, because most invocations do not need it.
 */
function getFamiliesBySymbol(): ReadonlyMap<string, AssetFamily> {
  cachedFamilies ??= new Map(
    ASSET_FAMILIES.flatMap((family) =>
      FAMILY_SYMBOLS[family].split(/\s+/).map((symbol): [string, AssetFamily] => [symbol, family]),
    ),
  );
  return cachedFamilies;
}

/**
 * Patterns for symbols that contain the name of their family: dollars of any issuer, and receipt tokens of lending
 * markets such as `AUSDC`.
 */
const FAMILY_PATTERNS: readonly (readonly [RegExp, AssetFamily])[] = [
  [/^(?!.*(ETH|BTC))[A-Z0-9.+₮]{0,6}(USD|USDC|USDT|DAI)[A-Z0-9.+₮]{0,4}$/, 'USD'],
  [/^USD₮[0-9]?$/, 'USD'],
];

/** Returns the family of an asset by its upper-case symbol; null if the asset has no family. */
export function familyOfAsset(symbol: string): AssetFamily | null {
  return (
    getFamiliesBySymbol().get(symbol) ??
    FAMILY_PATTERNS.find(([pattern]) => pattern.test(symbol))?.[1] ??
    null
  );
}

/**
 * Returns the family that all assets share. Returns null if the assets have different families or an asset has none.
 */
export function familyOf(underlyingAssets: readonly string[]): AssetFamily | null {
  const assetFamilies = new Set(underlyingAssets.map(familyOfAsset));
  const [family = null] = assetFamilies;
  return assetFamilies.size === 1 ? family : null;
}

/**
 * Returns whether a strategy is exposed to impermanent loss. If the source does not report this, a pool of assets from
 * different families counts as exposed.
 */
export function hasImpermanentLossRisk(strategy: {
  readonly il_risk: boolean | null;
  readonly exposure: 'single' | 'multi';
  readonly underlying_assets: readonly string[];
}): boolean {
  const { il_risk, exposure, underlying_assets } = strategy;
  return il_risk ?? (exposure === 'multi' && familyOf(underlying_assets) === null);
}
