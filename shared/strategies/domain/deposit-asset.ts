import { findKnownToken } from '../../chain/domain/tokens.ts';
import { assetDecimals } from './asset-decimals.ts';

export interface DepositAsset {
  readonly symbol: string;
  readonly decimals: number;
  /** Token address on the strategy's chain; null if the source does not return it. */
  readonly address: string | null;
}

/** A strategy with several assets takes deposits in a dollar asset if it holds one. */
const DOLLAR_SYMBOL_PATTERN = /USD|DAI|GHO|FRAX/;

/**
 * Chooses the deposit asset of a strategy: its only asset, or else a dollar asset, or else the first symbol in
 * alphabetical order. The order of the source's list is not used, because it changes.
 */
export function depositAssetOf(strategy: {
  readonly chain: string;
  readonly asset: string;
  readonly underlying_assets: readonly string[];
  readonly token_addresses: readonly string[];
}): DepositAsset {
  const { chain, asset, underlying_assets: symbols, token_addresses: addresses } = strategy;
  const hasAddressPerSymbol = addresses.length === symbols.length;
  const candidateAssets = symbols.map((symbol, index) => ({
    symbol,
    address: hasAddressPerSymbol ? (addresses[index] ?? null) : null,
  }));
  const sortTextOf = (symbol: string) => `${DOLLAR_SYMBOL_PATTERN.test(symbol) ? 0 : 1}${symbol}`;
  const [chosenAsset = { symbol: asset, address: null }] = candidateAssets.toSorted((a, b) =>
    sortTextOf(a.symbol) < sortTextOf(b.symbol) ? -1 : 1,
  );
  const token = chosenAsset.address === null ? undefined : findKnownToken(chain, chosenAsset.address);
  return { ...chosenAsset, decimals: token?.decimals ?? assetDecimals(chosenAsset.symbol) };
}
