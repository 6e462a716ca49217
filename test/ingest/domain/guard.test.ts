import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardReading, isLeap, type Reading } from '../../../shared/ingest/domain/guard.ts';

const HOUR_MS = 3_600_000;
const before: Reading = { apy: 5, tvlUsd: 1_000_000, observedAtMs: 0 };
const at = (changes: Partial<Reading>): Reading => ({ ...before, observedAtMs: HOUR_MS, ...changes });

describe('a leap', () => {
  test.each<[string, Partial<Reading>, boolean]>([
    ['nothing', {}, false],
    ['TVL x 5', { tvlUsd: 5_000_000 }, false],
    ['TVL over x 5', { tvlUsd: 5_000_001 }, true],
    ['TVL / 5', { tvlUsd: 200_000 }, false],
    ['TVL under / 5', { tvlUsd: 199_999 }, true],
    ['TVL gone', { tvlUsd: 0 }, true],
    ['APY x 5', { apy: 25 }, false],
    ['APY over x 5', { apy: 25.1 }, true],
    ['APY to nearly nothing, by 4.9 points', { apy: 0.1 }, false],
    ['APY turned negative by 6 points', { apy: -1 }, true],
    ['APY turned negative by 4.5 points', { apy: 0.5 }, false],
    ['an absurd APY', { apy: 1e9 }, true],
  ])('%s within an hour', (_, changes, leap) => {
    expect(isLeap(before, at(changes))).toBe(leap);
  });

  test('of a tiny APY is none', () => {
    expect(isLeap({ ...before, apy: 0.01 }, at({ apy: 1 }))).toBe(false);
  });

  test('is none after more than a day without readings', () => {
    expect(isLeap(before, at({ tvlUsd: 1, observedAtMs: 24 * HOUR_MS + 1 }))).toBe(false);
    expect(isLeap(before, at({ tvlUsd: 1, observedAtMs: 24 * HOUR_MS }))).toBe(true);
  });
});

describe('the guard', () => {
  const leap = at({ tvlUsd: 9_000_000 });

  test('believes a first reading and one that does not leap', () => {
    expect(guardReading(leap, undefined, undefined)).toEqual({ kind: 'accept' });
    expect(guardReading(at({ apy: 6 }), before, undefined)).toEqual({ kind: 'accept' });
  });

  test('holds a leap, and believes it when a later reading agrees', () => {
    expect(guardReading(leap, before, undefined)).toEqual({ kind: 'hold', held: leap });
    const later = { ...leap, tvlUsd: 8_500_000, observedAtMs: 2 * HOUR_MS };
    expect(guardReading(later, before, leap)).toEqual({ kind: 'accept' });
  });

  test('is not convinced by the same reading again', () => {
    expect(guardReading(leap, before, leap)).toEqual({ kind: 'hold', held: leap });
  });

  test('forgets the held reading when the figures come back', () => {
    expect(guardReading(at({ observedAtMs: 2 * HOUR_MS }), before, leap)).toEqual({ kind: 'accept' });
  });

  test('holds another leap in place of one that it contradicts', () => {
    const other = at({ tvlUsd: 90_000_000, observedAtMs: 2 * HOUR_MS });
    expect(guardReading(other, before, leap)).toEqual({ kind: 'hold', held: other });
  });

  test('never lets one reading alone move what is published by more than the factor', () => {
    const figure = fc.double({ min: 10_000, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(figure, figure, (tvlBefore, tvlAfter) => {
        const verdict = guardReading(at({ tvlUsd: tvlAfter }), { ...before, tvlUsd: tvlBefore }, undefined);
        const ratio = Math.max(tvlBefore, tvlAfter) / Math.min(tvlBefore, tvlAfter);
        if (verdict.kind === 'accept') expect(ratio).toBeLessThanOrEqual(5.000001);
        else expect(ratio).toBeGreaterThan(4.999999);
      }),
    );
  });
});
