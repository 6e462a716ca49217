import { isNativeAddress } from '../../chain/domain/chain-ids.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Vault } from '../../strategies/records.ts';

function nativeAssetError(coin: string, nextStepText: string): ApiError {
  const message = `Vaults accept tokens, but not the native coin ${coin}. Wrap your ${coin} first, then ${nextStepText}.`;
  return new ApiError('native_asset', { message, details: { asset: coin } });
}

/**
 * Rejects a vault whose asset is a native coin, because an allowance is possible only for a token.
 *
 * @throws ApiError native_asset
 */
export function rejectNativeAsset({ nativeAsset: coin }: ChainSettings, { asset }: Vault): void {
  if (isNativeAddress(asset.address)) throw nativeAssetError(coin, 'choose a strategy of the wrapped token');
}

/**
 * Rejects a request that names the chain's native coin, such as ETH, if the vault takes its wrapped token,
 * such as WETH.
 *
 * @param requestedAsset the asset symbol of the request, in any letter case
 * @throws ApiError native_asset
 */
export function rejectNativeCoin(
  node: ChainSettings | undefined,
  { asset }: Vault,
  requestedAsset: string | undefined,
) {
  const coin = node?.nativeAsset.toUpperCase();
  if (
    coin === undefined ||
    requestedAsset?.toUpperCase() !== coin ||
    asset.symbol.toUpperCase() !== `W${coin}`
  )
    return;
  throw nativeAssetError(coin, `deposit ${asset.symbol}`);
}
