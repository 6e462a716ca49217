import { beforeAll, describe, expect, test } from 'vitest';
import type { HistoryFigures } from '../../../shared/ingest/domain/build-strategy-record.ts';
import { normalizePool } from '../../../shared/ingest/domain/normalize.ts';
import { applyPublicationRules } from '../../../shared/ingest/domain/publication.ts';
import { buildUniquelyNamedRecords } from '../../../shared/ingest/domain/uniquely-named-records.ts';
import { upstreamPoolSchema } from '../../../shared/ingest/domain/upstream.ts';
import { createSampleSource, SAMPLE_DEFAULTS } from '../../../shared/ingest/sources/sample.ts';
import { DEFAULT_COSTS } from '../../../shared/market/domain/recommendation/costs.ts';
import { RECOMMENDATION_POLICY } from '../../../shared/market/domain/recommendation/policy.ts';
import { recommendAllocation } from '../../../shared/market/domain/recommendation/recommend.ts';
import { createStrategyRows } from '../../../shared/market/domain/strategy-rows.ts';
import { EXAMPLE_STRATEGY_ID } from '../../../shared/platform/contract/ids.ts';
import { Catalog } from '../../../shared/strategies/domain/catalog/catalog.ts';
import { encodeCatalog } from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { fixedIntervalReachOf } from '../../../shared/strategies/domain/expectation/published.ts';
import { figuresOf, MARKET_NOW_MS } from '../../support/market/pools.ts';

const DAY_MS = 86_400_000;
const TODAY = Math.floor(MARKET_NOW_MS / DAY_MS);
const sourceAt = (nowMs: number, size = 300, seed = 1) =>
  createSampleSource({ size, seed, now: () => nowMs });

async function observations(size: number) {
  const { rows, fetchedAtMs } = await sourceAt(MARKET_NOW_MS, size).pools();
  return rows.map((row) => {
    const result = normalizePool(upstreamPoolSchema.parse(row), 'sample', fetchedAtMs);
    if (!result.ok) throw new Error(result.reason);
    return result.observation;
  });
}

test('the same seed and time always give the same sample market', async () => {
  const [first, second, other] = await Promise.all(
    [sourceAt(MARKET_NOW_MS), sourceAt(MARKET_NOW_MS), sourceAt(MARKET_NOW_MS, 300, 2)].map((s) => s.pools()),
  );
  expect(first).toEqual(second);
  expect(other?.rows).not.toEqual(first?.rows);
});

test('a larger sample market starts with the pools of a smaller one', async () => {
  const { rows } = await sourceAt(MARKET_NOW_MS, 100).pools();
  expect((await sourceAt(MARKET_NOW_MS, 300).pools()).rows.slice(0, 100)).toEqual(rows);
});

test('every sample pool can be published and has a unique strategy id', async () => {
  const all = await observations(SAMPLE_DEFAULTS.size);
  expect(all.filter((one) => !applyPublicationRules(one, MARKET_NOW_MS).ok)).toEqual([]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(SAMPLE_DEFAULTS.size);
});

test('a sample market of 15 pools has the chains and assets that the documentation examples use', async () => {
  const all = await observations(15);
  expect(new Set(all.map(({ chain }) => chain))).toEqual(
    new Set(['ethereum', 'arbitrum', 'optimism', 'base', 'polygon']),
  );
  const assets = new Set(all.flatMap(({ underlyingAssets }) => underlyingAssets));
  for (const asset of ['ETH', 'USDC', 'WBTC', 'DAI', 'USDT']) expect(assets).toContain(asset);
});

const quantile = (values: readonly number[], at: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * at)] ?? Number.NaN;
const median = (values: readonly number[]) => quantile(values, 0.5);

/** Returns the strategies as they are published, with their risk. */
async function published(size = SAMPLE_DEFAULTS.size) {
  const source = sourceAt(MARKET_NOW_MS, size);
  const all = await observations(size);
  const figures = new Map<string, HistoryFigures>();
  const accepted = await Promise.all(
    all.map(async (observation) => {
      const { apy, tvl } = await source.history(observation.sourcePoolId);
      figures.set(observation.id, figuresOf(apy, tvl));
      const result = applyPublicationRules(observation, MARKET_NOW_MS);
      if (!result.ok) throw new Error(result.reason);
      return result.observation;
    }),
  );
  return buildUniquelyNamedRecords({
    acceptedObservations: accepted,
    keptRecords: [],
    historyFiguresOf: (id) => figures.get(id),
    previousFiguresOf: () => undefined,
    reachOf: fixedIntervalReachOf,
  });
}

describe('the sample market is realistic', () => {
  let market: Awaited<ReturnType<typeof published>>;
  beforeAll(async () => {
    market = await published();
  });
  const apys = (of: typeof market) => of.map(({ current_apy }) => current_apy);
  const tvls = (of: typeof market) => of.map(({ tvl }) => tvl);

  test('the sample market has realistic medians and upper quantiles of APY and TVL', () => {
    expect(median(apys(market))).toBeGreaterThan(2);
    expect(median(apys(market))).toBeLessThan(8);
    expect(quantile(apys(market), 0.95)).toBeGreaterThan(20);
    expect(quantile(apys(market), 0.95)).toBeLessThan(100);
    expect(median(tvls(market))).toBeGreaterThan(300_000);
    expect(median(tvls(market))).toBeLessThan(3_000_000);
  });

  test('every sample strategy has a different name', () => {
    expect(new Set(market.map(({ name }) => name)).size).toBe(market.length);
  });

  test.each([
    ['uniswap-v3', ['solana']],
    ['aave-v3', ['solana']],
    ['aerodrome-slipstream', ['ethereum', 'arbitrum', 'solana', 'optimism', 'polygon']],
    ['lido', ['solana', 'base', 'arbitrum']],
  ])('sample pools of %s exist only on chains that the real protocol supports', (protocol, chains) => {
    const found = new Set(market.filter((one) => one.protocol === protocol).map(({ chain }) => chain));
    expect(found.size).toBeGreaterThan(0);
    for (const chain of chains) expect(found).not.toContain(chain);
  });

  test.each([
    ['SOL', ['solana']],
    ['WAVAX', ['avalanche']],
    ['WBNB', ['bsc']],
    ['WPOL', ['polygon']],
    ['ETH', ['ethereum']],
  ])('sample pools with the asset %s exist only on the chains %j', (asset, chains) => {
    const holding = market.filter(({ underlying_assets }) => underlying_assets.includes(asset));
    expect([...new Set(holding.map(({ chain }) => chain))].toSorted()).toEqual(chains);
  });

  test('sample strategies with low risk have no high APY and no small TVL', () => {
    const low = market.filter(({ risk_level }) => risk_level === 'low');
    expect(low.length).toBeGreaterThan(market.length / 10);
    expect(quantile(apys(low), 0.95)).toBeLessThan(10);
    expect(Math.max(...apys(low))).toBeLessThan(18);
    expect(Math.min(...tvls(low))).toBeGreaterThan(200_000);
    const small = low.filter(({ tvl }) => tvl < 1_000_000);
    expect(Math.max(...apys(small))).toBeLessThan(15);
  });

  test('the sample strategies with the highest APYs have a higher risk than the others', () => {
    const best = market.toSorted((a, b) => b.current_apy - a.current_apy).slice(0, market.length / 10);
    const agesOf = (of: typeof market) => of.map(({ history_days }) => history_days);
    const scores = (of: typeof market) => of.map(({ risk }) => risk.score);
    expect(median(tvls(best))).toBeLessThan(median(tvls(market)) / 2);
    expect(median(agesOf(best))).toBeLessThan(median(agesOf(market)) / 2);
    expect(median(scores(best))).toBeGreaterThan(median(scores(market)) + 10);
    expect(best.filter(({ risk_level }) => risk_level === 'low')).toEqual([]);
  });

  test('in the sample market, lending has lower APYs than pairs with impermanent loss', () => {
    const typed = (type: string) => market.filter(({ strategy_type }) => strategy_type === type);
    const impermanentLossPools = typed('liquidity_pool').filter(({ il_risk }) => il_risk);
    expect(median(apys(impermanentLossPools))).toBeGreaterThan(2 * median(apys(typed('lending'))));
    expect(Math.max(...apys(typed('staking')))).toBeLessThan(12);
  });

  test('sample pools with two forms of one coin, such as ETH and stETH, have low APYs', () => {
    const pairs = market.filter(
      ({ exposure, il_risk, stablecoin }) =>
        exposure === 'multi' && il_risk === false && stablecoin === false,
    );
    expect(pairs.length).toBeGreaterThan(100);
    expect(median(apys(pairs))).toBeLessThan(2.5);
    expect(Math.max(...apys(pairs))).toBeLessThan(8);
  });

  test('a recommended allocation at medium risk has a realistic expected APY', () => {
    const rows = createStrategyRows(new Catalog(encodeCatalog(market)));
    const request = {
      amountUsd: 10_000,
      riskLevel: 'medium',
      horizonDays: 90,
      maxShare: 0.4,
      maxProtocolShare: 0.6,
      maxChainShare: 0.8,
      minTvlUsd: RECOMMENDATION_POLICY.minTvlUsd,
    } as const;
    const setting = { request, costTable: DEFAULT_COSTS };
    const { expected } = recommendAllocation(rows, { ...setting, asOfMs: MARKET_NOW_MS });
    expect(expected.mean).toBeGreaterThan(4);
    expect(expected.mean).toBeLessThan(15);
  });

  test('the pools of a chain never have more TVL than the chain in total', async () => {
    for (const { name, tvlUsd } of await sourceAt(MARKET_NOW_MS).chains()) {
      const chain = name.toLowerCase().replace(' ', '-');
      const sum = tvls(market.filter((one) => one.chain === chain)).reduce((total, tvl) => total + tvl, 0);
      expect(sum, name).toBeLessThan(tvlUsd);
    }
  });
});

test('in the sample market, ETH and WETH have the same price at any time', async () => {
  const coins = ['ethereum', 'weth', 'wrapped-steth'].map((id) => `coingecko:${id}`);
  for (const nowMs of [MARKET_NOW_MS, MARKET_NOW_MS + 100.5 * DAY_MS]) {
    const [eth = Number.NaN, weth, wsteth = Number.NaN] = (await sourceAt(nowMs).prices(coins)).map(
      ({ priceUsd }) => priceUsd,
    );
    expect(weth).toBe(eth);
    expect(wsteth / eth).toBeCloseTo(1.206, 5);
  }
});

test('the sample market has the strategy that the documentation examples use', async () => {
  const [, example] = await observations(2);
  expect(example).toMatchObject({
    id: EXAMPLE_STRATEGY_ID,
    protocol: 'aave-v3',
    chain: 'ethereum',
    asset: 'USDC',
  });
});

test('the sample history of a past day has the same figures whenever the history is requested', async () => {
  const earlier = sourceAt(MARKET_NOW_MS);
  const later = sourceAt(MARKET_NOW_MS + 40 * DAY_MS);
  const { rows } = await earlier.pools();
  for (const row of rows.slice(0, 50)) {
    const id = upstreamPoolSchema.parse(row).pool;
    const [before, after] = [await earlier.history(id), await later.history(id)];
    // Skip young pools. In the later market, a pool's history starts 40 days later, so a short history may lack the
    // compared days.
    if (before.apy.length < 60) continue;
    for (let day = TODAY - 1; day > TODAY - 5; day -= 1) {
      expect(after.apy[day - after.firstDay]).toBe(before.apy[day - before.firstDay]);
      expect(after.tvl[day - after.firstDay]).toBe(before.tvl[day - before.firstDay]);
    }
  }
});

test('sample histories end yesterday and have no gaps', async () => {
  const source = sourceAt(MARKET_NOW_MS);
  for (const row of (await source.pools()).rows) {
    const pool = upstreamPoolSchema.parse(row);
    const { firstDay, apy, tvl } = await source.history(pool.pool);
    expect(firstDay + apy.length).toBe(TODAY);
    expect(apy.length).toBeGreaterThan(0);
    expect(apy.length).toBeLessThanOrEqual(SAMPLE_DEFAULTS.historyDays);
    expect([...apy, ...tvl].every((value) => value > 0)).toBe(true);
    const yesterday = apy.at(-1) ?? Number.NaN;
    expect(Math.max((pool.apy ?? 0) / yesterday, yesterday / (pool.apy ?? 0))).toBeLessThan(2.5);
  }
});

test('the sample market has a TVL and a TVL history for every chain', async () => {
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

test('the sample source rejects a request for the history of an unknown pool', async () => {
  await expect(sourceAt(MARKET_NOW_MS).history('unknown')).rejects.toMatchObject({ name: 'SourceError' });
});
