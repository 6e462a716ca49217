import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { EngineClient } from '../engine-client.ts';
import type { Attributes } from '../wire.ts';
import { LaggingCopy } from './lagging-copy.ts';

const LAG_MS = 200;

const attributes = z.record(z.string(), z.record(z.string(), z.json()));
const keys = z.object({ RequestItems: z.object({ from: z.object({ Keys: z.array(attributes) }) }) });
const writes = z.object({
  RequestItems: z.object({
    to: z.array(
      z.union([
        z.object({ PutRequest: z.object({ Item: attributes }) }),
        z.object({ DeleteRequest: z.object({ Key: attributes }) }),
      ]),
    ),
  }),
});

const nameOf = (item: Attributes) => String(item.pk?.S);
const item = (pk: string, value = '') => ({ pk: { S: pk }, sk: { S: 's' }, value: { S: value } });
const keyOf = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' } });

/**
 * Returns two tables in memory and a `LaggingCopy` from one to the other. `calls` contains the operations of the copy.
 */
function memory() {
  const from = new Map<string, Attributes>();
  const to = new Map<string, Attributes>();
  const calls: string[] = [];
  const engine: EngineClient = {
    stop: () => {},
    call: async (target, input) => {
      const operation = target.split('.')[1] ?? '';
      calls.push(operation);
      if (operation === 'BatchGetItem') {
        const wanted = keys.parse(input).RequestItems.from.Keys.map(nameOf);
        const items = wanted.flatMap((name) => from.get(name) ?? []);
        return { status: 200, body: { Responses: { from: items } } };
      }
      for (const write of writes.parse(input).RequestItems.to) {
        if ('PutRequest' in write) to.set(nameOf(write.PutRequest.Item), write.PutRequest.Item);
        else to.delete(nameOf(write.DeleteRequest.Key));
      }
      return { status: 200, body: {} };
    },
  };
  const copy = new LaggingCopy({ engine, from: 'from', to: 'to', lagMs: LAG_MS, nowMs: () => Date.now() });
  const put = (pk: string, value: string) => {
    from.set(pk, item(pk, value));
    copy.touch(keyOf(pk));
  };
  return { from, to, calls, copy, put };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the lagging copy of a table shows a write only after the lag', async () => {
  const { to, put } = memory();
  put('a', '1');
  await vi.advanceTimersByTimeAsync(LAG_MS - 1);
  expect(to.size).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([...to.values()]).toEqual([item('a', '1')]);
});

test('the lagging copy of a table shows a deletion only after the lag', async () => {
  const { from, to, copy, put } = memory();
  put('a', '1');
  await vi.advanceTimersByTimeAsync(LAG_MS);
  from.delete('a');
  copy.touch(keyOf('a'));
  await vi.advanceTimersByTimeAsync(LAG_MS - 1);
  expect(to.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(to.size).toBe(0);
});

test('the lagging copy of a table shows all states of an item in the order of the writes', async () => {
  const { to, put } = memory();
  const seen: unknown[] = [];
  for (const value of ['1', '2', '3']) {
    put('a', value);
    await vi.advanceTimersByTimeAsync(50);
  }
  for (let step = 0; step < 4; step += 1) {
    await vi.advanceTimersByTimeAsync(50);
    seen.push(to.get('a')?.value?.S);
  }
  expect(seen).toEqual(['1', '2', '3', '3']);
});

test('if an item is written many times within the lag, it is copied to the lagging copy only once', async () => {
  const { calls, put } = memory();
  for (let write = 0; write < 1_000; write += 1) put('a', String(write));
  await vi.advanceTimersByTimeAsync(LAG_MS);
  expect(calls).toEqual(['BatchGetItem', 'BatchWriteItem']);
});

test('a read of the lagging copy waits for older writes, but not for writes that are more recent than the lag', async () => {
  const { copy, put } = memory();
  put('a', '1');
  await vi.advanceTimersByTimeAsync(50);
  await expect(copy.caughtUp()).resolves.toBeUndefined();
});

test('the method settle of the lagging copy copies all earlier writes at once', async () => {
  const { from, to, copy, put } = memory();
  put('a', '1');
  await vi.advanceTimersByTimeAsync(50);
  put('b', '1');
  await copy.settle();
  expect([...to.keys()]).toEqual(['a', 'b']);
  from.delete('a');
  copy.touch(keyOf('a'));
  await vi.advanceTimersByTimeAsync(50);
  expect(to.has('a')).toBe(true);
});

test('nothing is copied to the lagging copy of a table after it is stopped', async () => {
  const { to, copy, put } = memory();
  put('a', '1');
  copy.stop();
  await vi.advanceTimersByTimeAsync(10 * LAG_MS);
  expect(to.size).toBe(0);
});
