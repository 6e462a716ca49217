import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { PageRequest } from '../contract/query.ts';
import { bucketsOf, type Counts, lastOfBlock, lastOfLeaf, locate } from '../domain/list-tree.ts';
import { type RetryPolicy, retry, TryAgain } from '../retry.ts';
import { batchGet, type Key } from './batch.ts';
import type { Table } from './client.ts';
import { type Increment, incrementUpdates } from './increments.ts';
import { ITEMS, sequenceText } from './table.ts';
import { transactIf, type Write } from './transact.ts';
import { write } from './write.ts';

/**
 * A collection that pages by number, newest first, at the same cost on every page (see domain/numbered-list.ts). Each
 * entry is an item of its own that holds the id of what is listed; head and leaves count what is there.
 */
export interface ListEntry {
  readonly list: string;
  readonly number: number;
}

/** What a change to a list writes: the entry itself, and the counts, which may meet others on the same item. */
export interface ListChange {
  readonly write: Write;
  readonly increments: readonly Increment[];
}

const listed = z.object({ id: z.string() });

const TOTAL = 'total';
const LEAF_PREFIX = 'l';
const BLOCK_PREFIX = 'b';

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

function counted({ list, number }: ListEntry, by: 1 | -1): Increment[] {
  const { leaf, block } = bucketsOf(number);
  const head = ITEMS.listHead.key({ list });
  return [
    { key: head, attribute: TOTAL, by },
    { key: head, attribute: `${LEAF_PREFIX}${leaf}`, by },
    { key: leafKey(list, leaf), attribute: `${BLOCK_PREFIX}${block}`, by },
  ];
}

function leafKey(list: string, leaf: number): Key {
  return ITEMS.listLeaf.key({ list, leaf: sequenceText(leaf) });
}

function entryKey({ list, number }: ListEntry): Key {
  return ITEMS.listEntry.key({ list, number: sequenceText(number) });
}

/** Puts an id into a list. The transaction fails if the number is in the list already. */
export function enter(entry: ListEntry, id: string): ListChange {
  const Item = { ...entryKey(entry), id };
  return {
    write: { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } },
    increments: counted(entry, 1),
  };
}

/** Takes an id out of a list. The transaction fails if the number is not in the list. */
export function leave(entry: ListEntry): ListChange {
  return {
    write: { Delete: { Key: entryKey(entry), ConditionExpression: 'attribute_exists(pk)' } },
    increments: counted(entry, -1),
  };
}

/** The writes of several changes, which may count in the same lists. No two may be of the same entry. */
export function listWrites(changes: readonly ListChange[]): Write[] {
  return [
    ...changes.map(({ write }) => write),
    ...incrementUpdates(changes.flatMap(({ increments }) => increments)),
  ];
}

async function readCounts(table: Table, key: Key, prefix: string) {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true }),
  );
  const buckets = Object.entries(Item ?? {})
    .filter(([name]) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map(([name, count]) => [Number(name.slice(prefix.length)), Number(count)] as const);
  const counts: Counts = new Map(buckets);
  return { total: Number(Item?.[TOTAL] ?? 0), counts };
}

/** Changes of the same places that may come between reading them and writing. */
const SETTLING: RetryPolicy = { attempts: 8 };

/**
 * Puts an id on the lists where it belongs and takes it off the others, whatever was done of it before: an entry is
 * there or is not, and counts change with it alone. So it may be repeated, and run twice at once.
 *
 * @param others lists on which the id may stand and does not belong
 */
export async function settleEntries(
  table: Table,
  { id, number }: { readonly id: string; readonly number: number },
  lists: readonly string[],
  others: readonly string[],
): Promise<void> {
  const leaving = others.filter((list) => !lists.includes(list));
  await retry(SETTLING, async () => {
    const keys = [...new Set([...lists, ...leaving])].map((list) => entryKey({ list, number }));
    const found = await batchGet(table, keys, { consistent: true });
    const standsOn = new Set(found.map(({ pk }) => pk));
    const isOn = (list: string) => standsOn.has(entryKey({ list, number }).pk);
    const changes = [
      ...lists.filter((list) => !isOn(list)).map((list) => enter({ list, number }, id)),
      ...leaving.filter(isOn).map((list) => leave({ list, number })),
    ];
    if (changes.length === 0 || (await transactIf(table, listWrites(changes))).held) return;
    throw new TryAgain(`The places of ${id} change all the time`);
  });
}

/** All ids of a list, oldest first, a query's page at a time. */
export async function* allIds(table: Table, list: string): AsyncGenerator<string[]> {
  const first = entryKey({ list, number: 0 });
  const { sk: last } = entryKey({ list, number: Number.MAX_SAFE_INTEGER });
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last },
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield Items.map((item) => listed.parse(item).id);
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** How many entries the list has. */
export async function countOf(table: Table, list: string): Promise<number> {
  return (await readCounts(table, ITEMS.listHead.key({ list }), LEAF_PREFIX)).total;
}

/** The highest number to read from, and how many entries from there down to pass over: fewer than a block holds. */
async function startOf(table: Table, list: string, leaves: Counts, skip: number) {
  const leaf = locate(leaves, skip);
  if (leaf === undefined) return undefined;
  const { counts } = await readCounts(table, leafKey(list, leaf.bucket), BLOCK_PREFIX);
  const block = locate(counts, leaf.skip);
  // Entries that left between the two reads have moved the page into the next leaf.
  if (block === undefined) return { highest: lastOfLeaf(leaf.bucket - 1), skip: 0 };
  return { highest: lastOfBlock(block.bucket), skip: block.skip };
}

async function readIds(table: Table, list: string, start: { highest: number; skip: number }, limit: number) {
  if (start.highest < 0) return [];
  const { pk, sk } = entryKey({ list, number: start.highest });
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': entryKey({ list, number: 0 }).sk, ':last': sk },
      ScanIndexForward: false,
      Limit: start.skip + limit,
      ConsistentRead: true,
    }),
  );
  return Items.slice(start.skip).map((item) => listed.parse(item).id);
}

/**
 * One page of ids, newest first, and how many there are in all pages. Whatever the page, that is the head, at most
 * one leaf and one query of at most `per_page` + 100 small entries.
 */
export async function readPage(
  table: Table,
  list: string,
  { page, per_page }: PageRequest,
): Promise<{ ids: string[]; total: number }> {
  const { total, counts } = await readCounts(table, ITEMS.listHead.key({ list }), LEAF_PREFIX);
  const start = await startOf(table, list, counts, (page - 1) * per_page);
  if (start === undefined) return { ids: [], total };
  return { ids: await readIds(table, list, start, per_page), total };
}
