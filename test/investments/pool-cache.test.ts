import { expect, test } from 'vitest';
import { PoolCache } from '../../shared/investments/settlement/pool-cache.ts';

const CAP = 1_000_000n;
const remainingCapOf = (shares: bigint) => CAP - shares;
const ask = (amount: bigint, nowMs = 0) => ({ amount, nowMs, remainingCapOf });

test('a small deposit uses the cached pool if it was read at most 5 seconds ago', () => {
  const pools = new PoolCache();
  expect(pools.accept('str_a', ask(1n))).toBe(false);
  pools.remember('str_a', { shares: 0n, amount: 0n, nowMs: 0 });
  expect(pools.accept('str_b', ask(1n))).toBe(false);
  expect(pools.accept('str_a', ask(1_001n))).toBe(false);
  expect(pools.accept('str_a', ask(1_000n, 5_000))).toBe(true);
  expect(pools.accept('str_a', ask(1n, 5_001))).toBe(false);
});

test('if a pool is cached, the check of the deposit cap includes the deposits that are newer than the cached pool', () => {
  const pools = new PoolCache();
  pools.remember('str_a', { shares: 900_000n, amount: 50_000n, nowMs: 0 });
  let admitted = 50_000n;
  while (pools.accept('str_a', ask(10n))) admitted += 10n;
  expect(admitted).toBe(90_010n);
  expect(pools.accept('str_a', ask(9n))).toBe(true);
});
