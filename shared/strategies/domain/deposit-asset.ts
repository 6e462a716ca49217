import { knownToken } from '../../chain/domain/tokens.ts';
import { assetDecimals } from './asset-decimals.ts';

/** What deposits into a strategy are made and counted in. */
export interface DepositAsset {
  readonly symbol: string;
  readonly decimals: number;
  /** Of the token on the strategy's chain; null where the source does not say. */
  readonly address: string | null;
}

/** Dollars by their symbols, as far as it matters which of several assets is counted in. */
const DOLLAR = /USD|DAI|GHO|FRAX/;

/**
 * What a strategy's deposits are counted in: its one asset, or of several the dollar among them, else the first by
 * name. The order in which the source names them plays no part, as it changes. Decimals are those of the token's own
 * record where it is known by chain and address.
 */
export function depositAssetOf(strategy: {
  readonly chain: string;
  readonly asset: string;
  readonly underlying_assets: readonly string[];
  readonly token_addresses: readonly string[];
}): DepositAsset {
  const { chain, asset, underlying_assets: symbols, token_addresses: addresses } = strategy;
  const aligned = addresses.length === symbols.length;
  const candidates = symbols.map((symbol, index) => ({
    symbol,
    address: aligned ? (addresses[index] ?? null) : null,
  }));
  const rank = (symbol: string) => `${DOLLAR.test(symbol) ? 0 : 1}${symbol}`;
  const [chosen = { symbol: asset, address: null }] = candidates.toSorted((a, b) =>
    rank(a.symbol) < rank(b.symbol) ? -1 : 1,
  );
  const token = chosen.address === null ? undefined : knownToken(chain, chosen.address);
  return { ...chosen, decimals: token?.decimals ?? assetDecimals(chosen.symbol) };
}
