import type { Table } from '../platform/dynamodb/client.ts';
import { ownerTag, parseEntryId } from './domain/ids/transaction-id.ts';
import type { LedgerEntry } from './domain/ledger-entry.ts';
import { readEntries } from './store/journal.ts';
import { readOwners } from './store/owners.ts';

/** Returns the entry with this id. Returns undefined if the entry belongs to none of the owners. */
async function findEntry(
  table: Table,
  owners: readonly string[],
  id: string,
  { tag, sequence }: { readonly tag: string; readonly sequence: number },
): Promise<LedgerEntry | undefined> {
  for (const ownerId of owners.filter((each) => ownerTag(each) === tag)) {
    const [entry] = await readEntries(table, ownerId, [sequence]);
    if (entry?.id === id) return entry;
  }
  return undefined;
}

/**
 * Returns the ledger entry with this id of an account or one of its end users. Returns undefined if there is
 * no such entry.
 */
export async function readOwnEntry(
  table: Table,
  account: string,
  id: string,
): Promise<LedgerEntry | undefined> {
  const parsedEntryId = parseEntryId(id);
  if (parsedEntryId === undefined) return undefined;
  // Sub-accounts are read only if the entry does not belong to the account itself.
  const ownEntry = await findEntry(table, [account], id, parsedEntryId);
  return ownEntry ?? findEntry(table, await readOwners(table, account), id, parsedEntryId);
}
