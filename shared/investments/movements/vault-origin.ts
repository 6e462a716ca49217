import type { Hex } from '../../chain/abi.ts';
import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readVault, type Vault } from '../../strategies/records.ts';
import { vaultPlaceOf } from '../domain/ids/investment-id.ts';
import { readVaultHolding } from '../store/onchain/vault-holdings.ts';
import { requiredWallet } from './request-wallet.ts';
import { noVault } from './settlement-ports.ts';

/** What of a vault money is taken out of, as a request names it. */
interface NamedOrigin {
  readonly investment_id?: string | undefined;
  readonly strategy_id?: string | undefined;
  readonly wallet_address?: string | undefined;
  readonly user_id?: string | undefined;
}

/** A wallet's shares in a vault, and the account's user that they belong to; undefined where no user was named yet. */
interface VaultOrigin {
  readonly vault: Vault;
  readonly wallet: Hex;
  readonly userId: string | undefined;
}

/** Whether a request names an investment in the sandbox ledger. */
export function isInBooks({ investment_id }: NamedOrigin): boolean {
  return investment_id !== undefined && vaultPlaceOf(investment_id) === undefined;
}

/**
 * Where in a vault a withdrawal or move takes from: by the id of the investment, or by strategy and wallet. Whether the
 * wallet was proven to be the account's does not matter, as it has to sign.
 *
 * @throws ApiError investment_not_found, invalid_request
 */
export async function vaultOrigin(table: Table, account: string, named: NamedOrigin): Promise<VaultOrigin> {
  const { investment_id, strategy_id = '', wallet_address, user_id: userId } = named;
  if (investment_id === undefined) {
    const vault = await readVault(table, strategy_id);
    if (vault === undefined) throw noVault();
    return { vault, wallet: requiredWallet(wallet_address), userId };
  }
  const at = vaultPlaceOf(investment_id);
  const place = at && (await readVaultHolding(table, account, at));
  const vault = place && (await readVault(table, place.strategy_id));
  if (place === undefined || vault === undefined) throw new ApiError('investment_not_found');
  if (wallet_address !== undefined && requiredWallet(wallet_address) !== place.wallet) {
    const message = 'is not the wallet of this investment; leave wallet_address out';
    throw invalidRequest([{ path: 'body.wallet_address', message }]);
  }
  return { vault, wallet: place.wallet, userId: place.user_id ?? undefined };
}
