import type { CursorRequest, PageReply } from '../../platform/contract/cursor.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { EntryType } from '../contract/investment.ts';
import type { Transaction } from '../contract/responses.ts';
import { ALL_ENTRY_TYPES_KEY } from '../domain/booking.ts';
import { countEntriesOf, countEntriesOfType } from '../domain/ledger-entry.ts';
import type { ListPart } from '../domain/lists/merge-parts.ts';
import { type EntryStream, streamNames } from '../domain/lists/streams.ts';
import { findOffsetsInPeriod, listOffsetsNewestFirst, rangeLength } from '../domain/lists/time-search.ts';
import { transactionView } from '../domain/views.ts';
import { readHistoryPage } from '../owner-parts.ts';
import { selectOwners } from '../owners.ts';
import { readOwnerHead, readPositions } from '../store/investments.ts';
import { readLedgerEntries, readStreamEntries } from '../store/journal.ts';

/** Selects journal entries. Times are in epoch milliseconds. */
interface LedgerQuery {
  readonly type?: EntryType | undefined;
  readonly strategy_id?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A list of journal entries. Its functions take offsets in the list, from 0. */
interface EntryList {
  readonly count: number;
  /** Returns the numbers of the entries at the given offsets in the list (from 0). */
  readonly sequences: (offsets: readonly number[]) => Promise<readonly number[]>;
  /** Returns the times (epoch milliseconds) of the entries at the given offsets. Offset 0 is the first entry. */
  readonly times: (offsets: readonly number[]) => Promise<readonly number[]>;
}

/** Returns the list of all entries of a journal. The entry at offset n has number n + 1. */
async function entryListOfJournal(table: Table, ownerId: string): Promise<EntryList> {
  const { sequence } = await readOwnerHead(table, ownerId);
  const sequencesAt = async (offsets: readonly number[]) => offsets.map((offset) => offset + 1);
  const times = async (offsets: readonly number[]) => {
    const entries = await readLedgerEntries(table, ownerId, await sequencesAt(offsets));
    return entries.map(({ atMs }) => atMs);
  };
  return { count: sequence, sequences: sequencesAt, times };
}

function entryListOfStream(table: Table, ownerId: string, stream: EntryStream): EntryList {
  const readEntriesAt = (offsets: readonly number[]) => readStreamEntries(table, ownerId, stream, offsets);
  return {
    count: stream.count,
    sequences: async (offsets) => (await readEntriesAt(offsets)).map(({ sequence }) => sequence),
    times: async (offsets) => (await readEntriesAt(offsets)).map(({ atMs }) => atMs),
  };
}

async function readEntryList(table: Table, ownerId: string, query: LedgerQuery): Promise<EntryList> {
  const { type, strategy_id: strategyId } = query;
  if (strategyId === undefined) {
    if (type === undefined) return entryListOfJournal(table, ownerId);
    const head = await readOwnerHead(table, ownerId);
    const tail = head.tails[type] ?? [];
    return entryListOfStream(table, ownerId, {
      name: streamNames.type(type),
      count: countEntriesOfType(head, type),
      tail,
    });
  }
  const [storedPosition] = await readPositions(table, ownerId, [strategyId]);
  const name =
    type === undefined ? streamNames.strategy(strategyId) : streamNames.strategyType(strategyId, type);
  if (storedPosition === undefined) return entryListOfStream(table, ownerId, { name, count: 0, tail: [] });
  const { position, tails } = storedPosition;
  const count = type === undefined ? countEntriesOf(position) : countEntriesOfType(position, type);
  return entryListOfStream(table, ownerId, { name, count, tail: tails[type ?? ALL_ENTRY_TYPES_KEY] ?? [] });
}

/** Returns an owner's ledger entries, newest first. */
export async function readLedgerHistory(
  table: Table,
  ownerId: string,
  query: LedgerQuery,
): Promise<ListPart<Transaction>> {
  const list = await readEntryList(table, ownerId, query);
  const offsetRange = await findOffsetsInPeriod(list.count, list.times, query);
  return {
    total: rangeLength(offsetRange),
    read: async (offset, limit) => {
      const sequences = await list.sequences(listOffsetsNewestFirst(offsetRange, offset, limit));
      return (await readLedgerEntries(table, ownerId, sequences)).map(transactionView);
    },
  };
}

/** Returns a page of the ledger entries of an account and its end users, or of the owner that `user_id` selects. */
export async function listLedgerHistory(
  table: Table,
  account: string,
  query: LedgerQuery & CursorRequest & { readonly user_id?: string | undefined },
): Promise<PageReply<Transaction>> {
  const owners = await selectOwners(table, account, query.user_id);
  return readHistoryPage(account, owners, query, async (ownerId, to) => [
    await readLedgerHistory(table, ownerId, { ...query, to }),
  ]);
}
