import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type GuardHistory,
  guardReading,
  isSuspiciousReading,
  type Reading,
} from '../../../shared/ingest/domain/guard.ts';
import {
  NO_TRACK_RECORD,
  trackRecordOf,
} from '../../../shared/strategies/domain/expectation/track-record.ts';

const HOUR_MS = 3_600_000;
const before: Reading = { apy: 5, tvlUsd: 1_000_000, observedAtMs: 0 };
const at = (changes: Partial<Reading>): Reading => ({ ...before, observedAtMs: HOUR_MS, ...changes });

/** Returns the track record of 30 days with a TVL of 1 million USD. The daily APYs repeat the given list. */
const buildTrackRecord = (...apys: number[]): GuardHistory =>
  trackRecordOf({
    apy: Array.from({ length: 30 }, (_, day) => apys[day % apys.length] ?? 0),
    tvl: new Array<number>(30).fill(1_000_000),
  });
const steady = buildTrackRecord(5);

describe('a suspicious reading (a sudden large change) of a strategy with a steady history', () => {
  test.each<[string, Partial<Reading>, boolean]>([
    ['no change', {}, false],
    ['20 times the last TVL', { tvlUsd: 20_000_000 }, false],
    ['more than 20 times the last TVL', { tvlUsd: 20_001_000 }, true],
    ['a twentieth of the last TVL', { tvlUsd: 50_001 }, false],
    ['less than a twentieth of the last TVL', { tvlUsd: 49_999 }, true],
    ['a TVL of zero', { tvlUsd: 0 }, true],
    ['3 times the last APY', { apy: 15 }, false],
    ['more than 3 times the last APY', { apy: 15.1 }, true],
    ['an APY of zero', { apy: 0 }, false],
    ['a negative APY after a fall of 6 percentage points', { apy: -1 }, true],
    ['an APY of a billion percent', { apy: 1e9 }, true],
  ])('a reading with %s (%j) is suspicious: %s', (_, changes, isSuspicious) => {
    expect(isSuspiciousReading(at(changes), before, steady)).toBe(isSuspicious);
  });

  test('a reading can be suspicious even if the reading before it is old', () => {
    expect(isSuspiciousReading(at({ apy: 90, observedAtMs: 40 * 24 * HOUR_MS }), before, steady)).toBe(true);
  });

  test('a change from an APY of 0.01% to an APY of 5% is not suspicious', () => {
    expect(isSuspiciousReading(at({ apy: 5 }), { ...before, apy: 0.01 }, buildTrackRecord(0.01))).toBe(false);
  });
});

test('in a volatile strategy, an APY above both 5 times the last APY and twice the median is suspicious', () => {
  const swinging = buildTrackRecord(2, 40, 8, 90, 30);
  expect(isSuspiciousReading(at({ apy: 75 }), { ...before, apy: 15 }, swinging)).toBe(false);
  expect(isSuspiciousReading(at({ apy: 75.1 }), { ...before, apy: 15 }, swinging)).toBe(true);
  expect(isSuspiciousReading(at({ apy: 59 }), before, swinging)).toBe(false);
  expect(isSuspiciousReading(at({ apy: 61 }), before, swinging)).toBe(true);
});

test('a reading that is far above the median is not suspicious if its APY is at most 3 times the last APY', () => {
  expect(isSuspiciousReading(at({ apy: 27 }), { ...before, apy: 9 }, steady)).toBe(false);
  expect(isSuspiciousReading(at({ apy: 27.1 }), { ...before, apy: 9 }, steady)).toBe(true);
});

test('after a spike was published, a reading between the spike and the median is never suspicious', () => {
  const spike = { ...before, apy: 400, tvlUsd: 90_000_000 };
  fc.assert(
    fc.property(
      fc.double({ min: 5, max: 400, noNaN: true }),
      fc.double({ min: 1_000_000, max: 90_000_000, noNaN: true }),
      (apy, tvlUsd) => {
        expect(isSuspiciousReading(at({ apy, tvlUsd }), spike, steady)).toBe(false);
      },
    ),
  );
});

test('after a jump of APY and TVL is confirmed, a further reading near the new values is not suspicious', () => {
  const shifted = { ...before, apy: 90, tvlUsd: 40_000_000 };
  expect(isSuspiciousReading(at({ apy: 99, tvlUsd: 44_000_000 }), shifted, steady)).toBe(false);
  expect(isSuspiciousReading(at({ apy: 900, tvlUsd: 44_000_000 }), shifted, steady)).toBe(true);
});

test('if a strategy has less than a week of history, a new reading is compared only with the previous reading', () => {
  expect(isSuspiciousReading(at({ apy: 90 }), before, NO_TRACK_RECORD)).toBe(true);
  expect(isSuspiciousReading(at({ apy: 9 }), before, NO_TRACK_RECORD)).toBe(false);
});

describe('the decision of the spike guard', () => {
  const suspiciousReading = at({ apy: 90 });
  const later = (changes: Partial<Reading>) => at({ observedAtMs: 2 * HOUR_MS, ...changes });

  test('the spike guard accepts a first reading and a reading that is not suspicious', () => {
    expect(guardReading(suspiciousReading, undefined, undefined, steady)).toEqual({ kind: 'accept' });
    expect(guardReading(at({ apy: 6 }), before, undefined, steady)).toEqual({ kind: 'accept' });
  });

  test('the spike guard holds a suspicious reading until a later reading confirms it', () => {
    expect(guardReading(suspiciousReading, before, undefined, steady)).toEqual({
      kind: 'hold',
      unconfirmedReading: suspiciousReading,
    });
    expect(guardReading(later({ apy: 100 }), before, suspiciousReading, steady)).toEqual({
      kind: 'accept',
      confirmedReading: suspiciousReading,
    });
  });

  test('a held reading is not confirmed when the source sends the same reading again', () => {
    expect(guardReading(suspiciousReading, before, suspiciousReading, steady)).toEqual({
      kind: 'hold',
      unconfirmedReading: suspiciousReading,
    });
  });

  test('the spike guard accepts a normal reading that follows a suspicious reading', () => {
    expect(guardReading(later({ apy: 5.1 }), before, suspiciousReading, steady)).toEqual({ kind: 'accept' });
  });

  test('a second suspicious reading at a different level replaces the held reading', () => {
    const other = later({ apy: 900 });
    expect(guardReading(other, before, suspiciousReading, steady)).toEqual({
      kind: 'hold',
      unconfirmedReading: other,
    });
  });
});
