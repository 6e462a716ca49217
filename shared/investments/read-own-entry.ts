import type { Table } from '../platform/dynamodb/client.ts';
import { ownerTagOf, parseEntryId } from './domain/ids/transaction-id.ts';
import type { LedgerEntry } from './domain/ledger-entry.ts';
import { readLedgerEntries } from './store/journal.ts';
import { readOwnerIds } from './store/owners.ts';

/** Returns the entry with this id. Returns undefined if the entry belongs to none of the owners. */
async function findLedgerEntry(
  table: Table,
  ownerIds: readonly string[],
  id: string,
  { tag, sequence }: { readonly tag: string; readonly sequence: number },
): Promise<LedgerEntry | undefined> {
  for (const ownerId of ownerIds.filter((each) => ownerTagOf(each) === tag)) {
    const [entry] = await readLedgerEntries(table, ownerId, [sequence]);
    if (entry?.id === id) return entry;
  }
  return undefined;
}

/**
 * Returns the ledger entry with this id if it belongs to the account or to one of its end users. Otherwise returns
 * undefined.
 */
export async function readOwnEntry(
  table: Table,
  account: string,
  id: string,
): Promise<LedgerEntry | undefined> {
  const parsedEntryId = parseEntryId(id);
  if (parsedEntryId === undefined) return undefined;
  // Sub-accounts are read only if the entry does not belong to the account itself.
  const entryOfAccount = await findLedgerEntry(table, [account], id, parsedEntryId);
  return entryOfAccount ?? findLedgerEntry(table, await readOwnerIds(table, account), id, parsedEntryId);
}
