import type { Table } from '../platform/dynamodb/client.ts';
import { ownerTag, parseEntryId } from './domain/ids/transaction-id.ts';
import type { LedgerEntry } from './domain/ledger-entry.ts';
import { readEntries } from './store/journal.ts';
import { readOwners } from './store/owners.ts';

/** The entry with this id, if it belongs to one of the owners. */
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

/** The ledger entry of an account or its end users with this id; undefined if there is none. */
export async function readOwnEntry(
  table: Table,
  account: string,
  id: string,
): Promise<LedgerEntry | undefined> {
  const entryPlace = parseEntryId(id);
  if (entryPlace === undefined) return undefined;
  // Sub-accounts are read only if the entry is not the account's own.
  const own = await findEntry(table, [account], id, entryPlace);
  return own ?? findEntry(table, await readOwners(table, account), id, entryPlace);
}
