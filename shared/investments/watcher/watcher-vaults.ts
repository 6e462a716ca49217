import type { Hex } from '../../chain/abi.ts';
import { tokenTransferOf } from '../../chain/erc4626.ts';
import { absoluteValue } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readVaults, type Vault } from '../../strategies/records.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';

/** A function that returns the registered vault at an address; undefined if there is none. */
export type VaultLookup = (address: string) => Promise<Vault | undefined>;

/**
 * Returns a function that looks up the registered vaults of a chain. It reads the vaults only once, at the first call.
 */
export function createVaultLookup(table: Table, chain: string): VaultLookup {
  let vaultsPromise: Promise<readonly Vault[]> | undefined;
  return async (address) => {
    vaultsPromise ??= readVaults(table);
    return (await vaultsPromise).find((vault) => vault.chain === chain && vault.address === address);
  };
}

/** A log in a receipt or in the result of a log query. */
export interface TokenLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** Returns the transfers of a token among logs. The token's address must be in lower case. */
export function transfersOf(tokenAddress: string | undefined, logs: readonly TokenLog[]) {
  return logs.flatMap((log) =>
    log.address.toLowerCase() === tokenAddress ? (tokenTransferOf(log) ?? []) : [],
  );
}

/**
 * Returns the asset amount that a deposit or withdrawal transferred, minus the amount in the vault's event, in base
 * units. If there are several transfers, the one nearest to the event's amount counts.
 * Returns undefined if both amounts are equal, or if no transfer goes to or from the vault's address.
 */
export function assetDifferenceOf(
  { address, asset }: Vault,
  { kind, assets }: Pick<RecordedLog, 'kind' | 'assets'>,
  logs: readonly TokenLog[],
): bigint | undefined {
  if (kind === 'transfer') return undefined;
  const eventAssetAmount = absoluteValue(assets);
  const vaultSide: 'from' | 'to' = kind === 'deposit' ? 'to' : 'from';
  const transferredAmounts = transfersOf(asset.address, logs).flatMap((transfer) =>
    transfer[vaultSide] === address ? transfer.value : [],
  );
  const [firstAmount, ...otherAmounts] = transferredAmounts;
  if (firstAmount === undefined) return undefined;
  const nearestAmount = otherAmounts.reduce(
    (a, b) => (absoluteValue(b - eventAssetAmount) < absoluteValue(a - eventAssetAmount) ? b : a),
    firstAmount,
  );
  return nearestAmount === eventAssetAmount ? undefined : nearestAmount - eventAssetAmount;
}
