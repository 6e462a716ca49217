import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BatchDelivery, deliverBatch } from '../../../infra/emulator/jobs/deliver.ts';
import type { StreamRecord } from '../../../infra/emulator/jobs/stream-client.ts';
import type { InvocationResult } from '../../../infra/emulator/lambda/function.ts';

const record = (number: number, created = 0): StreamRecord => ({
  eventID: String(number),
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(number), ApproximateCreationDateTime: created },
});
const batchOf = (size: number) => Array.from({ length: size }, (_, index) => record(index));
const numbers = (records: readonly StreamRecord[]) => records.map(({ eventID }) => Number(eventID));

const done: InvocationResult = { kind: 'returned', value: null };
const failed: InvocationResult = { kind: 'threw', errorType: 'Error', message: 'no' };
const buildFailedRecordResult = (number: number): InvocationResult => ({
  kind: 'returned',
  value: { batchItemFailures: [{ itemIdentifier: String(number) }] },
});

/** Delivers record numbers to a function. Returns the delivered batches and the dropped records. */
async function run(
  size: number,
  answer: (batch: number[], call: number) => InvocationResult,
  settings: Partial<BatchDelivery> = {},
) {
  const calls: number[][] = [];
  const droppedRecordNumbers: number[] = [];
  const pauses: number[] = [];
  await deliverBatch(batchOf(size), {
    invoke: async (records) => {
      calls.push(numbers(records));
      return answer(numbers(records), calls.length);
    },
    bisect: false,
    retries: 3,
    maximumRecordAgeSeconds: -1,
    reportsItemFailures: true,
    onGivenUp: (records) => droppedRecordNumbers.push(...numbers(records)),
    signal: new AbortController().signal,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    ...settings,
  });
  return { calls, droppedRecordNumbers, pauses };
}

test('a batch that succeeds is delivered once', async () => {
  expect(await run(3, () => done)).toEqual({ calls: [[0, 1, 2]], droppedRecordNumbers: [], pauses: [] });
});

test('a batch that keeps failing is delivered again after longer and longer pauses, until the last retry', async () => {
  const { calls, droppedRecordNumbers, pauses } = await run(2, () => failed);
  expect(calls).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  expect(pauses).toEqual([100, 200, 400]);
  expect(droppedRecordNumbers).toEqual([0, 1]);
});

test('a batch of stream records that succeeds on a retry is not dropped', async () => {
  const { calls, droppedRecordNumbers } = await run(2, (_, call) => (call < 3 ? failed : done));
  expect([calls.length, droppedRecordNumbers]).toEqual([3, []]);
});

test('when the function reports a failed record, the next delivery of the batch starts at this record', async () => {
  const { calls, droppedRecordNumbers } = await run(4, (_, call) =>
    call === 1 ? buildFailedRecordResult(2) : done,
  );
  expect([calls, droppedRecordNumbers]).toEqual([
    [
      [0, 1, 2, 3],
      [2, 3],
    ],
    [],
  ]);
});

test('the whole batch is delivered again if the function reports a failed record that is not in the batch', async () => {
  const { calls } = await run(2, (_, call) => (call === 1 ? buildFailedRecordResult(99) : done));
  expect(calls).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test('if the event source mapping lacks ReportBatchItemFailures, a record that the function reports as failed is not delivered again', async () => {
  const { calls } = await run(2, () => buildFailedRecordResult(0), { reportsItemFailures: false });
  expect(calls).toHaveLength(1);
});

test('if a failing batch is bisected, only the record that causes the failure is dropped', async () => {
  const poisoned = (batch: number[]) => (batch.includes(5) ? failed : done);
  const { droppedRecordNumbers, calls } = await run(8, poisoned, { bisect: true, retries: 2 });
  expect(droppedRecordNumbers).toEqual([5]);
  const delivered = calls.filter((batch) => !batch.includes(5)).flat();
  expect(delivered.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 6, 7]);
});

test('records beyond their maximum age are dropped even if retries remain', async () => {
  const settings = { maximumRecordAgeSeconds: 60, retries: -1, nowMs: () => 61_000 };
  const { calls, droppedRecordNumbers } = await run(1, () => failed, settings);
  expect([calls.length, droppedRecordNumbers]).toEqual([1, [0]]);
});

test('if the local server stops between retries of a failing batch, no record of the batch is reported as dropped', async () => {
  const abort = new AbortController();
  const { calls, droppedRecordNumbers } = await run(
    2,
    (_, call) => {
      if (call === 2) abort.abort();
      return failed;
    },
    { signal: abort.signal, retries: -1 },
  );
  expect([calls.length, droppedRecordNumbers]).toEqual([2, []]);
});

describe('deliveries with any failures, with and without bisection of batches', () => {
  test('every record is either delivered in order or dropped', async () => {
    const settings = fc.record({ bisect: fc.boolean(), retries: fc.integer({ min: 0, max: 4 }) });
    const poison = fc.uniqueArray(fc.integer({ min: 0, max: 15 }));
    await fc.assert(
      fc.asyncProperty(
        settings,
        poison,
        fc.integer({ min: 1, max: 16 }),
        fc.boolean(),
        async (given, bad, size, reports) => {
          const accepted: number[] = [];
          const answer = (batch: number[]): InvocationResult => {
            const first = batch.findIndex((number) => bad.includes(number));
            if (first < 0) accepted.push(...batch);
            else if (reports) accepted.push(...batch.slice(0, first));
            if (first < 0) return done;
            return reports ? buildFailedRecordResult(batch[first] ?? 0) : failed;
          };
          const { droppedRecordNumbers } = await run(size, answer, given);
          const all = [...accepted, ...droppedRecordNumbers].toSorted((a, b) => a - b);
          expect(all).toEqual(numbers(batchOf(size)));
          expect(accepted).toEqual(accepted.toSorted((a, b) => a - b));
          if (given.bisect) expect(droppedRecordNumbers.every((number) => bad.includes(number))).toBe(true);
        },
      ),
    );
  });
});
