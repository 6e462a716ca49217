import { expect, test } from 'vitest';
import { buildMarketSnapshot } from '../../../shared/market/domain/build-market-snapshot.ts';
import {
  type AssetPrice,
  decodeMarketSnapshot,
  encodeMarketSnapshot,
  PRICE_HISTORY_DAYS,
  TVL_HISTORY_DAYS,
} from '../../../shared/market/domain/market-snapshot.ts';

const monday = new Date('2026-01-05T10:00:00Z');
const later = (days: number) => new Date(monday.getTime() + days * 86_400_000);
const price = (asset: string, value: number): AssetPrice => ({
  asset,
  price: value,
  confidence: 0.99,
  asOf: '2026-01-05T09:59:00Z',
});
const record = (chain: string, protocol: string, assets: string[], tvl: number) => ({
  chain,
  protocol,
  underlying_assets: assets,
  tvl,
});
const records = [
  record('ethereum', 'aave-v3', ['USDC'], 600),
  record('ethereum', 'uniswap-v3', ['USDC', 'ETH'], 200),
  record('base', 'aave-v3', ['ETH'], 300),
];
const input = {
  records,
  prices: [price('USDC', 1), price('ETH', 3000)],
  chainTvl: [{ chain: 'ethereum', tvl: 50_000, history: [40_000, 45_000, 50_000] }],
  now: monday,
};
const tail = (history: Float32Array | undefined, days: number) => [...(history ?? []).slice(-days)];

test('the TVL of the groups in a market snapshot sums to the TVL of the whole market', () => {
  const { groups } = buildMarketSnapshot(input);
  expect(groups.chain).toMatchObject({
    keys: ['ethereum', 'base'],
    tvl: [800, 300],
    strategies: [2, 1],
  });
  expect(groups.asset).toMatchObject({ keys: ['USDC', 'ETH'], tvl: [700, 400], strategies: [2, 2] });
  expect(groups.protocol).toMatchObject({ keys: ['aave-v3', 'uniswap-v3'], tvl: [900, 200] });
});

test('in the first market snapshot, the TVL history of each strategy group has a value only for today', () => {
  const { groups, chainTvl, priceHistory } = buildMarketSnapshot(input);
  expect(groups.chain.history[0]).toHaveLength(TVL_HISTORY_DAYS);
  expect(tail(groups.chain.history[0], 2)).toEqual([Number.NaN, 800]);
  expect(tail(chainTvl.history[0], 4)).toEqual([Number.NaN, 40_000, 45_000, 50_000]);
  expect(priceHistory[0]).toHaveLength(PRICE_HISTORY_DAYS);
});

test('a market snapshot continues the histories of the previous snapshot', () => {
  const first = buildMarketSnapshot(input);
  const next = buildMarketSnapshot({
    ...input,
    records: [record('ethereum', 'aave-v3', ['USDC'], 1000)],
    prices: [price('ETH', 3300)],
    chainTvl: [{ chain: 'ethereum', tvl: 60_000 }],
    previous: first,
    now: later(2),
  });
  expect(tail(next.groups.chain.history[0], 3)).toEqual([800, Number.NaN, 1000]);
  expect(tail(next.chainTvl.history[0], 4)).toEqual([45_000, 50_000, Number.NaN, 60_000]);
  expect(tail(next.priceHistory[0], 3)).toEqual([3000, Number.NaN, 3300]);
});

test('a second ingestion run on a day replaces the figures of that day in the market snapshot', () => {
  const first = buildMarketSnapshot(input);
  const again = buildMarketSnapshot({ ...input, previous: first, now: new Date('2026-01-05T23:00:00Z') });
  expect(again).toEqual({ ...first, asOf: '2026-01-05T23:00:00.000Z' });
});

test('if buildMarketSnapshot receives daily series of strategies, it computes the histories of chains and assets from these series', () => {
  const nan = Number.NaN;
  const series = records.map((each, index) => ({
    record: each,
    tvl:
      [
        [500, nan, 550],
        [100, 150, 180],
        [nan, nan, 290],
      ][index] ?? [],
  }));
  const { groups } = buildMarketSnapshot({ ...input, dailySeries: series });
  expect(tail(groups.chain.history[0], 4)).toEqual([nan, 600, 150, 800]);
  expect(tail(groups.asset.history[0], 3)).toEqual([550, 75, 700]);
  expect(tail(groups.chain.history[1], 3)).toEqual([nan, nan, 300]);
});

test('a market snapshot is unchanged after it is encoded and decoded', () => {
  const snapshot = buildMarketSnapshot(input);
  expect(decodeMarketSnapshot(encodeMarketSnapshot(snapshot))).toEqual(snapshot);
  const empty = buildMarketSnapshot({ records: [], prices: [], chainTvl: [], now: monday });
  expect(decodeMarketSnapshot(encodeMarketSnapshot(empty))).toEqual(empty);
});

test('the backfilled TVL of a strategy is added to the history of its chain for past days, but not for today', () => {
  const record = { chain: 'base', protocol: 'p', underlying_assets: ['USDC'], tvl: 100 };
  const now = new Date('2026-01-31T12:00:00.000Z');
  const base = { prices: [], chainTvl: [], now };
  const tvl = new Float32Array(365).fill(Number.NaN);
  tvl.fill(40, -3, -1);
  const previous = buildMarketSnapshot({ ...base, records: [record], dailySeries: [{ record, tvl }] });
  const added = new Float32Array(365).fill(Number.NaN);
  added.fill(10, -4);
  const late = { ...record, tvl: 12 };
  const after = buildMarketSnapshot({
    ...base,
    records: [record, late],
    previous,
    backfilledSeries: [{ record: late, tvl: added }],
  });
  expect([...(after.groups.chain.history[0] ?? [])].slice(-5)).toEqual([Number.NaN, 10, 50, 50, 112]);
});
