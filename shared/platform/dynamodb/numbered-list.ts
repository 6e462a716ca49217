import * as z from 'zod/mini';
import type { PageRequest } from '../contract/query.ts';
import { type BlockCounts, blocksOfPage, entryNumberAt, locateNumber } from '../domain/list-tree.ts';
import { batchGet, type Item, type Key } from './batch.ts';
import type { Table } from './client.ts';
import { queryAll, queryPages } from './query-all.ts';
import { ITEMS, sequenceText } from './table.ts';
import { write, writeIf } from './write.ts';

/**
 * Lists whose entries have numbers. They are read page by page, newest first (see domain/list-tree.ts).
 * A block is an item with the ids of a range of numbers. A leaf is an item with the number of entries of each of
 * its blocks. Blocks have versions, so that an older count never replaces a newer one and a change needs no
 * transaction.
 */

/**
 * Attribute of a block that contains the block's version. All other attributes are entries, and their names
 * are offsets in the block.
 */
export const VERSION_ATTRIBUTE = 'v';
/**
 * A leaf stores version * COUNTS_PER_VERSION + count for each block. A number with a later version is larger,
 * so that the condition of a write can compare versions.
 */
const COUNTS_PER_VERSION = 1_000;

const isOffsetName = (name: string) => /^\d+$/.test(name);

/**
 * Returns the next number of a sequence, starting with 1. A number is never returned twice. If the caller
 * does not use it, it stays unused.
 */
export async function nextNumber(table: Table, sequence: string): Promise<number> {
  const updatedSequence = await write(table, {
    Update: {
      Key: ITEMS.sequence.key({ sequence }),
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    },
  });
  return z.object({ last: z.int() }).parse(updatedSequence).last;
}

export function blockKey(list: string, block: number): Key {
  return ITEMS.listBlock.key({ list, block: sequenceText(block) });
}

export function leafKey(list: string, leaf: number): Key {
  return ITEMS.listLeaf.key({ list, leaf: sequenceText(leaf) });
}

export function versionedCount(block: Item): number {
  const entries = Object.keys(block).filter(isOffsetName).length;
  return Number(block[VERSION_ATTRIBUTE] ?? 0) * COUNTS_PER_VERSION + entries;
}

interface ListEntry {
  readonly list: string;
  readonly number: number;
}

/**
 * Stores an id at its number. If `id` is undefined, removes the entry at this number. Returns the block after
 * the change.
 */
async function changeBlock(table: Table, { list, number }: ListEntry, id: string | undefined): Promise<Item> {
  const { block, offset } = locateNumber(number);
  const updatedBlock = await write(table, {
    Update: {
      Key: { ...blockKey(list, block) },
      UpdateExpression: `${id === undefined ? 'REMOVE #at' : 'SET #at = :id'} ADD #version :one`,
      ExpressionAttributeNames: { '#at': String(offset), '#version': VERSION_ATTRIBUTE },
      ExpressionAttributeValues: { ':one': 1, ...(id === undefined ? {} : { ':id': id }) },
      ReturnValues: 'ALL_NEW',
    },
  });
  return updatedBlock ?? {};
}

/**
 * Stores the number of entries of a block in the block's leaf. Does nothing if the leaf already stores a count
 * of the same or a later version of the block.
 */
async function storeBlockCount(table: Table, { list, number }: ListEntry, block: Item): Promise<void> {
  const leafLocation = locateNumber(number);
  await writeIf(table, {
    Update: {
      Key: { ...leafKey(list, leafLocation.leaf) },
      UpdateExpression: 'SET #block = :counted',
      ConditionExpression: 'attribute_not_exists(#block) OR #block < :counted',
      ExpressionAttributeNames: { '#block': String(leafLocation.block) },
      ExpressionAttributeValues: { ':counted': versionedCount(block) },
    },
  });
}

/**
 * Adds an id to `lists` and removes it from `otherLists`. Repeated and concurrent calls have the same result as one
 * call.
 *
 * @param otherLists lists that may contain the id, but must not contain it afterwards
 */
export async function updateEntries(
  table: Table,
  { id, number }: { readonly id: string; readonly number: number },
  listNames: readonly string[],
  otherLists: readonly string[],
): Promise<void> {
  const { leaf, block, offset } = locateNumber(number);
  const allLists = [...new Set([...listNames, ...otherLists])];
  const keys = allLists.flatMap((list) => [blockKey(list, block), leafKey(list, leaf)]);
  const itemsByKey = new Map(
    (await batchGet(table, keys, { consistent: true })).map((item) => [`${item.pk} ${item.sk}`, item]),
  );
  const itemOfKey = ({ pk, sk }: Key) => itemsByKey.get(`${pk} ${sk}`) ?? {};
  await Promise.all(
    allLists.map(async (list) => {
      const expectedId = listNames.includes(list) ? id : undefined;
      const currentBlock = itemOfKey(blockKey(list, block));
      const isEntryUpToDate = currentBlock[String(offset)] === expectedId;
      const storedCount = Number(itemOfKey(leafKey(list, leaf))[String(block)] ?? 0);
      if (isEntryUpToDate && storedCount >= versionedCount(currentBlock)) return;
      const listEntry = { list, number };
      await storeBlockCount(
        table,
        listEntry,
        isEntryUpToDate ? currentBlock : await changeBlock(table, listEntry, expectedId),
      );
    }),
  );
}

function parseBlockEntries(item: Item): { readonly number: number; readonly id: string }[] {
  const block = Number(String(item.sk).split('#')[1]);
  return Object.entries(item)
    .filter(([name]) => isOffsetName(name))
    .map(([offset, id]) => ({ number: entryNumberAt(block, Number(offset)), id: String(id) }))
    .toSorted((a, b) => a.number - b.number);
}

/** Returns all ids of a list, oldest first, one query page at a time. */
export async function* readAllIds(table: Table, list: string): AsyncGenerator<string[]> {
  for await (const blocks of queryPages(table, ITEMS.listBlock.key({ list, block: '' }))) {
    yield blocks.flatMap(parseBlockEntries).map(({ id }) => id);
  }
}

/** Returns the number of entries per block, summed over several lists. */
async function readBlockCounts(table: Table, listNames: readonly string[]): Promise<BlockCounts> {
  const blockCounts = new Map<number, number>();
  const leafCounts = await Promise.all(
    listNames.map((list) => queryAll(table, ITEMS.listLeaf.key({ list, leaf: '' }))),
  );
  for (const [block, storedCount] of leafCounts.flat().flatMap((leaf) => Object.entries(leaf))) {
    if (!isOffsetName(block)) continue;
    const count = Number(storedCount) % COUNTS_PER_VERSION;
    blockCounts.set(Number(block), (blockCounts.get(Number(block)) ?? 0) + count);
  }
  return blockCounts;
}

const sumCounts = (blockCounts: BlockCounts) =>
  Iterator.from(blockCounts.values()).reduce((sum, count) => sum + count, 0);

export async function countEntries(table: Table, ...listNames: readonly string[]): Promise<number> {
  return sumCounts(await readBlockCounts(table, listNames));
}

/**
 * Converts a page to a range of entries. `skip` counts from the newest entry. For the order `asc`, page 1
 * contains the oldest entries.
 */
function rangeOfPage({ page, per_page, order }: OrderedPage, total: number): { skip: number; limit: number } {
  const firstIndex = (page - 1) * per_page;
  if (order !== 'asc') return { skip: firstIndex, limit: per_page };
  const limit = Math.max(0, Math.min(per_page, total - firstIndex));
  return { skip: Math.max(0, total - firstIndex - limit), limit };
}

interface OrderedPage extends PageRequest {
  readonly order?: 'asc' | 'desc' | undefined;
  /** Only entries after this number in the requested order are returned. Undefined returns all entries. */
  readonly afterNumber?: number | undefined;
}

/**
 * Returns the ids of the entries in the given blocks, by entry number. An entry that moves between two lists may be
 * in both, but the map contains it once.
 */
async function readEntriesOfBlocks(table: Table, listNames: readonly string[], blocks: readonly number[]) {
  const keys = blocks.flatMap((block) => listNames.map((list) => blockKey(list, block)));
  const blockItems = await batchGet(table, keys, { consistent: true });
  return new Map(blockItems.flatMap(parseBlockEntries).map(({ number, id }) => [number, id]));
}

function isAfterCursor(entryNumber: number, { afterNumber, order }: OrderedPage): boolean {
  if (afterNumber === undefined) return true;
  return order === 'asc' ? entryNumber > afterNumber : entryNumber < afterNumber;
}

/** Returns the number of entries per block that come after the cursor of the request. */
async function readCountsAfterCursor(
  table: Table,
  listNames: readonly string[],
  request: OrderedPage,
): Promise<BlockCounts> {
  const blockCounts = await readBlockCounts(table, listNames);
  const { afterNumber, order } = request;
  if (afterNumber === undefined) return blockCounts;
  const { block } = locateNumber(afterNumber);
  const isAfterBlock = (each: number) => (order === 'asc' ? each > block : each < block);
  const countsAfterBlock = [...blockCounts].filter(([each]) => isAfterBlock(each));
  const numbersAfterCursor = [...(await readEntriesOfBlocks(table, listNames, [block])).keys()].filter(
    (each) => isAfterCursor(each, request),
  );
  return new Map([...countsAfterBlock, [block, numbersAfterCursor.length]]);
}

/**
 * Returns one page of the merged entries of several lists, newest first by default, and the total number of
 * entries. All lists must take their numbers from the same sequence.
 */
export async function readPage(
  table: Table,
  listNames: readonly string[],
  request: OrderedPage,
): Promise<{ entries: { readonly number: number; readonly id: string }[]; total: number }> {
  const blockCounts = await readCountsAfterCursor(table, listNames, request);
  const total = sumCounts(blockCounts);
  const range = rangeOfPage(request, total);
  if (range.limit === 0) return { entries: [], total };
  const { blocks, skip } = blocksOfPage(blockCounts, range);
  const newestFirst = [...(await readEntriesOfBlocks(table, listNames, blocks))]
    .map(([entryNumber, id]) => ({ number: entryNumber, id }))
    .filter(({ number }) => isAfterCursor(number, request))
    .toSorted((a, b) => b.number - a.number);
  const entries = newestFirst.slice(skip, skip + range.limit);
  return { entries: request.order === 'asc' ? entries.toReversed() : entries, total };
}
