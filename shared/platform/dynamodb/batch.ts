import { BatchGetCommand, BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { type RetryPolicy, retry, TryAgain } from '../retry.ts';
import type { Table } from './client.ts';
import { isThrottled } from './throttling.ts';

/** DynamoDB's own limits on one batch call. */
const WRITE_MAX = 25;
const READ_MAX = 100;

/** For what a call leaves unprocessed because the table is at its limit, and for one that is refused as a whole. */
const UNPROCESSED_RETRIES: RetryPolicy = {
  attempts: 10,
  backoff: { baseMs: 50, maxMs: 2_000 },
  isPassing: isThrottled,
};

export type Item = Readonly<Record<string, unknown>>;
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export interface BatchOptions {
  /** Batch calls under way at once. */
  readonly concurrency?: number;
}

type Writes = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** Runs `work` on every element, at most `concurrency` at once; the first failure stops the taking of new ones. */
export async function forEachParallel<T>(
  elements: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  work: (element: T) => Promise<void>,
): Promise<void> {
  const iterator =
    Symbol.asyncIterator in elements ? elements[Symbol.asyncIterator]() : elements[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true || failed) return;
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function writeAll(table: Table, writes: Writes): Promise<void> {
  let rest = writes;
  await retry(UNPROCESSED_RETRIES, async () => {
    const answer = await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: rest } }));
    rest = answer.UnprocessedItems?.[table.name] ?? [];
    if (rest.length > 0) throw new TryAgain(`${rest.length} writes were left unprocessed`);
  });
}

async function* groups<T>(elements: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const element of elements) {
    group.push(element);
    if (group.length === size) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

/**
 * Puts any number of items, 25 a call, several calls at once; what DynamoDB leaves unprocessed is tried again with
 * growing pauses. Items replace what was there. A key may not come twice within 25 neighbours.
 *
 * @throws Error when writes stay unprocessed after ten attempts
 */
export async function batchPut(
  table: Table,
  items: Iterable<Item> | AsyncIterable<Item>,
  { concurrency = 8 }: BatchOptions = {},
): Promise<void> {
  await forEachParallel(groups(items, WRITE_MAX), concurrency, (group) =>
    writeAll(
      table,
      group.map((item) => ({ PutRequest: { Item: item } })),
    ),
  );
}

/** Deletes any number of items by key, in the same way. */
export async function batchDelete(
  table: Table,
  keys: Iterable<Key>,
  { concurrency = 8 }: BatchOptions = {},
): Promise<void> {
  await forEachParallel(groups(keys, WRITE_MAX), concurrency, (group) =>
    writeAll(
      table,
      group.map((key) => ({ DeleteRequest: { Key: { ...key } } })),
    ),
  );
}

/**
 * Reads any number of items by key, 100 a call, several calls at once. Missing ones are left out; the order is not
 * kept. Keys must differ from one another.
 *
 * @throws Error when keys stay unprocessed after ten attempts
 */
export async function batchGet(
  table: Table,
  keys: Iterable<Key>,
  { concurrency = 8, consistent = false }: BatchOptions & { readonly consistent?: boolean } = {},
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  await forEachParallel(groups(keys, READ_MAX), concurrency, async (group) => {
    let rest: Record<string, unknown>[] = group.map((key) => ({ ...key }));
    await retry(UNPROCESSED_RETRIES, async () => {
      const answer = await table.client.send(
        new BatchGetCommand({ RequestItems: { [table.name]: { Keys: rest, ConsistentRead: consistent } } }),
      );
      found.push(...(answer.Responses?.[table.name] ?? []));
      rest = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
      if (rest.length > 0) throw new TryAgain(`${rest.length} reads were left unprocessed`);
    });
  });
  return found;
}
