import { expect, test } from 'vitest';
import {
  buildPerformanceSnapshot,
  decodePerformanceSnapshot,
  encodePerformanceSnapshot,
} from '../../../shared/market/domain/performance-snapshot.ts';
import { computeStatisticsByWindow } from '../../../shared/market/domain/window-statistics.ts';

const now = new Date('2026-01-31T12:00:00Z');
const subject = (id: string, asset: string, tvl: number, outlier = false) => ({ id, asset, tvl, outlier });
const constant = (apy: number) =>
  computeStatisticsByWindow({ apy: Array<number>(30).fill(apy), tvl: Array<number>(30).fill(1_000_000) });

const records = [
  subject('strat_a', 'USDC', 3_000_000),
  subject('strat_b', 'USDC', 1_000_000),
  subject('strat_c', 'USDC', 9_000_000, true),
  subject('strat_d', 'ETH', 5_000_000),
  subject('strat_e', 'ETH', 0),
];
const statistics = new Map([
  ['strat_a', constant(4)],
  ['strat_b', constant(8)],
  ['strat_c', constant(900)],
  ['strat_e', constant(3)],
]);
const snapshot = buildPerformanceSnapshot(records, statistics, now);

test('a strategy without statistics has unknown values in the performance snapshot', () => {
  expect(snapshot.asOf).toBe('2026-01-31T12:00:00.000Z');
  expect(snapshot.ids).toEqual(['strat_a', 'strat_b', 'strat_c', 'strat_d', 'strat_e']);
  expect(snapshot.statistics['30d'].meanApy).toEqual(Float32Array.of(4, 8, 900, Number.NaN, 3));
  expect(snapshot.statistics['90d'].meanApy.every(Number.isNaN)).toBe(true);
  expect([...snapshot.statistics['90d'].samples]).toEqual([30, 30, 30, 0, 30]);
});

test('the benchmark APY is weighted by TVL, without outliers, unknown values and empty pools', () => {
  expect(snapshot.assets).toEqual(['USDC', 'ETH']);
  expect([...snapshot.assetRowIndexes]).toEqual([0, 0, 0, 1, 1]);
  expect(snapshot.benchmarks['30d'].apy[0]).toBe(5);
  expect([...snapshot.benchmarks['30d'].strategies]).toEqual([2, 0]);
  expect(snapshot.benchmarks['30d'].apy[1]).toBeNaN();
});

test('a performance snapshot is unchanged after it is encoded and decoded', () => {
  expect(decodePerformanceSnapshot(encodePerformanceSnapshot(snapshot))).toEqual(snapshot);
  const empty = buildPerformanceSnapshot([], new Map(), now);
  expect(decodePerformanceSnapshot(encodePerformanceSnapshot(empty))).toEqual(empty);
});

test('truncated bytes of a performance snapshot are rejected', () => {
  const bytes = encodePerformanceSnapshot(snapshot);
  expect(() => decodePerformanceSnapshot(bytes.subarray(0, bytes.length - 4))).toThrow(RangeError);
});
