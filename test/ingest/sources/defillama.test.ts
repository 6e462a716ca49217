import { afterEach, describe, expect, test } from 'vitest';
import { createDefiLlamaSource } from '../../../shared/ingest/sources/defillama.ts';
import { SourceError } from '../../../shared/ingest/sources/market-source.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import { at } from '../../support/at.ts';
import { MARKET_NOW_MS } from '../../support/market/pools.ts';
import { sendJson, startDefiLlama, startUpstream, type Upstream } from '../../support/market/upstream.ts';

const now = () => MARKET_NOW_MS;
const TODAY = Math.floor(MARKET_NOW_MS / 86_400_000);

let upstream: Upstream | undefined;
afterEach(async () => {
  await upstream?.stop();
  upstream = undefined;
});

function sourceAt({ url }: Upstream) {
  return createDefiLlamaSource({
    yieldsUrl: url,
    coinsUrl: url,
    apiUrl: url,
    now,
    limits: { attempts: 1, backoffMs: 1 },
  });
}

async function serving(body: unknown) {
  upstream = await startUpstream((_, response) => sendJson(response, body));
  return sourceAt(upstream);
}

test('the DefiLlama source reads pools, histories, prices and chains over HTTP', async () => {
  const market = createSampleSource({ size: 30, now });
  upstream = await startDefiLlama(market);
  const source = sourceAt(upstream);
  const { rows } = await market.pools();
  expect(await source.pools()).toEqual({ rows, fetchedAtMs: MARKET_NOW_MS });

  const poolId = String(at(rows, 20, 'pool'));
  expect(await source.history(poolId)).toEqual(await market.history(poolId));
  const coins = ['coingecko:ethereum', 'coingecko:usd-coin'];
  expect(await source.prices(coins)).toEqual(await market.prices(coins));
  expect(await source.priceHistories(coins)).toEqual(await market.priceHistories(coins));
  expect(await source.chains()).toEqual(await market.chains());
  expect(await source.lendingMarkets()).toEqual(await market.lendingMarkets());
  const history = await source.chainTvlHistory('zkSync Era');
  expect(history).toEqual(await market.chainTvlHistory('zkSync Era'));
});

describe('a list of pools from DefiLlama', () => {
  test('a list of pools is accepted as a plain array or in the field "data" of an object', async () => {
    expect((await (await serving({ status: 'success', data: [1] })).pools()).rows).toEqual([1]);
    await upstream?.stop();
    expect((await (await serving([2])).pools()).rows).toEqual([2]);
  });

  test.each([{ status: 'error', data: [] }, { data: {} }, {}, null, 'pools', 7])(
    'the response %j is rejected, because it contains no valid list of pools',
    async (body) => {
      const source = await serving(body);
      await expect(source.pools()).rejects.toMatchObject({ kind: 'malformed' });
    },
  );
});

describe('a history from DefiLlama', () => {
  const point = (daysAgo: number, changes: object = {}) => ({
    timestamp: new Date((TODAY - daysAgo) * 86_400_000 + 3_600_000).toISOString(),
    tvlUsd: 1_000,
    apy: 5,
    ...changes,
  });

  test('a history has an unknown value for each day whose reading is missing or invalid', async () => {
    const source = await serving({
      data: [
        point(6),
        point(5, { apy: null }),
        point(4, { apy: 1e9 }),
        point(3, { tvlUsd: 'much' }),
        point(2, { apy: 7 }),
        point(2, { apy: 8, tvlUsd: 2_000 }),
        'rubbish',
        point(1, { timestamp: 'never' }),
        point(0),
        point(-1),
      ],
    });
    expect(await source.history('pool')).toEqual({
      firstDay: TODAY - 6,
      apy: Float32Array.of(5, Number.NaN, Number.NaN, Number.NaN, 8, Number.NaN),
      tvl: Float32Array.of(1_000, Number.NaN, Number.NaN, Number.NaN, 2_000, Number.NaN),
    });
  });

  test('a response without data points gives an empty history', async () => {
    expect((await (await serving({ data: [] })).history('pool')).apy).toHaveLength(0);
  });

  test('a history has at most 400 days', async () => {
    const source = await serving({ data: [point(5_000), point(1)] });
    expect(await source.history('pool')).toMatchObject({ firstDay: TODAY - 400 });
  });

  test('the id of a pool is escaped in the URL of its history', async () => {
    const source = await serving({ data: [] });
    await source.history('../pools?x=1');
    expect(upstream?.requests).toEqual(['/chart/..%2Fpools%3Fx%3D1']);
  });
});

describe('prices from DefiLlama', () => {
  test('prices that are zero or negative or have no symbol are left out', async () => {
    const source = await serving({
      coins: {
        good: { price: 2, symbol: 'A', timestamp: 1_700_000_000, confidence: 0.9 },
        unsure: { price: 2, symbol: 'A', timestamp: 1_700_000_000 },
        free: { price: 0, symbol: 'A', timestamp: 1_700_000_000 },
        negative: { price: -1, symbol: 'A', timestamp: 1_700_000_000 },
        nameless: { price: 1, timestamp: 1_700_000_000 },
        nothing: null,
      },
    });
    expect((await source.prices(['x'])).map(({ coin, confidence }) => [coin, confidence])).toEqual([
      ['good', 0.9],
      ['unsure', null],
    ]);
  });

  test('a price history has an unknown value for each day without a price', async () => {
    const good = [
      { timestamp: (TODAY - 30) * 86_400, price: 1 },
      { timestamp: TODAY * 86_400 + 600, price: 2 },
      { timestamp: (TODAY - 90) * 86_400, price: 3 },
    ];
    const source = await serving({
      coins: { good: { prices: good }, bad: { prices: [{ price: 'x' }] }, no: 1 },
    });
    const histories = await source.priceHistories(['good', 'bad', 'no']);
    expect([...histories.keys()]).toEqual(['good']);
    expect(histories.get('good')?.firstDay).toBe(TODAY - 30);
    expect([...(histories.get('good')?.prices ?? [])]).toEqual([1, ...new Array(29).fill(Number.NaN), 2]);
    expect(upstream?.requests).toEqual([
      `/chart/good,bad,no?start=${(TODAY - 30) * 86_400}&span=31&period=1d`,
    ]);
  });

  test('the prices of 170 coins are read with three requests', async () => {
    const source = await serving({ coins: {} });
    await source.prices(Array.from({ length: 170 }, (_, index) => `ethereum:0x${index}`));
    expect(upstream?.requests).toHaveLength(3);
  });

  test('no request is sent for an empty list of coins', async () => {
    const source = await serving({ coins: {} });
    expect(await source.prices([])).toEqual([]);
    expect(upstream?.requests).toHaveLength(0);
  });
});

/** Returns a row of `/buildLendBorrowRow` as the source sends it. */
const buildLendBorrowRow = (changes: object) => ({
  pool: 'aa70268e-4b52-42bf-a116-608b370f9501',
  apyBaseBorrow: 5.19847,
  apyRewardBorrow: null,
  totalSupplyUsd: 4_118_365_211,
  totalBorrowUsd: 3_214_992_480,
  debtCeilingUsd: null,
  ltv: 0.75,
  borrowable: true,
  mintedCoin: null,
  rewardTokens: null,
  underlyingTokens: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  borrowFactor: null,
  ...changes,
});

describe('lending markets from DefiLlama', () => {
  test('the list of lending markets contains only markets whose supplied assets can be borrowed', async () => {
    const source = await serving([
      buildLendBorrowRow({}),
      buildLendBorrowRow({
        pool: 'not-said-but-borrowed',
        borrowable: null,
        totalSupplyUsd: 100,
        totalBorrowUsd: 40,
      }),
      buildLendBorrowRow({ pool: 'not-said', borrowable: null, totalBorrowUsd: 0 }),
      buildLendBorrowRow({ pool: 'collateral-only', borrowable: false }),
      buildLendBorrowRow({ pool: 'empty', totalSupplyUsd: 0, totalBorrowUsd: 0 }),
      buildLendBorrowRow({ pool: 'unknown', totalSupplyUsd: null, totalBorrowUsd: null }),
      'nonsense',
    ]);
    expect([...(await source.lendingMarkets())]).toEqual([
      ['aa70268e-4b52-42bf-a116-608b370f9501', { suppliedUsd: 4_118_365_211, borrowedUsd: 3_214_992_480 }],
      ['not-said-but-borrowed', { suppliedUsd: 100, borrowedUsd: 40 }],
    ]);
  });

  test.each([402, 404, 429])(
    'reading the lending markets fails with a SourceError if the server answers %s',
    async (status) => {
      upstream = await startUpstream((_, response) => sendJson(response, {}, status));
      const source = sourceAt(upstream);
      for (const read of [source.lendingMarkets, source.protocols, source.hacks]) {
        await expect(read()).rejects.toBeInstanceOf(SourceError);
      }
    },
  );
});

test('each protocol that is read from DefiLlama has its id, its listing date and its audits', async () => {
  const source = await serving([
    {
      id: '1599',
      name: 'Aave V3',
      symbol: '-',
      category: 'Lending',
      chains: ['Ethereum', 'Base'],
      tvl: 25_000_000_000,
      slug: 'aave-v3',
      audits: '2',
      audit_links: ['https://docs.aave.com/developers/deployed-contracts/security-and-audits'],
      listedAt: 1_648_776_877,
      parentProtocol: 'parent#aave',
    },
    { id: '2', slug: 'unaudited', audits: '0' },
    { id: '3', slug: 'silent', audits: null, listedAt: null },
    { id: '4', slug: 'odd-link', audit_links: ['javascript:alert(1)'] },
    { name: 'without id' },
  ]);
  expect(await source.protocols()).toEqual([
    {
      id: '1599',
      slug: 'aave-v3',
      listedSinceMs: 1_648_776_877_000,
      audits: {
        audited: true,
        links: ['https://docs.aave.com/developers/deployed-contracts/security-and-audits'],
      },
    },
    { id: '2', slug: 'unaudited', listedSinceMs: null, audits: { audited: false, links: [] } },
    { id: '3', slug: 'silent', listedSinceMs: null, audits: null },
  ]);
});

test('a hack has the id of its protocol, even if the source writes the id as text', async () => {
  const hack = {
    date: 1_711_497_600,
    name: 'Munchables',
    classification: 'Protocol Logic',
    technique: 'Malicious Insider',
    amount: 62_500_000,
    chain: ['Blast'],
    bridgeHack: false,
    targetType: 'DeFi Protocol',
    source: 'https://example.com/report',
    returnedFunds: 62_500_000,
    defillamaId: 4297,
    language: 'Solidity',
  };
  const source = await serving([
    hack,
    { ...hack, defillamaId: '4297', amount: null, returnedFunds: null, technique: null },
    { ...hack, defillamaId: null },
    { ...hack, date: 'yesterday' },
  ]);
  const hackedAtMs = 1_711_497_600_000;
  expect(await source.hacks()).toEqual([
    {
      protocolId: '4297',
      hackedAtMs,
      amountUsd: 62_500_000,
      returnedUsd: 62_500_000,
      technique: 'Malicious Insider',
    },
    { protocolId: '4297', hackedAtMs, amountUsd: null, returnedUsd: null, technique: null },
  ]);
});
