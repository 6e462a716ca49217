import { knownToken } from '../../chain/domain/tokens.ts';
import { assetDecimals } from './asset-decimals.ts';

/** The asset in which deposits into a strategy are made and counted. */
export interface DepositAsset {
  readonly symbol: string;
  readonly decimals: number;
  /** Token address on the strategy's chain. Null if the source does not give it. */
  readonly address: string | null;
}

/** Symbols that contain one of these words count as dollars when a strategy has several assets. */
const DOLLAR_SYMBOL = /USD|DAI|GHO|FRAX/;

/**
 * Chooses the asset of a strategy's deposits: the only asset, else a dollar asset, else the first
 * symbol in alphabetical order. The source's order does not count, because it changes.
 * Decimals come from the token list if the token's address is known there, else from the symbol.
 */
export function depositAssetOf(strategy: {
  readonly chain: string;
  readonly asset: string;
  readonly underlying_assets: readonly string[];
  readonly token_addresses: readonly string[];
}): DepositAsset {
  const { chain, asset, underlying_assets: symbols, token_addresses: addresses } = strategy;
  const isAligned = addresses.length === symbols.length;
  const candidates = symbols.map((symbol, index) => ({
    symbol,
    address: isAligned ? (addresses[index] ?? null) : null,
  }));
  const rank = (symbol: string) => `${DOLLAR_SYMBOL.test(symbol) ? 0 : 1}${symbol}`;
  const [chosenAsset = { symbol: asset, address: null }] = candidates.toSorted((a, b) =>
    rank(a.symbol) < rank(b.symbol) ? -1 : 1,
  );
  const token = chosenAsset.address === null ? undefined : knownToken(chain, chosenAsset.address);
  return { ...chosenAsset, decimals: token?.decimals ?? assetDecimals(chosenAsset.symbol) };
}
