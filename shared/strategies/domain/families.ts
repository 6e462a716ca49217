import { ASSET_FAMILIES } from '../contract/strategy.ts';

/** Families of assets that are worth the same, or nearly: an asset and the forms in which it is wrapped or staked. */
export type AssetFamily = (typeof ASSET_FAMILIES)[number];

/**
 * The symbols of each family that do not follow from its patterns. A list, because a token's name promises nothing:
 * what is not here and fits no pattern belongs to no family.
 */
const MEMBERS: Readonly<Record<AssetFamily, string>> = {
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

let table: ReadonlyMap<string, AssetFamily> | undefined;

/** Made with the first question: many functions have this by them, and few of their runs ask. */
function familiesBySymbol(): ReadonlyMap<string, AssetFamily> {
  table ??= new Map(
    ASSET_FAMILIES.flatMap((family) =>
      MEMBERS[family].split(/\s+/).map((symbol): [string, AssetFamily] => [symbol, family]),
    ),
  );
  return table;
}

/** Symbols that wear their family's name: dollars by any issuer, and receipts of a lender (`AUSDC`, `CWETH`). */
const PATTERNS: readonly (readonly [RegExp, AssetFamily])[] = [
  [/^(?!.*(ETH|BTC))[A-Z0-9.+₮]{0,6}(USD|USDC|USDT|DAI)[A-Z0-9.+₮]{0,4}$/, 'USD'],
  [/^USD₮[0-9]?$/, 'USD'],
];

/** The family of an asset by its symbol, in upper case; null for one of none. */
export function familyOfAsset(symbol: string): AssetFamily | null {
  return familiesBySymbol().get(symbol) ?? PATTERNS.find(([pattern]) => pattern.test(symbol))?.[1] ?? null;
}

/** The family of a strategy: that of all its assets, or null where they are of several or of none. */
export function familyOf(underlyingAssets: readonly string[]): AssetFamily | null {
  const families = new Set(underlyingAssets.map(familyOfAsset));
  const [family = null] = families;
  return families.size === 1 ? family : null;
}

/**
 * Whether a strategy counts as one with possible impermanent loss. Where the source does not say, a pool of several
 * assets that are not forms of one asset counts, because unknown does not mean "no".
 */
export function mayLoseImpermanently(strategy: {
  readonly il_risk: boolean | null;
  readonly exposure: 'single' | 'multi';
  readonly underlying_assets: readonly string[];
}): boolean {
  const { il_risk, exposure, underlying_assets } = strategy;
  return il_risk ?? (exposure === 'multi' && familyOf(underlying_assets) === null);
}
