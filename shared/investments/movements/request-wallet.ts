import type { Hex } from '../../chain/abi.ts';
import { invalidRequest } from '../../platform/contract/errors.ts';
import { checksummedAddress } from '../../platform/domain/ethereum.ts';

/**
 * An address in its EIP-55 form.
 *
 * @throws ApiError invalid_request for one in mixed case that breaks the checksum
 */
export function walletOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const wallet = checksummedAddress(address);
  if (wallet !== undefined) return wallet;
  const message = 'has a wrong EIP-55 checksum; correct it or send it in lower case';
  throw invalidRequest([{ path: 'body.wallet_address', message }]);
}

/** @throws ApiError invalid_request without one, as for `walletOf` */
export function requiredWallet(address: string | undefined): Hex {
  const wallet = walletOf(address);
  if (wallet === undefined) {
    const message = 'is required, because a wallet must sign the steps for the vault of this strategy';
    throw invalidRequest([{ path: 'body.wallet_address', message }]);
  }
  return `0x${wallet.slice(2).toLowerCase()}`;
}
