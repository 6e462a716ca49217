import * as z from 'zod/mini';
import type { PageRequest } from '../contract/query.ts';
import { type ChunkCounts, chunksOfPage, entryNumberAt, locateListEntry } from '../domain/list-tree.ts';
import { batchGet, type Item, type Key } from './batch.ts';
import type { Table } from './client.ts';
import { queryAll, queryPages } from './query-all.ts';
import { formatSequence, ITEMS } from './table.ts';
import { write, writeIf } from './write.ts';

/**
 * Lists of ids, in which each id has a number (see domain/list-tree.ts). One item, called a chunk, stores the ids of a
 * range of numbers. Another item stores the number of ids of each chunk.
 */

/**
 * Attribute of a chunk that contains the chunk's version. All other attributes are entries, and their names
 * are offsets in the chunk.
 */
export const VERSION_ATTRIBUTE = 'v';
/** A chunk's version and entry count are stored as one number: version * COUNTS_PER_VERSION + count. */
const COUNTS_PER_VERSION = 1_000;

const isNumericName = (name: string) => /^\d+$/.test(name);

/**
 * Returns the next number of a sequence, starting with 1. A number is never returned twice. If the caller
 * does not use it, it stays unused.
 */
export async function takeNextNumber(table: Table, sequenceName: string): Promise<number> {
  const updatedAttributes = await write(table, {
    Update: {
      Key: ITEMS.sequence.key({ sequence: sequenceName }),
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    },
  });
  return z.object({ last: z.int() }).parse(updatedAttributes).last;
}

export function chunkKeyOf(list: string, chunkNumber: number): Key {
  return ITEMS.listChunk.key({ list, chunk: formatSequence(chunkNumber) });
}

export function chunkCountsKey(list: string, group: number): Key {
  return ITEMS.listChunkCounts.key({ list, group: formatSequence(group) });
}

export function encodeVersionedCount(chunkItem: Item): number {
  const entries = Object.keys(chunkItem).filter(isNumericName).length;
  return Number(chunkItem[VERSION_ATTRIBUTE] ?? 0) * COUNTS_PER_VERSION + entries;
}

interface NumberedListEntry {
  readonly list: string;
  readonly number: number;
}

/**
 * Stores an id at its number. If `id` is undefined, removes the entry at this number. Returns the chunk after
 * the change.
 */
async function changeChunk(
  table: Table,
  { list, number }: NumberedListEntry,
  id: string | undefined,
): Promise<Item> {
  const { chunk, offset } = locateListEntry(number);
  const updatedChunk = await write(table, {
    Update: {
      Key: { ...chunkKeyOf(list, chunk) },
      UpdateExpression: `${id === undefined ? 'REMOVE #at' : 'SET #at = :id'} ADD #version :one`,
      ExpressionAttributeNames: { '#at': String(offset), '#version': VERSION_ATTRIBUTE },
      ExpressionAttributeValues: { ':one': 1, ...(id === undefined ? {} : { ':id': id }) },
      ReturnValues: 'ALL_NEW',
    },
  });
  return updatedChunk ?? {};
}

/**
 * Stores the number of entries of a chunk. Does nothing if the count of the same or a later version is already stored.
 */
async function storeChunkCount(
  table: Table,
  { list, number }: NumberedListEntry,
  chunkItem: Item,
): Promise<void> {
  const location = locateListEntry(number);
  await writeIf(table, {
    Update: {
      Key: { ...chunkCountsKey(list, location.group) },
      UpdateExpression: 'SET #chunk = :counted',
      ConditionExpression: 'attribute_not_exists(#chunk) OR #chunk < :counted',
      ExpressionAttributeNames: { '#chunk': String(location.chunk) },
      ExpressionAttributeValues: { ':counted': encodeVersionedCount(chunkItem) },
    },
  });
}

/**
 * Adds an id to the lists `listNames` and removes it from `otherLists`. Repeated and concurrent calls have the same
 * result as one call.
 *
 * @param otherLists lists that may contain the id, but must not contain it afterwards
 */
export async function updateListEntries(
  table: Table,
  { id, number }: { readonly id: string; readonly number: number },
  listNames: readonly string[],
  otherLists: readonly string[],
): Promise<void> {
  const { group, chunk, offset } = locateListEntry(number);
  const allListNames = [...new Set([...listNames, ...otherLists])];
  const keys = allListNames.flatMap((list) => [chunkKeyOf(list, chunk), chunkCountsKey(list, group)]);
  const itemsByKey = new Map(
    (await batchGet(table, keys, { consistent: true })).map((item) => [`${item.pk} ${item.sk}`, item]),
  );
  const itemOfKey = ({ pk, sk }: Key) => itemsByKey.get(`${pk} ${sk}`) ?? {};
  await Promise.all(
    allListNames.map(async (list) => {
      const expectedId = listNames.includes(list) ? id : undefined;
      const currentChunkItem = itemOfKey(chunkKeyOf(list, chunk));
      const isEntryUpToDate = currentChunkItem[String(offset)] === expectedId;
      const storedVersionedCount = Number(itemOfKey(chunkCountsKey(list, group))[String(chunk)] ?? 0);
      if (isEntryUpToDate && storedVersionedCount >= encodeVersionedCount(currentChunkItem)) return;
      const listEntry = { list, number };
      await storeChunkCount(
        table,
        listEntry,
        isEntryUpToDate ? currentChunkItem : await changeChunk(table, listEntry, expectedId),
      );
    }),
  );
}

function parseChunkEntries(item: Item): { readonly number: number; readonly id: string }[] {
  const chunkNumber = Number(String(item.sk).split('#')[1]);
  return Object.entries(item)
    .filter(([name]) => isNumericName(name))
    .map(([offset, id]) => ({ number: entryNumberAt(chunkNumber, Number(offset)), id: String(id) }))
    .toSorted((a, b) => a.number - b.number);
}

/** Returns all ids of a list, oldest first, one query page at a time. */
export async function* readAllIds(table: Table, list: string): AsyncGenerator<string[]> {
  for await (const itemsOfChunks of queryPages(table, ITEMS.listChunk.key({ list, chunk: '' }))) {
    yield itemsOfChunks.flatMap(parseChunkEntries).map(({ id }) => id);
  }
}

/** Returns the number of entries in each chunk, added up over all given lists. */
async function readChunkCounts(table: Table, listNames: readonly string[]): Promise<ChunkCounts> {
  const entryCountByChunk = new Map<number, number>();
  const chunkCountItems = await Promise.all(
    listNames.map((list) => queryAll(table, ITEMS.listChunkCounts.key({ list, group: '' }))),
  );
  for (const [attributeName, versionedCount] of chunkCountItems
    .flat()
    .flatMap((group) => Object.entries(group))) {
    if (!isNumericName(attributeName)) continue;
    const count = Number(versionedCount) % COUNTS_PER_VERSION;
    entryCountByChunk.set(Number(attributeName), (entryCountByChunk.get(Number(attributeName)) ?? 0) + count);
  }
  return entryCountByChunk;
}

const sumCounts = (entryCountByChunk: ChunkCounts) =>
  Iterator.from(entryCountByChunk.values()).reduce((sum, count) => sum + count, 0);

export async function countEntries(table: Table, ...listNames: readonly string[]): Promise<number> {
  return sumCounts(await readChunkCounts(table, listNames));
}

/** Returns the entries of a page as a range. `skip` counts from the newest entry, also for the order `asc`. */
function rangeOfPage({ page, per_page, order }: OrderedPage, total: number): { skip: number; limit: number } {
  const firstIndex = (page - 1) * per_page;
  if (order !== 'asc') return { skip: firstIndex, limit: per_page };
  const limit = Math.max(0, Math.min(per_page, total - firstIndex));
  return { skip: Math.max(0, total - firstIndex - limit), limit };
}

interface OrderedPage extends PageRequest {
  readonly order?: 'asc' | 'desc' | undefined;
  /**
   * Entry number of the cursor. Only entries that follow it in the requested order are returned. If undefined, all
   * entries are returned.
   */
  readonly afterNumber?: number | undefined;
}

/**
 * Returns the ids of the entries in the given chunks, by entry number. An entry that moves between two lists may be
 * in both, but the map contains it once.
 */
async function readEntriesOfChunks(
  table: Table,
  listNames: readonly string[],
  chunkNumbers: readonly number[],
) {
  const keys = chunkNumbers.flatMap((chunkNumber) => listNames.map((list) => chunkKeyOf(list, chunkNumber)));
  const chunkItems = await batchGet(table, keys, { consistent: true });
  return new Map(chunkItems.flatMap(parseChunkEntries).map(({ number, id }) => [number, id]));
}

function isAfterCursor(entryNumber: number, { afterNumber, order }: OrderedPage): boolean {
  if (afterNumber === undefined) return true;
  return order === 'asc' ? entryNumber > afterNumber : entryNumber < afterNumber;
}

/** Returns, for each chunk, the number of entries that come after the cursor of the request. */
async function readChunkCountsAfterCursor(
  table: Table,
  listNames: readonly string[],
  request: OrderedPage,
): Promise<ChunkCounts> {
  const entryCountByChunk = await readChunkCounts(table, listNames);
  const { afterNumber, order } = request;
  if (afterNumber === undefined) return entryCountByChunk;
  const { chunk } = locateListEntry(afterNumber);
  const isAfterChunk = (otherChunk: number) => (order === 'asc' ? otherChunk > chunk : otherChunk < chunk);
  const countsOfFollowingChunks = [...entryCountByChunk].filter(([otherChunk]) => isAfterChunk(otherChunk));
  const numbersAfterCursor = [...(await readEntriesOfChunks(table, listNames, [chunk])).keys()].filter(
    (each) => isAfterCursor(each, request),
  );
  return new Map([...countsOfFollowingChunks, [chunk, numbersAfterCursor.length]]);
}

/**
 * Returns one page of the merged entries of several lists, newest first by default, and the total number of entries.
 * All lists must take their entry numbers from the same sequence, because the entries are sorted by number.
 */
export async function readPage(
  table: Table,
  listNames: readonly string[],
  request: OrderedPage,
): Promise<{ entries: { readonly number: number; readonly id: string }[]; total: number }> {
  const entryCountByChunk = await readChunkCountsAfterCursor(table, listNames, request);
  const total = sumCounts(entryCountByChunk);
  const pageRange = rangeOfPage(request, total);
  if (pageRange.limit === 0) return { entries: [], total };
  const { chunks, skip } = chunksOfPage(entryCountByChunk, pageRange);
  const entriesNewestFirst = [...(await readEntriesOfChunks(table, listNames, chunks))]
    .map(([entryNumber, id]) => ({ number: entryNumber, id }))
    .filter(({ number }) => isAfterCursor(number, request))
    .toSorted((a, b) => b.number - a.number);
  const entries = entriesNewestFirst.slice(skip, skip + pageRange.limit);
  return { entries: request.order === 'asc' ? entries.toReversed() : entries, total };
}
