import { findAttributionCodes } from '../../chain/attribution.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { NodeRequestBatch, nodeRequests } from '../../chain/node.ts';
import { absoluteValue } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { isProvenWallet } from '../../wallets/proven-wallets.ts';
import {
  type AttributableEvent,
  findVaultTransactionByCode,
  findVaultTransactionsByHash,
  findVaultTransactionsForEvent,
} from '../domain/onchain/attribution.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';
import { readVaultTransactionsOfWallet, type VaultTransaction } from '../store/vault-transactions.ts';
import { InconsistentNodeError } from './inconsistent-node-error.ts';

/** The fields of a vault event that decide to which vault transaction it belongs. */
type AttributableLog = Pick<
  RecordedLog,
  'log_key' | 'kind' | 'vault' | 'wallet' | 'assets' | 'shares' | 'transaction_hash' | 'block'
>;

/**
 * The vault transaction to which each event belongs, by the event's key (`log_key`). An event of an external
 * transaction belongs to none.
 */
type VaultTransactionsByEvent = ReadonlyMap<string, VaultTransaction>;

export type VaultTransactionsLookup = (logs: readonly AttributableLog[]) => Promise<VaultTransactionsByEvent>;

/** Returns the attribution codes in the input data of each event's chain transaction, by the event's `log_key`. */
export type AttributionCodesLookup = (
  logs: readonly AttributableLog[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

/**
 * Reads the attribution codes that this service added to chain transactions.
 *
 * @throws InconsistentNodeError when the node returned an event but not its transaction
 */
export function readAttributionCodesFromChain(chain: ChainSettings): AttributionCodesLookup {
  return async (logs) => {
    const batch = new NodeRequestBatch(chain);
    const pendingReads = logs.map((log) => ({
      log,
      transaction: batch.add(nodeRequests.transaction(log.transaction_hash)),
      receipt: batch.add(nodeRequests.receipt(log.transaction_hash)),
    }));
    await batch.send();
    return new Map(
      pendingReads.map(({ log, transaction, receipt }) => {
        const sent = transaction();
        if (sent === null || receipt()?.blockNumber !== log.block) {
          throw new InconsistentNodeError(
            `The node of ${chain.chain} gave an event of block ${log.block} without its transaction`,
          );
        }
        return [log.log_key, findAttributionCodes(sent.input)];
      }),
    );
  };
}

function toAttributableEvent(log: AttributableLog): AttributableEvent {
  return {
    kind: log.kind,
    vault: log.vault,
    owner: log.wallet,
    assets: absoluteValue(log.assets),
    shares: absoluteValue(log.shares),
    transactionHash: log.transaction_hash,
  };
}

/**
 * Returns a function that finds the vault transaction of each event. It looks for an attribution code in the input of
 * the chain transaction, then for a hash that the account has reported.
 * A reported hash counts only if the account has proved to control the wallet. No two events get the same vault
 * transaction.
 */
export function createVaultTransactionsLookup(
  table: Table,
  { chain, chainId }: Pick<ChainSettings, 'chain' | 'chainId'>,
  readAttributionCodes: AttributionCodesLookup,
): VaultTransactionsLookup {
  return async (logs) => {
    const paymentLogs = logs.filter(({ kind }) => kind !== 'transfer');
    const vaultTransactionsByWallet = new Map<string, VaultTransaction[]>();
    for (const wallet of new Set(paymentLogs.map((log) => log.wallet))) {
      vaultTransactionsByWallet.set(wallet, await readVaultTransactionsOfWallet(table, chain, wallet));
    }
    const matchedVaultTransactionIds = new Set<string>();
    const findOpenVaultTransactions = (log: AttributableLog) =>
      findVaultTransactionsForEvent(
        toAttributableEvent(log),
        vaultTransactionsByWallet.get(log.wallet) ?? [],
      ).filter(({ id }) => !matchedVaultTransactionIds.has(id));
    const vaultTransactionLogs = paymentLogs.filter((log) => findOpenVaultTransactions(log).length > 0);
    const attributionCodes =
      vaultTransactionLogs.length === 0
        ? new Map<string, readonly string[]>()
        : await readAttributionCodes(vaultTransactionLogs);
    const vaultTransactionsByLogKey = new Map<string, VaultTransaction>();
    for (const log of vaultTransactionLogs) {
      const openVaultTransactions = findOpenVaultTransactions(log);
      let matchingVaultTransaction = findVaultTransactionByCode(
        attributionCodes.get(log.log_key) ?? [],
        openVaultTransactions,
      );
      for (const reportedVaultTransaction of matchingVaultTransaction === undefined
        ? findVaultTransactionsByHash(toAttributableEvent(log), openVaultTransactions)
        : []) {
        const isWalletProven = await isProvenWallet(table, reportedVaultTransaction.owner_id, {
          address: log.wallet,
          chainId,
        });
        if (isWalletProven) matchingVaultTransaction ??= reportedVaultTransaction;
      }
      if (matchingVaultTransaction === undefined) continue;
      matchedVaultTransactionIds.add(matchingVaultTransaction.id);
      vaultTransactionsByLogKey.set(log.log_key, matchingVaultTransaction);
    }
    return vaultTransactionsByLogKey;
  };
}
