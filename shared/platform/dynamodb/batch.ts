import { BatchGetCommand, BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { RetryableError, type RetryPolicy, retry } from '../retry.ts';
import type { Table } from './client.ts';
import { isThrottlingError } from './throttling.ts';

/** Maximum number of writes in a batch call, and maximum number of reads. DynamoDB defines both limits. */
const BATCH_WRITES_MAX = 25;
const BATCH_READS_MAX = 100;

/** Retry policy for throttling: for items that DynamoDB did not process, and for calls that it rejected. */
const UNPROCESSED_RETRY_POLICY: RetryPolicy = {
  attempts: 10,
  backoff: { baseMs: 50, maxMs: 2_000 },
  isRetryable: isThrottlingError,
};

export type Item = Readonly<Record<string, unknown>>;
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export interface BatchOptions {
  readonly concurrency?: number;
}

type BatchWrites = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/**
 * Runs `work` on every element. At most `concurrency` elements are processed at the same time. After the
 * first error, no further element is started.
 */
export async function forEachParallel<T>(
  elements: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  work: (element: T) => Promise<void>,
): Promise<void> {
  const iterator =
    Symbol.asyncIterator in elements ? elements[Symbol.asyncIterator]() : elements[Symbol.iterator]();
  let hasWorkFailed = false;
  const processElements = async () => {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true || hasWorkFailed) return;
      try {
        await work(next.value);
      } catch (error) {
        hasWorkFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, processElements));
}

async function writeAll(table: Table, writes: BatchWrites): Promise<void> {
  let remainingWrites = writes;
  await retry(UNPROCESSED_RETRY_POLICY, async () => {
    const response = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: remainingWrites } }),
    );
    remainingWrites = response.UnprocessedItems?.[table.name] ?? [];
    if (remainingWrites.length > 0)
      throw new RetryableError(`${remainingWrites.length} writes were left unprocessed`);
  });
}

async function* splitIntoGroups<T>(
  elements: Iterable<T> | AsyncIterable<T>,
  size: number,
): AsyncGenerator<T[]> {
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
 * Stores any number of items in concurrent batches of 25. Replaces existing items. Items that DynamoDB leaves
 * unprocessed are retried with increasing pauses. Two items in the same batch must have different keys.
 *
 * @throws Error if items stay unprocessed after ten attempts
 */
export async function batchPut(
  table: Table,
  items: Iterable<Item> | AsyncIterable<Item>,
  { concurrency = 8 }: BatchOptions = {},
): Promise<void> {
  await forEachParallel(splitIntoGroups(items, BATCH_WRITES_MAX), concurrency, (group) =>
    writeAll(
      table,
      group.map((item) => ({ PutRequest: { Item: item } })),
    ),
  );
}

/**
 * Deletes any number of items by key, in concurrent batches of 25. Unprocessed keys are retried as in
 * `batchPut`.
 */
export async function batchDelete(
  table: Table,
  keys: Iterable<Key>,
  { concurrency = 8 }: BatchOptions = {},
): Promise<void> {
  await forEachParallel(splitIntoGroups(keys, BATCH_WRITES_MAX), concurrency, (group) =>
    writeAll(
      table,
      group.map((key) => ({ DeleteRequest: { Key: { ...key } } })),
    ),
  );
}

/**
 * Reads any number of items by key, in concurrent batches of 100. The result does not contain missing items.
 * It has no particular order. All keys must be different.
 *
 * @throws Error if keys stay unprocessed after ten attempts
 */
export async function batchGet(
  table: Table,
  keys: Iterable<Key>,
  { concurrency = 8, consistent = false }: BatchOptions & { readonly consistent?: boolean } = {},
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  await forEachParallel(splitIntoGroups(keys, BATCH_READS_MAX), concurrency, async (group) => {
    let remainingKeys: Record<string, unknown>[] = group.map((key) => ({ ...key }));
    await retry(UNPROCESSED_RETRY_POLICY, async () => {
      const response = await table.client.send(
        new BatchGetCommand({
          RequestItems: { [table.name]: { Keys: remainingKeys, ConsistentRead: consistent } },
        }),
      );
      items.push(...(response.Responses?.[table.name] ?? []));
      remainingKeys = response.UnprocessedKeys?.[table.name]?.Keys ?? [];
      if (remainingKeys.length > 0)
        throw new RetryableError(`${remainingKeys.length} reads were left unprocessed`);
    });
  });
  return items;
}
