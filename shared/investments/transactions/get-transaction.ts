import type { Table } from '../../platform/dynamodb/client.ts';
import type { Reply } from '../../platform/request.ts';
import { toVaultTransactionView } from '../domain/onchain/view.ts';
import { transactionView } from '../domain/views.ts';
import { readOwnEntry } from '../read-own-entry.ts';
import { readOwnVaultEvent } from '../reports/vault-history.ts';
import { readOwnVaultTransaction } from './vault-transaction-changes.ts';

/**
 * Returns one of the caller's transactions: a ledger entry, an on-chain transaction, or an external
 * transaction.
 *
 * @throws ApiError transaction_not_found, also for a transaction of another account
 */
export async function getTransaction(table: Table, account: string, id: string): Promise<Reply> {
  const entry = await readOwnEntry(table, account, id);
  if (entry !== undefined) return { data: transactionView(entry) };
  const event = await readOwnVaultEvent(table, account, id);
  if (event !== undefined) return { data: event };
  return { data: toVaultTransactionView(await readOwnVaultTransaction(table, account, id)) };
}
