import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Throughput } from './throughput.ts';

const LIMIT = 1_000;

function createThroughputWithClock() {
  const clock = { nowMs: 0 };
  return { clock, throughput: new Throughput(LIMIT, () => clock.nowMs) };
}

test('a partition key that has used all its capacity units is throttled until units are refilled', () => {
  const { clock, throughput } = createThroughputWithClock();
  throughput.spend('a', LIMIT);
  expect(throughput.admits('a')).toBe(false);
  clock.nowMs = 1;
  expect(throughput.admits('a')).toBe(true);
});

test('after a call that used too many capacity units, the next call waits until the units are refilled', () => {
  const { clock, throughput } = createThroughputWithClock();
  throughput.spend('a', 2 * LIMIT);
  clock.nowMs = 1_000;
  expect(throughput.admits('a')).toBe(false);
  clock.nowMs = 1_001;
  expect(throughput.admits('a')).toBe(true);
});

test('calls on one partition key use no capacity units of another partition key', () => {
  const { throughput } = createThroughputWithClock();
  throughput.spend('a', LIMIT);
  expect(throughput.admits('b')).toBe(true);
});

test('a partition key keeps its unused capacity units for at most one second', () => {
  const { clock, throughput } = createThroughputWithClock();
  clock.nowMs = 60_000;
  throughput.spend('a', LIMIT);
  expect(throughput.admits('a')).toBe(false);
});

test('Throughput.forget refills the capacity units of all partition keys with the given prefix', () => {
  const { throughput } = createThroughputWithClock();
  throughput.spend('space a', LIMIT);
  throughput.spend('other a', LIMIT);
  throughput.forget('space ');
  expect([throughput.admits('space a'), throughput.admits('other a')]).toEqual([true, false]);
});

test('any sequence of calls consumes at most the available capacity units, plus the units of its last call', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 300 })));
  fc.assert(
    fc.property(steps, (calls) => {
      const { clock, throughput } = createThroughputWithClock();
      let consumed = 0;
      let last = 0;
      for (const [pauseMs, units] of calls) {
        clock.nowMs += pauseMs;
        if (!throughput.admits('a')) continue;
        throughput.spend('a', units);
        consumed += units;
        last = units;
      }
      expect(consumed).toBeLessThanOrEqual(LIMIT + (clock.nowMs / 1_000) * LIMIT + last);
    }),
  );
});
