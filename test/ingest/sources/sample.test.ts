import { expect, test } from 'vitest';
import { normalizePool } from '../../../shared/ingest/domain/normalize.ts';
import { publication } from '../../../shared/ingest/domain/publish.ts';
import { upstreamPool } from '../../../shared/ingest/domain/upstream.ts';
import { createSampleSource, SAMPLE_DEFAULTS } from '../../../shared/ingest/sources/sample.ts';
import { MARKET_NOW_MS } from '../../support/pools.ts';

const DAY_MS = 86_400_000;
const TODAY = Math.floor(MARKET_NOW_MS / DAY_MS);
const sourceAt = (nowMs: number, size = 300, seed = 1) =>
  createSampleSource({ size, seed, now: () => nowMs });

async function observations(size: number) {
  const { rows, fetchedAtMs } = await sourceAt(MARKET_NOW_MS, size).pools();
  return rows.map((row) => {
    const result = normalizePool(upstreamPool.parse(row), 'sample', fetchedAtMs);
    if (!result.ok) throw new Error(result.reason);
    return result.observation;
  });
}

test('the same seed and time give the same market, another seed another one', async () => {
  const [first, second, other] = await Promise.all(
    [sourceAt(MARKET_NOW_MS), sourceAt(MARKET_NOW_MS), sourceAt(MARKET_NOW_MS, 300, 2)].map((s) => s.pools()),
  );
  expect(first).toEqual(second);
  expect(other?.rows).not.toEqual(first?.rows);
});

test('a larger market begins with the smaller one', async () => {
  const { rows } = await sourceAt(MARKET_NOW_MS, 100).pools();
  expect((await sourceAt(MARKET_NOW_MS, 300).pools()).rows.slice(0, 100)).toEqual(rows);
});

test('every pool can be published, under an id of its own', async () => {
  const all = await observations(SAMPLE_DEFAULTS.size);
  expect(all.filter((one) => !publication(one, MARKET_NOW_MS).ok)).toEqual([]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(SAMPLE_DEFAULTS.size);
});

test('even a small market has the chains and assets that examples speak of', async () => {
  const all = await observations(15);
  expect(new Set(all.map(({ chain }) => chain))).toEqual(
    new Set(['ethereum', 'arbitrum', 'optimism', 'base', 'polygon']),
  );
  const assets = new Set(all.flatMap(({ underlyingAssets }) => underlyingAssets));
  for (const asset of ['ETH', 'USDC', 'WBTC', 'DAI', 'USDT']) expect(assets).toContain(asset);
});

test('has realistic middles and tails', async () => {
  const all = await observations(SAMPLE_DEFAULTS.size);
  const quantile = (values: (number | null)[], at: number) =>
    values.map(Number).sort((a, b) => a - b)[Math.floor(values.length * at)];
  const apys = all.map(({ apy }) => apy);
  expect(quantile(apys, 0.5)).toBeGreaterThan(2);
  expect(quantile(apys, 0.5)).toBeLessThan(8);
  expect(quantile(apys, 0.95)).toBeGreaterThan(20);
  expect(quantile(apys, 0.95)).toBeLessThan(100);
  const tvls = all.map(({ tvlUsd }) => tvlUsd);
  expect(quantile(tvls, 0.5)).toBeGreaterThan(300_000);
  expect(quantile(tvls, 0.5)).toBeLessThan(3_000_000);
});

test('a day of the past is the same whenever it is asked for', async () => {
  const earlier = sourceAt(MARKET_NOW_MS);
  const later = sourceAt(MARKET_NOW_MS + 40 * DAY_MS);
  const { rows } = await earlier.pools();
  for (const row of rows.slice(0, 50)) {
    const id = upstreamPool.parse(row).pool;
    const [before, after] = [await earlier.history(id), await later.history(id)];
    // A pool's age counts from when the market was made, so a young one is as young in the later market.
    if (before.apy.length < 60) continue;
    for (let day = TODAY - 1; day > TODAY - 5; day -= 1) {
      expect(after.apy[day - after.firstDay]).toBe(before.apy[day - before.firstDay]);
      expect(after.tvl[day - after.firstDay]).toBe(before.tvl[day - before.firstDay]);
    }
  }
});

test('histories end yesterday, are known throughout, and lead to today without a leap', async () => {
  const source = sourceAt(MARKET_NOW_MS);
  for (const row of (await source.pools()).rows) {
    const pool = upstreamPool.parse(row);
    const { firstDay, apy, tvl } = await source.history(pool.pool);
    expect(firstDay + apy.length).toBe(TODAY);
    expect(apy.length).toBeGreaterThan(0);
    expect(apy.length).toBeLessThanOrEqual(SAMPLE_DEFAULTS.historyDays);
    expect([...apy, ...tvl].every((value) => value > 0)).toBe(true);
    const yesterday = apy.at(-1) ?? Number.NaN;
    expect(Math.max((pool.apy ?? 0) / yesterday, yesterday / (pool.apy ?? 0))).toBeLessThan(2.5);
  }
});

test('prices, chains and their histories are there for every asset and chain', async () => {
  const source = sourceAt(MARKET_NOW_MS);
  const prices = await source.prices(['coingecko:ethereum', 'coingecko:unheard-of', 'ethereum:0x0']);
  expect(prices.map(({ symbol }) => symbol)).toEqual(['ETH']);
  for (const { name, tvlUsd } of await source.chains()) {
    expect(tvlUsd).toBeGreaterThan(0);
    const { firstDay, tvl } = await source.chainTvlHistory(name);
    expect(firstDay + tvl.length).toBe(TODAY);
    expect(tvl.every((value) => value > 0)).toBe(true);
  }
});

test('a pool that is not there has no history', async () => {
  await expect(sourceAt(MARKET_NOW_MS).history('unknown')).rejects.toMatchObject({ name: 'SourceError' });
});
