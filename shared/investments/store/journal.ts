import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { RecordedTransaction } from '../domain/booking.ts';
import { entryCodec } from '../domain/encoding/codec.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import {
  type EntryStream,
  locateInChunks,
  packEntries,
  type StreamEntry,
  unpackEntries,
} from '../domain/lists/streams.ts';

const chunkSchema = z.object({ entries: z.instanceof(Uint8Array) });

function chunkKeyOf(ownerId: string, streamName: string, chunkNumber: number) {
  return ITEMS.ledgerStream.key({ owner: ownerId, stream: streamName, chunk: formatSequence(chunkNumber) });
}

export function buildEntryKey(ownerId: string, sequence: number) {
  return ITEMS.ledgerEntry.key({ owner: ownerId, sequence: formatSequence(sequence) });
}

/** Returns the write of a journal entry. If the entry filled a stream chunk, also returns the write of the chunk. */
export function buildEntryWrites({
  entry,
  chunk: filledChunk,
}: Pick<RecordedTransaction, 'entry' | 'chunk'>): Write[] {
  const newItemCondition = { ConditionExpression: 'attribute_not_exists(pk)' };
  const { ownerId, sequence } = entry;
  const Item = { ...buildEntryKey(ownerId, sequence), ...entryCodec.encode(entry) };
  if (filledChunk === undefined) return [{ Put: { Item, ...newItemCondition } }];
  const key = chunkKeyOf(ownerId, filledChunk.stream, filledChunk.number);
  return [
    { Put: { Item, ...newItemCondition } },
    { Put: { Item: { ...key, entries: packEntries(filledChunk.entries) }, ...newItemCondition } },
  ];
}

/** Returns an owner's journal entries with the given numbers, in the order of `sequences`. */
export async function readLedgerEntries(
  table: Table,
  ownerId: string,
  sequences: readonly number[],
): Promise<LedgerEntry[]> {
  const keys = sequences.map((sequence) => buildEntryKey(ownerId, sequence));
  const items = await batchGet(table, keys, { consistent: true });
  const entries = new Map(items.map(entryCodec.decode).map((entry) => [entry.sequence, entry]));
  return sequences.flatMap((sequence) => entries.get(sequence) ?? []);
}

/**
 * Returns the entries of a stream (a list of ledger entries) at the given offsets (from 0), in that order.
 * Offsets after the last entry are left out.
 */
export async function readStreamEntries(
  table: Table,
  ownerId: string,
  { name, count, tail }: EntryStream,
  offsets: readonly number[],
): Promise<StreamEntry[]> {
  const entryCountInChunks = count - tail.length;
  const chunkNumbers = offsets
    .filter((offset) => offset < entryCountInChunks)
    .map((offset) => locateInChunks(offset).chunk);
  const chunkByNumber = await readChunks(table, ownerId, name, [...new Set(chunkNumbers)]);
  return offsets.flatMap((offset) => {
    if (offset >= entryCountInChunks) return tail[offset - entryCountInChunks] ?? [];
    const { chunk: chunkNumber, offset: offsetInChunk } = locateInChunks(offset);
    return chunkByNumber.get(chunkNumber)?.[offsetInChunk] ?? [];
  });
}

async function readChunks(
  table: Table,
  ownerId: string,
  streamName: string,
  chunkNumbers: readonly number[],
) {
  const keys = chunkNumbers.map((chunkNumber) => chunkKeyOf(ownerId, streamName, chunkNumber));
  const items = await batchGet(table, keys, { consistent: true });
  const chunkKeyPrefix = ITEMS.ledgerStream.key({ owner: ownerId, stream: streamName, chunk: '' }).sk;
  return new Map(
    items.map((item) => [
      Number(String(item.sk).slice(chunkKeyPrefix.length)),
      unpackEntries(chunkSchema.parse(item).entries),
    ]),
  );
}
