import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Throughput } from './throughput.ts';

const LIMIT = 1_000;

function withClock() {
  const clock = { nowMs: 0 };
  return { clock, throughput: new Throughput(LIMIT, () => clock.nowMs) };
}

test('a partition key has a second’s units, and gets them back with time', () => {
  const { clock, throughput } = withClock();
  throughput.spend('a', LIMIT);
  expect(throughput.admits('a')).toBe(false);
  clock.nowMs = 1;
  expect(throughput.admits('a')).toBe(true);
});

test('what a call cost above the rest is paid back before the next one', () => {
  const { clock, throughput } = withClock();
  throughput.spend('a', 2 * LIMIT);
  clock.nowMs = 1_000;
  expect(throughput.admits('a')).toBe(false);
  clock.nowMs = 1_001;
  expect(throughput.admits('a')).toBe(true);
});

test('one partition key takes nothing from another', () => {
  const { throughput } = withClock();
  throughput.spend('a', LIMIT);
  expect(throughput.admits('b')).toBe(true);
});

test('unused units are not kept for longer than a second', () => {
  const { clock, throughput } = withClock();
  clock.nowMs = 60_000;
  throughput.spend('a', LIMIT);
  expect(throughput.admits('a')).toBe(false);
});

test('what is forgotten begins anew', () => {
  const { throughput } = withClock();
  throughput.spend('space a', LIMIT);
  throughput.spend('other a', LIMIT);
  throughput.forget('space ');
  expect([throughput.admits('space a'), throughput.admits('other a')]).toEqual([true, false]);
});

test('no more than the limit, a second’s worth and the last call are ever consumed', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 300 })));
  fc.assert(
    fc.property(steps, (calls) => {
      const { clock, throughput } = withClock();
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
