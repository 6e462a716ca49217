import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import type { Entry } from './domain/booking.ts';
import { intentView } from './domain/onchain/view.ts';
import { ownerTag, placeOfEntry } from './domain/transaction-id.ts';
import { transactionView } from './domain/views.ts';
import { ownIntent } from './intent-changes.ts';
import { readEntries } from './store/journal.ts';
import { readOwners } from './store/owners.ts';

/** The entry with an id, if it is one of the owners'. */
async function entryOf(
  table: Table,
  owners: readonly string[],
  id: string,
  { tag, sequence }: { readonly tag: string; readonly sequence: number },
): Promise<Entry | undefined> {
  for (const ownerId of owners.filter((each) => ownerTag(each) === tag)) {
    const [entry] = await readEntries(table, ownerId, [sequence]);
    if (entry?.id === id) return entry;
  }
  return undefined;
}

/**
 * One of the caller's transactions: an entry of the books, or a transaction on a chain.
 *
 * @throws ApiError transaction_not_found, for somebody else's as for none
 */
export async function getTransaction(table: Table, account: string, id: string): Promise<Reply> {
  const place = placeOfEntry(id);
  if (place === undefined) return { data: intentView(await ownIntent(table, account, id)) };
  // The account's users are read only when it is not its own.
  const own = await entryOf(table, [account], id, place);
  const entry = own ?? (await entryOf(table, await readOwners(table, account), id, place));
  if (entry === undefined) throw new ApiError('transaction_not_found');
  return { data: transactionView(entry) };
}
