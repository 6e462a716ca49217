import * as z from 'zod/mini';
import type { PageRequest } from '../contract/query.ts';
import { blocksOfPage, type Counts, numberAt, placeOf } from '../domain/list-tree.ts';
import { batchGet, type Item, type Key } from './batch.ts';
import type { Table } from './client.ts';
import { queryAll, queryPages } from './query-all.ts';
import { ITEMS, sequenceText } from './table.ts';
import { write, writeIf } from './write.ts';

/**
 * Collections that page by number, newest first (see domain/list-tree.ts). A block holds the ids of its numbers, and a
 * version that grows with each change; a leaf holds the count of each block beside the version that had it, which only
 * a later one replaces. So nothing of it is part of a transaction: however many enter a list at once, nobody waits for
 * anybody, and whoever was cut short is made good by doing it again.
 */

/** The attribute of a block's version, beside those that are named by a number's offset. */
export const VERSION = 'v';
/** In a leaf, the version of a block and its count are one number, so that a condition compares them by the version. */
const COUNTS_PER_VERSION = 1_000;

const isOffset = (name: string) => /^\d+$/.test(name);

/** The next number of a sequence, from 1. Never given twice; one that was given may remain unused. */
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

/** The item that holds the entries of a block. */
export function blockKey(list: string, block: number): Key {
  return ITEMS.listBlock.key({ list, block: sequenceText(block) });
}

/** The item that counts the blocks of a leaf. */
export function leafKey(list: string, leaf: number): Key {
  return ITEMS.listLeaf.key({ list, leaf: sequenceText(leaf) });
}

/** How a leaf counts a block that looks so. */
export function countedAs(block: Item): number {
  const entries = Object.keys(block).filter(isOffset).length;
  return Number(block[VERSION] ?? 0) * COUNTS_PER_VERSION + entries;
}

interface Place {
  readonly list: string;
  readonly number: number;
}

/** Puts an id at its place, or takes away what stands there; resolves to the block as it is then. */
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
 * Puts an id on the lists where it belongs and takes it off the others, whatever was done of it before, so that it may
 * be repeated and run twice at once. A new place costs two write units.
 *
 * @param others lists on which the id may stand and does not belong
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

/** The entries of a block, by their numbers. */
function entriesOf(item: Item): { readonly number: number; readonly id: string }[] {
  const block = Number(String(item.sk).split('#')[1]);
  return Object.entries(item)
    .filter(([name]) => isOffset(name))
    .map(([offset, id]) => ({ number: numberAt(block, Number(offset)), id: String(id) }))
    .toSorted((a, b) => a.number - b.number);
}

/** All ids of a list, oldest first, a query's page at a time. */
export async function* allIds(table: Table, list: string): AsyncGenerator<string[]> {
  for await (const blocks of queryPages(table, ITEMS.listBlock.key({ list, block: '' }))) {
    yield blocks.flatMap(entriesOf).map(({ id }) => id);
  }
}

/** How many entries the blocks of several lists have together: one leaf of each list for 3,200 numbers. */
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

/** How many entries the lists have. */
export async function countOf(table: Table, ...lists: readonly string[]): Promise<number> {
  return sumOf(await countsOf(table, lists));
}

/** A page as a range of the list from its newest end, where `asc` counts the pages from the oldest one. */
function rangeOf({ page, per_page, order }: OrderedPage, total: number): { skip: number; limit: number } {
  const from = (page - 1) * per_page;
  if (order !== 'asc') return { skip: from, limit: per_page };
  const limit = Math.max(0, Math.min(per_page, total - from));
  return { skip: Math.max(0, total - from - limit), limit };
}

interface OrderedPage extends PageRequest {
  readonly order?: 'asc' | 'desc' | undefined;
  /** Keep only the entries that come after this number in the order of the request. */
  readonly afterNumber?: number | undefined;
}

/** The entries of some blocks of several lists. Maps a number to its id, because one that moves between lists may be on both. */
async function entriesIn(table: Table, lists: readonly string[], blocks: readonly number[]) {
  const keys = blocks.flatMap((block) => lists.map((list) => blockKey(list, block)));
  const found = await batchGet(table, keys, { consistent: true });
  return new Map(found.flatMap(entriesOf).map(({ number, id }) => [number, id]));
}

/** Whether an entry comes after the number from which a request reads on. */
function isMeant(number: number, { afterNumber, order }: OrderedPage): boolean {
  if (afterNumber === undefined) return true;
  return order === 'asc' ? number > afterNumber : number < afterNumber;
}

/** The counts of the entries that a request means: the block that holds its cursor is counted by its entries. */
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
 * One page of the entries on any of some lists whose numbers are of one sequence, newest first by default, and the number
 * of entries on all pages. Any page costs the leaves and at most `per_page` + 1 blocks of each list, and a twentieth of
 * that if few entries have left. A cursor costs one block more.
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
