import * as z from 'zod/mini';
import type { PageRequest } from '../contract/query.ts';
import { blocksOfPage, type Counts, numberAt, placeOf } from '../domain/list-tree.ts';
import { batchGet, type Item, type Key } from './batch.ts';
import type { Table } from './client.ts';
import { queryAll, queryPages } from './query-all.ts';
import { ITEMS, sequenceText } from './table.ts';
import { write, writeIf } from './write.ts';

/**
 * Lists whose elements have numbers, read in pages, newest first (see domain/list-tree.ts).
 * A block item holds the ids of a range of numbers and a version, which grows with each change. A leaf item
 * holds the number of entries of each block with the block's version. Only a later version replaces it.
 * Changes need no transaction, so concurrent changes never conflict. An interrupted change is completed by
 * repeating it.
 */

/** The block's attribute for its version. All other attributes are named by a number's offset. */
export const VERSION = 'v';
/** A leaf stores version * 1000 + count of each block as one number, so a condition can compare versions. */
const COUNTS_PER_VERSION = 1_000;

const isOffset = (name: string) => /^\d+$/.test(name);

/** Takes the next number of a sequence, from 1. A number is never returned twice, but may remain unused. */
export async function nextNumber(table: Table, sequence: string): Promise<number> {
  const updated = await write(table, {
    Update: {
      Key: ITEMS.sequence.key({ sequence }),
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    },
  });
  return z.object({ last: z.int() }).parse(updated).last;
}

/** Key of the item that holds the entries of a block. */
export function blockKey(list: string, block: number): Key {
  return ITEMS.listBlock.key({ list, block: sequenceText(block) });
}

/** Key of the item that holds the counts of a leaf's blocks. */
export function leafKey(list: string, leaf: number): Key {
  return ITEMS.listLeaf.key({ list, leaf: sequenceText(leaf) });
}

/** The number that a leaf stores for a block: version * 1000 + count. */
export function countedAs(block: Item): number {
  const entries = Object.keys(block).filter(isOffset).length;
  return Number(block[VERSION] ?? 0) * COUNTS_PER_VERSION + entries;
}

interface Place {
  readonly list: string;
  readonly number: number;
}

/**
 * Stores an id at its number, or removes the entry if `id` is undefined. Returns the block after the change.
 */
async function changeBlock(table: Table, { list, number }: Place, id: string | undefined): Promise<Item> {
  const { block, offset } = placeOf(number);
  const changed = await write(table, {
    Update: {
      Key: { ...blockKey(list, block) },
      UpdateExpression: `${id === undefined ? 'REMOVE #at' : 'SET #at = :id'} ADD #version :one`,
      ExpressionAttributeNames: { '#at': String(offset), '#version': VERSION },
      ExpressionAttributeValues: { ':one': 1, ...(id === undefined ? {} : { ':id': id }) },
      ReturnValues: 'ALL_NEW',
    },
  });
  return changed ?? {};
}

/** Stores a block's number of entries in its leaf, unless the leaf has a later version. */
async function countBlock(table: Table, { list, number }: Place, block: Item): Promise<void> {
  const place = placeOf(number);
  await writeIf(table, {
    Update: {
      Key: { ...leafKey(list, place.leaf) },
      UpdateExpression: 'SET #block = :counted',
      ConditionExpression: 'attribute_not_exists(#block) OR #block < :counted',
      ExpressionAttributeNames: { '#block': String(place.block) },
      ExpressionAttributeValues: { ':counted': countedAs(block) },
    },
  });
}

/**
 * Adds an id to some lists and removes it from others. Safe to repeat, and to run twice at the same time.
 * A new entry costs two write units.
 *
 * @param others lists that may contain the id but must not
 */
export async function settleEntries(
  table: Table,
  { id, number }: { readonly id: string; readonly number: number },
  lists: readonly string[],
  others: readonly string[],
): Promise<void> {
  const { leaf, block, offset } = placeOf(number);
  const all = [...new Set([...lists, ...others])];
  const keys = all.flatMap((list) => [blockKey(list, block), leafKey(list, leaf)]);
  const found = new Map(
    (await batchGet(table, keys, { consistent: true })).map((item) => [`${item.pk} ${item.sk}`, item]),
  );
  const itemAt = ({ pk, sk }: Key) => found.get(`${pk} ${sk}`) ?? {};
  await Promise.all(
    all.map(async (list) => {
      const wanted = lists.includes(list) ? id : undefined;
      const known = itemAt(blockKey(list, block));
      const isThere = known[String(offset)] === wanted;
      const counted = Number(itemAt(leafKey(list, leaf))[String(block)] ?? 0);
      if (isThere && counted >= countedAs(known)) return;
      const place = { list, number };
      await countBlock(table, place, isThere ? known : await changeBlock(table, place, wanted));
    }),
  );
}

/** The entries of a block, sorted by number. */
function entriesOf(item: Item): { readonly number: number; readonly id: string }[] {
  const block = Number(String(item.sk).split('#')[1]);
  return Object.entries(item)
    .filter(([name]) => isOffset(name))
    .map(([offset, id]) => ({ number: numberAt(block, Number(offset)), id: String(id) }))
    .toSorted((a, b) => a.number - b.number);
}

/** All ids of a list, oldest first, one query page at a time. */
export async function* allIds(table: Table, list: string): AsyncGenerator<string[]> {
  for await (const blocks of queryPages(table, ITEMS.listBlock.key({ list, block: '' }))) {
    yield blocks.flatMap(entriesOf).map(({ id }) => id);
  }
}

/** Number of entries per block, summed over several lists. Reads one leaf per list for 3,200 numbers. */
async function countsOf(table: Table, lists: readonly string[]): Promise<Counts> {
  const counts = new Map<number, number>();
  const leaves = await Promise.all(
    lists.map((list) => queryAll(table, ITEMS.listLeaf.key({ list, leaf: '' }))),
  );
  for (const [block, counted] of leaves.flat().flatMap((leaf) => Object.entries(leaf))) {
    if (!isOffset(block)) continue;
    const count = Number(counted) % COUNTS_PER_VERSION;
    counts.set(Number(block), (counts.get(Number(block)) ?? 0) + count);
  }
  return counts;
}

const sumOf = (counts: Counts) => Iterator.from(counts.values()).reduce((sum, count) => sum + count, 0);

/** Number of entries in the lists. */
export async function countOf(table: Table, ...lists: readonly string[]): Promise<number> {
  return sumOf(await countsOf(table, lists));
}

/** Converts a page to a range from the newest entry. For `asc`, pages count from the oldest entry. */
function rangeOf({ page, per_page, order }: OrderedPage, total: number): { skip: number; limit: number } {
  const from = (page - 1) * per_page;
  if (order !== 'asc') return { skip: from, limit: per_page };
  const limit = Math.max(0, Math.min(per_page, total - from));
  return { skip: Math.max(0, total - from - limit), limit };
}

interface OrderedPage extends PageRequest {
  readonly order?: 'asc' | 'desc' | undefined;
  /** Keeps only the entries after this number, in the requested order. */
  readonly afterNumber?: number | undefined;
}

/**
 * Entries of some blocks of several lists, by number. The map removes duplicates: an entry that moves between
 * lists may be in both.
 */
async function entriesIn(table: Table, lists: readonly string[], blocks: readonly number[]) {
  const keys = blocks.flatMap((block) => lists.map((list) => blockKey(list, block)));
  const found = await batchGet(table, keys, { consistent: true });
  return new Map(found.flatMap(entriesOf).map(({ number, id }) => [number, id]));
}

/** Whether an entry comes after the request's cursor. */
function isMeant(number: number, { afterNumber, order }: OrderedPage): boolean {
  if (afterNumber === undefined) return true;
  return order === 'asc' ? number > afterNumber : number < afterNumber;
}

/**
 * Number of entries per block that come after the request's cursor. Reads the entries of the block that
 * contains the cursor.
 */
async function countsMeant(table: Table, lists: readonly string[], request: OrderedPage): Promise<Counts> {
  const counts = await countsOf(table, lists);
  const { afterNumber, order } = request;
  if (afterNumber === undefined) return counts;
  const { block } = placeOf(afterNumber);
  const isBehind = (each: number) => (order === 'asc' ? each > block : each < block);
  const kept = [...counts].filter(([each]) => isBehind(each));
  const own = [...(await entriesIn(table, lists, [block])).keys()].filter((each) => isMeant(each, request));
  return new Map([...kept, [block, own.length]]);
}

/**
 * One page of the merged entries of several lists, newest first by default, and the total number of entries.
 * The lists' numbers must come from one sequence. A page reads the leaves, and at most `per_page` + 1 blocks
 * of each list; about a twentieth of these if few entries were removed. A cursor reads one more block.
 */
export async function readPage(
  table: Table,
  lists: readonly string[],
  request: OrderedPage,
): Promise<{ entries: { readonly number: number; readonly id: string }[]; total: number }> {
  const counts = await countsMeant(table, lists, request);
  const total = sumOf(counts);
  const range = rangeOf(request, total);
  if (range.limit === 0) return { entries: [], total };
  const { blocks, skip } = blocksOfPage(counts, range);
  const newestFirst = [...(await entriesIn(table, lists, blocks))]
    .map(([number, id]) => ({ number, id }))
    .filter(({ number }) => isMeant(number, request))
    .toSorted((a, b) => b.number - a.number);
  const entries = newestFirst.slice(skip, skip + range.limit);
  return { entries: request.order === 'asc' ? entries.toReversed() : entries, total };
}
