import { expect, test } from 'vitest';
import { backtest } from './support/backtest.ts';
import { publishedOn, sampleHistory } from './support/sample-history.ts';

const past = await sampleHistory({ size: 60, seed: 7, days: 200 });
const DAY = 150;

test('what is published on a day does not depend on the days after it', () => {
  const pools = past.pools.map((pool) => ({
    ...pool,
    apy: pool.apy.map((value, day) => (day > DAY ? 999 : value)),
    tvl: pool.tvl.map((value, day) => (day > DAY ? 1 : value)),
  }));
  const before = publishedOn(past, DAY).map(({ record }) => record);
  expect(publishedOn({ ...past, pools }, DAY).map(({ record }) => record)).toEqual(before);
  expect(before.length).toBeGreaterThan(20);
});

test('an APY that stays as it is realises itself, and a deposit as large as the TVL halves it', () => {
  const steady = past.pools.map((pool) => ({
    ...pool,
    rewardShare: 0,
    apy: pool.apy.map(() => 8),
    tvl: pool.tvl.map(() => 1_000_000),
  }));
  const outcomes = backtest(
    { ...past, pools: steady },
    {
      policy: 'highest',
      riskLevel: 'high',
      horizonDays: 30,
      amountUsd: 1_000_000,
      firstDay: DAY,
      everyDays: 7,
    },
  );
  expect(outcomes).toHaveLength(3);
  for (const { kept, reported } of outcomes) {
    expect(reported).toBeCloseTo(8, 6);
    expect(kept).toBeCloseTo(4, 6);
  }
});
