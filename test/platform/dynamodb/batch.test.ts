import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { batchDelete, batchGet, batchPut, forEachParallel } from '../../../shared/platform/dynamodb/batch.ts';
import { createDynamoDbClient, type Table } from '../../../shared/platform/dynamodb/client.ts';

const mock = mockClient(DynamoDBDocumentClient);
// Restore the class, because later test files in the same worker use it too.
afterAll(() => mock.restore());
const table: Table = { client: createDynamoDbClient({ endpoint: 'http://127.0.0.1:1' }), name: 'test' };
beforeEach(() => mock.reset());
afterEach(() => vi.useRealTimers());

const keyOf = (index: number) => ({ pk: `P#${index}`, sk: 'S' });
const keys = (count: number) => Array.from({ length: count }, (_, index) => keyOf(index));
const writesOf = (input: BatchWriteCommandInput) => input.RequestItems?.test ?? [];

describe('a batch of writes', () => {
  test('the writes are sent in requests of at most 25 items, and each item is sent once', async () => {
    const written: unknown[] = [];
    mock.on(BatchWriteCommand).callsFake((input: BatchWriteCommandInput) => {
      expect(writesOf(input).length).toBeLessThanOrEqual(25);
      written.push(...writesOf(input).map((write) => write.PutRequest?.Item?.pk));
      return {};
    });
    await batchPut(table, keys(101));
    expect(mock.calls()).toHaveLength(5);
    expect(written.toSorted()).toEqual(
      keys(101)
        .map(({ pk }) => pk)
        .toSorted(),
    );
  });

  test('only the unprocessed writes are sent again', async () => {
    const attempts: number[] = [];
    mock.on(BatchWriteCommand).callsFake((input: BatchWriteCommandInput) => {
      attempts.push(writesOf(input).length);
      const rest = writesOf(input).slice(10);
      return rest.length > 0 ? { UnprocessedItems: { test: rest } } : {};
    });
    await batchPut(table, keys(25));
    expect(attempts).toEqual([25, 15, 5]);
  });

  test('a batch that DynamoDB rejects completely because of throttling is sent again', async () => {
    const refusal = new ThrottlingException({ $metadata: {}, message: 'Throughput exceeds the capacity' });
    mock.on(BatchWriteCommand).rejectsOnce(refusal).resolves({});
    await batchPut(table, keys(25));
    expect(mock.calls()).toHaveLength(2);
  });

  test('writes that remain unprocessed after all retries cause an error', async () => {
    mock
      .on(BatchWriteCommand)
      .callsFake((input: BatchWriteCommandInput) => ({ UnprocessedItems: input.RequestItems }));
    vi.useFakeTimers();
    const failed = expect(batchDelete(table, keys(2))).rejects.toThrow('2 writes were left unprocessed');
    await vi.runAllTimersAsync();
    await failed;
    expect(mock.calls()).toHaveLength(10);
  });

  test('no request is sent for an empty batch', async () => {
    await batchPut(table, []);
    expect(mock.calls()).toHaveLength(0);
  });
});

describe('a batch of reads', () => {
  test('the reads are sent in requests of at most 100 items', async () => {
    const batchSizes: number[] = [];
    mock.on(BatchGetCommand).callsFake((input: BatchGetCommandInput) => {
      const wanted = input.RequestItems?.test?.Keys ?? [];
      batchSizes.push(wanted.length);
      const rest = wanted.slice(60);
      return {
        Responses: { test: wanted.slice(0, 60) },
        ...(rest.length > 0 && { UnprocessedKeys: { test: { Keys: rest } } }),
      };
    });
    const found = await batchGet(table, keys(150), { concurrency: 1 });
    expect(batchSizes).toEqual([100, 40, 50]);
    expect(found).toHaveLength(150);
  });
});

describe('parallel work with a limit', () => {
  test('the number of parallel tasks never exceeds the limit', async () => {
    let runningTaskCount = 0;
    let most = 0;
    const done: number[] = [];
    await forEachParallel(Array(20).keys(), 3, async (element) => {
      runningTaskCount += 1;
      most = Math.max(most, runningTaskCount);
      await Promise.resolve();
      done.push(element);
      runningTaskCount -= 1;
    });
    expect(most).toBe(3);
    expect(done.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()]);
  });

  test('no further parallel task starts after one task has failed', async () => {
    const started: number[] = [];
    const work = forEachParallel(Array(100).keys(), 2, async (element) => {
      started.push(element);
      if (element === 3) throw new Error('broken');
    });
    await expect(work).rejects.toThrow('broken');
    expect(started.length).toBeLessThan(10);
  });
});
