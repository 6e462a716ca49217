import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { market, strategiesInsight } from '../../shared/market/contract/documentation.ts';
import { NO_CALIBRATION } from '../../shared/market/domain/calibration/calibration.ts';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { dayOf } from '../../shared/platform/domain/days.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { handlersOn, type LoadedHandlers } from '../support/handlers.ts';
import { publishMarket, type SampleStrategy } from '../support/market/published-market.ts';
import { present } from '../support/present.ts';
import { strategyRecordOf } from '../support/records.ts';

const AS_OF = new Date('2026-01-31T12:00:00.000Z');
const as_of = AS_OF.toISOString();
const days = (count: number, value: (day: number) => number) =>
  Array.from({ length: count }, (_, day) => value(day));

const mean = (values: number[], last: number) =>
  values.slice(-last).reduce((sum, value) => sum + value, 0) / Math.min(last, values.length);

function strategy(
  name: string,
  changes: Partial<SampleStrategy['record']>,
  history: { apy: number[]; tvl: number[] },
): SampleStrategy {
  const record = strategyRecordOf({
    id: `strat_${name}`,
    name,
    as_of,
    current_apy: history.apy.at(-1) ?? 0,
    historical_apy: {
      '7d': mean(history.apy, 7),
      '30d': mean(history.apy, 30),
      '90d': mean(history.apy, 90),
    },
    tvl: history.tvl.at(-1) ?? 0,
    min_deposit: 10,
    volatility_30d: 0.5,
    ...changes,
  });
  return { record, ...history };
}

/** Four USDC strategies, one young, one absurd; a pool of two assets; one of ETH. */
const STRATEGIES = [
  strategy('steady', {}, { apy: days(100, () => 5), tvl: days(100, () => 4_000_000) }),
  strategy(
    'rising',
    { chain: 'base', protocol: 'morpho' },
    { apy: days(100, (day) => 4 + day / 50), tvl: days(100, (day) => 1_000_000 + day * 10_000) },
  ),
  strategy(
    'young',
    { chain: 'arbitrum', protocol: 'compound', history_days: 3 },
    { apy: [30, 30, 30], tvl: [500_000, 500_000, 500_000] },
  ),
  strategy(
    'absurd',
    { outlier: true, risk_level: 'high', risk: { score: 90, factors: [], floors: [] } },
    { apy: days(100, () => 400), tvl: days(100, () => 200_000) },
  ),
  strategy(
    'pool',
    {
      asset: 'ETH-USDC',
      underlying_assets: ['ETH', 'USDC'],
      exposure: 'multi',
      il_risk: true,
      risk_level: 'medium',
      protocol: 'uniswap-v3',
      strategy_type: 'liquidity_pool',
    },
    { apy: days(100, (day) => 20 - day / 10), tvl: days(100, () => 2_000_000) },
  ),
  strategy(
    'ether',
    { asset: 'ETH', underlying_assets: ['ETH'], protocol: 'lido', chain: 'ethereum' },
    { apy: days(100, () => 3), tvl: days(100, () => 9_000_000) },
  ),
];
const price = (asset: string, value: number) => ({ asset, price: value, confidence: 0.99, asOf: as_of });

let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startTable();
  await publishMarket(table, {
    strategies: STRATEGIES,
    prices: [price('USDC', 1), price('ETH', 3_300), price('ARB', 0.5)],
    pricesBefore: [price('ETH', 3_000)],
    chainTvl: [{ chain: 'ethereum', tvl: 60_000_000_000, history: [58_000_000_000, 60_000_000_000] }],
    asOf: AS_OF,
    calibration: {
      ...NO_CALIBRATION,
      sinceDay: dayOf(Date.parse('2026-01-01')),
      tallies: NO_CALIBRATION.tallies.map((none, cell) =>
        cell === 0 ? { below: 1, within: 7, above: 2 } : none,
      ),
    },
  });
  handlers = await handlersOn(table);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

/** A 200 as old as the market. */
async function answer<R extends DocumentedRoute>(route: R, query: Record<string, string> = {}) {
  const answered = await handlers.call(route, query);
  expect(answered).toMatchObject({ status: 200, body: { meta: { as_of } } });
  return answered;
}
async function refusal(route: DocumentedRoute, query: Record<string, string>) {
  const { status, error } = await handlers.call(route, query);
  return { status, code: error.code, message: error.message };
}
const keys = (rows: { key: string }[]) => rows.map(({ key }) => key);
const { performance, recommended } = strategiesInsight;
const { calibration, chains, assets, protocols } = market;
const all = [performance, recommended, ...Object.values(market)] as const;

describe.each(all.map((route) => [route.id, route] as const))('%s', (_, route) => {
  test('answers without any parameter', async () => {
    await answer(route);
  });

  test.skipIf(route.access === 'public')(
    'refuses a caller without a credential and one without the scope',
    async () => {
      expect((await handlers.call(route, {}, null)).status).toBe(401);
      const key = await handlers.keyWith('wallet:read');
      const { status, error } = await handlers.call(route, {}, key);
      expect([status, error.code]).toEqual([403, 'forbidden']);
    },
  );

  test('refuses unknown parameters by name', async () => {
    expect(await refusal(route, { colour: 'red' })).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: expect.stringContaining('query.colour'),
    });
  });

  test('an unsupported chain is 400, a supported one without data is empty', async () => {
    if (!('chain' in route.query.shape)) return;
    expect(await refusal(route, { chain: 'atlantis' })).toMatchObject({ status: 400, code: 'invalid_chain' });
    const { data } = await answer(route, { chain: 'sui' });
    if (route.paginated) expect(data).toEqual([]);
    else
      expect(data).toHaveProperty('total', {
        strategies: 0,
        tvl: 0,
        tvl_change: null,
        apy: null,
        apy_change: null,
      });
  });
});

describe('bad input names the choices', () => {
  test.each([
    [performance, { window: '1y' }, '7d, 30d, 90d, 365d'],
    [performance, { sort: 'luck' }, 'risk_adjusted_return'],
    [performance, { order: 'up' }, 'asc, desc'],
    [performance, { min_apy: 'lots' }, 'decimal number'],
    [performance, { strategy_id: Array.from({ length: 21 }, (_, at) => `s${at}`).join() }, '1 to 20'],
    [performance, { per_page: '101' }, '1 to 100'],
    [recommended, { amount: '0' }, 'from 1 to'],
    [recommended, { horizon_days: '366' }, 'from 1 to 365'],
    [recommended, { max_share: '1.5' }, 'from 0.05 to 1'],
    [market.trends, { limit: '51' }, 'from 1 to 50'],
    [market.tvl, { group_by: 'planet' }, 'chain, protocol, asset'],
    [market.tvl, { group_by: 'chain', asset: 'ETH' }, 'group_by=asset'],
    [market.tvl, { history: 'maybe' }, 'true, false'],
    [market.apyComparison, { sort: 'tvl_change' }, 'mean_apy'],
    [market.prices, { assets: 'ETH,,USDC' }, '1 to 64'],
  ] as const)('$0.id with $1', async (route, query, choices) => {
    const { status, code, message } = await refusal(route, query);
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(message).toContain(choices);
  });

  test('a wrong risk level has its own code', async () => {
    expect(await refusal(recommended, { risk_level: 'extreme' })).toMatchObject({
      status: 400,
      code: 'invalid_risk_level',
    });
  });
});

describe('performance', () => {
  test('figures over the window beside the market of the asset', async () => {
    const { data, meta } = await answer(performance, {
      window: '30d',
      underlying: 'USDC',
      sort: 'mean_apy',
    });
    expect(meta.pagination).toEqual({ total: 5, count: 5, per_page: 10, current_page: 1, total_pages: 1 });
    expect(data.map((row) => row.strategy_name)).toEqual(['absurd', 'pool', 'rising', 'steady', 'young']);
    const steady = present(data[3]);
    expect(steady).toMatchObject({
      strategy_id: 'strat_steady',
      window: '30d',
      mean_apy: 5,
      volatility: 0,
      risk_adjusted_return: null,
      samples: 30,
      coverage: 1,
      tvl_change: 0,
      tvl_max_drawdown: 0,
    });
    // Rising's mean is 5.69 at a TVL of 1.99 M, steady's 5 at 4 M: the outlier and the young one do not count.
    expect(steady.benchmark_apy).toBeCloseTo((5 * 4 + 5.69 * 1.99) / 5.99, 3);
    expect(steady.excess_apy).toBeCloseTo(5 - (5 * 4 + 5.69 * 1.99) / 5.99, 3);
    expect(steady).not.toHaveProperty('history');
  });

  test('too few samples are null, never 0, and come last in either direction', async () => {
    for (const order of ['asc', 'desc']) {
      const { data } = await answer(performance, {
        window: '7d',
        underlying: 'USDC',
        sort: 'mean_apy',
        order,
      });
      expect(data.at(-1)).toMatchObject({
        strategy_name: 'young',
        mean_apy: null,
        compounded_return: null,
        samples: 3,
      });
    }
  });

  test('named strategies come with their daily series, and unknown ones are named', async () => {
    const query = { strategy_id: 'strat_young,strat_rising,strat_nowhere', window: '7d' };
    const { data, meta } = await answer(performance, query);
    expect(meta.not_found).toEqual(['strat_nowhere']);
    expect(data.map((row) => row.strategy_name)).toEqual(['rising', 'young']);
    expect(data[0]?.history).toHaveLength(7);
    expect(data[0]?.history?.at(-1)).toEqual({ date: '2026-01-31', apy: 5.98, tvl: 1_990_000 });
    expect(data[1]?.history?.map(({ date }) => date)).toEqual(['2026-01-29', '2026-01-30', '2026-01-31']);
  });

  test('pages are cut after sorting, and one past the end is empty with the true totals', async () => {
    const { data } = await answer(performance, { sort: 'tvl', order: 'asc', page: '2', per_page: '2' });
    expect(data.map((row) => row.strategy_name)).toEqual(['rising', 'pool']);
    const beyond = await answer(performance, { page: '9' });
    expect([beyond.data, beyond.meta.pagination.total]).toEqual([[], 6]);
  });
});

describe('recommended', () => {
  test('divides the amount under the caps and explains itself', async () => {
    const { data, meta } = await answer(recommended, {
      amount: '9999.99',
      asset: 'usdc',
      risk_level: 'HIGH',
      max_share: '0.7',
      max_protocol_share: '1',
      max_chain_share: '1',
      min_tvl: '0',
      include_rejected: 'true',
    });
    expect(data.map((row) => row.strategy.name)).toEqual(['rising', 'steady']);
    const allocations = data.map((row) => present(row.allocation));
    expect(allocations.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10);
    expect(allocations.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(9_999.99, 6);
    expect(data[0]?.reasons[0]?.code).toBe('expected_yield');
    expect(meta.allocation).toMatchObject({
      allocated_share: 1,
      unallocated_amount: 0,
      unallocated_reason: null,
      positions: 2,
      considered: 5,
      eligible: 2,
      risk_level: 'high',
    });
    expect(meta.rejected?.map(({ strategy_name, reason }) => [strategy_name, reason.code])).toEqual([
      ['absurd', 'outlier'],
      ['young', 'short_history'],
      ['pool', 'several_assets'],
    ]);
  });

  test('caps that cannot hold the amount leave the rest unplaced and say so', async () => {
    const { meta } = await answer(recommended, { asset: 'ETH', amount: '10000' });
    expect(meta.allocation).toMatchObject({
      allocated_share: 0.4,
      allocated_amount: 4_000,
      unallocated_amount: 6_000,
    });
    expect(meta.allocation.unallocated_reason?.code).toBe('caps_reached');
    const dear = await answer(recommended, { asset: 'ETH', amount: '100', include_rejected: 'true' });
    expect(dear.meta.rejected?.[0]?.reason.code).toBe('not_worth_moving');
    const none = await answer(recommended, { asset: 'DOGE' });
    expect(none.data).toEqual([]);
    expect(none.meta.allocation.unallocated_reason?.code).toBe('no_candidates');
    expect(none.meta.allocation.expected_net_apy).toBeNull();
  });
});

describe('lookups', () => {
  test('chains, assets and protocols with what can be asked of them, the highest TVL first', async () => {
    const byChain = await answer(chains);
    expect(byChain.data[0]).toMatchObject({ key: 'ethereum', name: 'Ethereum', chain_id: 1 });
    const byAsset = await answer(assets, { sort: 'key' });
    expect(keys(byAsset.data)).toEqual(['ETH', 'USDC']);
    expect(byAsset.data[0]).toMatchObject({ family: 'ETH', strategies: 2, single: 1, tvl: 10_000_000 });
    const byProtocol = await answer(protocols, { search: 'aAvE' });
    expect(byProtocol.data).toMatchObject([{ key: 'aave-v3', name: 'Aave V3', url: 'https://aave.com' }]);
  });
});

test('calibration: how the published intervals of each kind and horizon held', async () => {
  const { data, meta } = await answer(calibration);
  expect(meta.since).toBe('2026-01-01');
  expect(data).toHaveLength(15);
  expect(data[0]).toMatchObject({
    kind: 'all',
    horizon_days: 7,
    outcomes: 10,
    within: 0.7,
    below: 0.1,
    above: 0.2,
  });
  expect(data[3]).toMatchObject({
    kind: 'stablecoin',
    outcomes: 10,
    promised: 0.8,
    reach_down: 0.8,
    reach_up: 0.9,
  });
  expect(data[4]).toMatchObject({ kind: 'stablecoin', horizon_days: 30, outcomes: 0, within: null });
});

describe('market', () => {
  test('prices: what is known of the assets asked for, those with the highest TVL first', async () => {
    const { data, meta } = await answer(market.prices, { assets: 'usdc,eth,nothing' });
    expect(data).toMatchObject([
      { asset: 'ETH', price: 3_300, currency: 'USD', change_1d: 10, change_7d: null, confidence: 0.99 },
      { asset: 'USDC', price: 1, change_1d: null },
    ]);
    expect(meta.pagination.total).toBe(2);
    expect(meta.not_found).toEqual(['NOTHING']);
    expect((await answer(market.prices)).data.map(({ asset }) => asset)).toEqual(['ETH', 'USDC', 'ARB']);
  });

  test.each([
    [{ sort: 'price' }, ['ETH', 'USDC', 'ARB']],
    [{ sort: 'price', order: 'asc' }, ['ARB', 'USDC', 'ETH']],
    [{ sort: 'asset' }, ['ARB', 'ETH', 'USDC']],
    [{ sort: 'change_1d', order: 'asc' }, ['ETH', 'USDC', 'ARB']],
  ])('prices sorted by %j, those without the figure last', async (query, assets) => {
    const { data } = await answer(market.prices, query);
    expect(data.map(({ asset }) => asset)).toEqual(assets);
  });

  test('tvl: groups add up to the whole, with their history', async () => {
    const { data, meta } = await answer(market.tvl, { window: '7d' });
    expect(keys(data)).toEqual(['ethereum', 'base', 'arbitrum']);
    expect(meta).toMatchObject({ group_by: 'chain', window: '7d', total_tvl: 17_690_000 });
    expect(data.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 5);
    expect(data[0]).toMatchObject({ network_tvl: 60_000_000_000, change_1d: 0, strategies: 4 });
    expect(data[0]?.history).toHaveLength(7);
    expect(data[0]?.network_history?.map(({ tvl }) => tvl)).toEqual([5.8e10, 6e10]);
    expect(data[1]?.history[0]).toEqual({ date: '2026-01-25', tvl: 1_930_000 });
    expect(data[1]?.tvl_change).toBeCloseTo((1_990 / 1_920 - 1) * 100, 3);
  });

  test('tvl: one key, no history, another order', async () => {
    const { data } = await answer(market.tvl, { group_by: 'asset', asset: 'eth', history: 'false' });
    expect(data).toMatchObject([
      { key: 'ETH', tvl: 10_000_000, strategies: 2, network_tvl: null, history: [] },
    ]);
    const ascending = await answer(market.tvl, { group_by: 'protocol', sort: 'key' });
    expect(keys(ascending.data)).toEqual(['aave-v3', 'compound', 'lido', 'morpho', 'uniswap-v3']);
  });

  test('the summary: totals as the trends have them, and large strategies of low risk', async () => {
    const { data } = await answer(market.summary);
    const { data: moved } = await answer(market.trends);
    expect(data).toMatchObject({ ...moved.total, protocols: 5, highlights: [] });
    expect(keys(data.largest_chains)).toEqual(keys(moved.chains));
    const share = data.largest_chains.reduce((sum, each) => sum + each.share, 0);
    expect(share).toBeCloseTo(1, 3);
  });

  test('trends: movers both ways, and groups over what is known at both ends', async () => {
    const { data } = await answer(market.trends, { window: '30d' });
    const names = (rows: { strategy_name: string }[]) => rows.map(({ strategy_name }) => strategy_name);
    expect(names(data.movers.apy.up)).toEqual(['rising']);
    expect(names(data.movers.apy.down)).toEqual(['pool']);
    expect(names(data.movers.tvl.up)).toEqual(['rising']);
    expect(data.movers.apy.up[0]?.apy_change).toBeCloseTo(30 / 50, 3);
    expect(keys(data.chains)).toEqual(['ethereum', 'base', 'arbitrum']);
    expect(data.chains[2]).toMatchObject({ tvl_change: null, apy_change: null, apy: 30 });
    expect(data.total.strategies).toBe(5);
    expect((await answer(market.trends, { min_tvl: '5000000' })).data.movers.apy.up).toEqual([]);
  });

  test('apy comparison: by chain where an asset is named, without outliers', async () => {
    const { data, meta } = await answer(market.apyComparison, { underlying: 'USDC' });
    expect(meta.group_by).toBe('chain');
    expect(keys(data)).toEqual(['arbitrum', 'ethereum', 'base']);
    expect(data[1]).toMatchObject({ strategies: 2, best: { strategy_name: 'pool' }, lowest_apy: 5 });
    const exact = await answer(market.apyComparison, { asset: 'USDC', group_by: 'asset' });
    expect(exact.data).toMatchObject([{ key: 'USDC', strategies: 3 }]);
    const byAsset = await answer(market.apyComparison, { sort: 'key', order: 'desc' });
    expect(keys(byAsset.data)).toEqual(['USDC', 'ETH']);
    const only = await answer(market.apyComparison, { asset: 'ETH', group_by: 'asset' });
    expect(keys(only.data)).toEqual(['ETH']);
  });
});
