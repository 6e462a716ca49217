import type { Table } from '../platform/dynamodb/client.ts';
import { type AccountRecord, getAccountRecord } from './store/account-buckets.ts';
import { storeChangedAccount } from './store/account-changes.ts';
import { getAccount } from './store/account-holders.ts';

/**
 * Returns the account's rate-limit record. The account's first request creates the record from the user's
 * item. Returns undefined if the user does not exist.
 */
export async function readAccount(table: Table, id: string): Promise<AccountRecord | undefined> {
  const record = await getAccountRecord(table, id);
  if (record !== undefined) return record;
  const account = await getAccount(table, id);
  if (account === undefined) return undefined;
  await storeChangedAccount(table, account);
  return getAccountRecord(table, id);
}
