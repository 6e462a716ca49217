import { vaultChangesOf, withdrawalReceiverOf } from '../../chain/erc4626.ts';
import type { Vault } from '../../strategies/records.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';
import type { VaultTransaction } from '../store/vault-transactions.ts';
import { type TokenLog, transfersOf } from './watcher-vaults.ts';

/**
 * Returns the net amount of a token that a wallet received, from the transfers in a receipt. Negative if the
 * wallet sent more than it received.
 */
function netReceivedAmount(tokenAddress: string, wallet: string, logs: readonly TokenLog[]): bigint {
  return transfersOf(tokenAddress, logs).reduce((net, { from, to, value }) => {
    const into = to === wallet ? value : 0n;
    return net + into - (from === wallet ? value : 0n);
  }, 0n);
}

/**
 * Returns the receiver of a confirmed step and the changes of the wallet's balances, from the logs of the receipt. The
 * changes are null if the receipt has several deposits or withdrawals of the wallet, because their transfers cannot be
 * told apart.
 */
export function computeTransactionOutcome(
  { address, asset }: Vault,
  { kind, wallet, assets, shares }: Pick<RecordedLog, 'kind' | 'wallet' | 'assets' | 'shares'>,
  logs: readonly TokenLog[],
): VaultTransaction['outcome'] {
  if (kind === 'transfer' || logs.length === 0) return null;
  const vaultChanges = logs.flatMap((log) =>
    vaultChangesOf(log).flatMap((change) =>
      change.kind !== 'transfer' && change.owner === wallet ? { ...change, log } : [],
    ),
  );
  const matchingVaultChange = vaultChanges.find(
    (move) => move.log.address.toLowerCase() === address && move.assets === assets && move.shares === shares,
  );
  const receiver =
    kind === 'deposit' ? wallet : matchingVaultChange && withdrawalReceiverOf(matchingVaultChange.log);
  const changes = {
    assets: String(netReceivedAmount(asset.address, wallet, logs)),
    shares: String(netReceivedAmount(address, wallet, logs)),
  };
  return { receiver: receiver ?? null, changes: vaultChanges.length === 1 ? changes : null };
}
