import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { market } from '../../shared/market/contract/documentation.ts';
import { marketStrategyRoutes } from '../../shared/market/contract/strategies/documentation.ts';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { type SmallMarket, startSmallMarket } from './support/small-market.ts';

let small: SmallMarket;
beforeAll(async () => {
  small = await startSmallMarket();
});
afterAll(() => small.stop());

const answer = <R extends DocumentedRoute>(route: R, query?: Record<string, string>) =>
  small.answer(route, query);
async function refusal(route: DocumentedRoute, query: Record<string, string>) {
  const { status, error } = await small.handlers.call(route, query);
  return { status, code: error.code, message: error.message };
}
const keys = (rows: { key: string }[]) => rows.map(({ key }) => key);
const { performance, recommended } = marketStrategyRoutes;
const { calibration, chains, assets, protocols } = market;
const all = [performance, recommended, ...Object.values(market)] as const;

describe.each(all.map((route) => [route.id, route] as const))('the market route %s', (_, route) => {
  test('the route answers without any parameter', async () => {
    await answer(route);
  });

  test('the route rejects unknown parameters, and the error names them', async () => {
    expect(await refusal(route, { colour: 'red' })).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: expect.stringContaining('query.colour'),
    });
  });

  test('the route rejects an unsupported chain, but returns an empty result for a supported chain without data', async () => {
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

test.each(all.filter(({ access }) => access !== 'public').map((route) => [route.id, route] as const))(
  'the route %s rejects a caller without a credential or without the scope',
  async (_, route) => {
    expect((await small.handlers.call(route, {}, null)).status).toBe(401);
    const key = await small.handlers.createKeyWithScopes('wallet:read');
    const { status, error } = await small.handlers.call(route, {}, key);
    expect([status, error.code]).toEqual([403, 'forbidden']);
  },
);

describe('the error for an invalid parameter names the valid choices', () => {
  test.each([
    [performance, { window: '1y' }, '7d, 30d, 90d, 365d'],
    [performance, { sort: 'luck' }, 'risk_adjusted_return'],
    [performance, { order: 'up' }, 'asc, desc'],
    [performance, { min_apy: 'lots' }, 'decimal number'],
    [performance, { strategy_id: Array.from({ length: 21 }, (_, at) => `s${at}`).join() }, '1 to 20'],
    [performance, { per_page: '101' }, '1 to 100'],
    [recommended, { amount: '0' }, 'from 0.000001 to'],
    [recommended, { horizon_days: '366' }, 'from 1 to 365'],
    [recommended, { max_share: '1.5' }, 'from 0.05 to 1'],
    [market.trends, { per_list: '51' }, 'from 1 to 50'],
    [market.tvl, { group_by: 'planet' }, 'chain, protocol, asset'],
    [market.tvl, { group_by: 'chain', asset: 'ETH' }, 'group_by=asset'],
    [market.tvl, { history: 'maybe' }, 'true, false'],
    [market.apyComparison, { sort: 'tvl_change' }, 'mean_apy'],
    [market.prices, { asset: 'ETH,,USDC' }, '1 to 64'],
  ] as const)(
    'the route $id rejects the parameters $1 with an error that contains "$2"',
    async (route, query, choices) => {
      const { status, code, message } = await refusal(route, query);
      expect([status, code]).toEqual([400, 'invalid_request']);
      expect(message).toContain(choices);
    },
  );

  test('an invalid risk level is rejected with the error code invalid_risk_level', async () => {
    expect(await refusal(recommended, { risk_level: 'extreme' })).toMatchObject({
      status: 400,
      code: 'invalid_risk_level',
    });
  });
});

describe('the route for recommendations of strategies', () => {
  const readAllocationMeta = async (query: Record<string, string>) =>
    (await answer(recommended, query)).meta.allocation;

  test('recommendations for an asset family contain only strategies of that family', async () => {
    const { data, meta } = await answer(recommended, { family: 'eth' });
    expect(meta.allocation).toMatchObject({ family: 'ETH', asset: null, considered: 1 });
    expect(data.map(({ strategy }) => strategy.name)).toEqual(['ether']);
    expect(await readAllocationMeta({ family: 'BTC' })).toMatchObject({
      considered: 0,
      unallocated_reason: {
        code: 'no_candidates',
        message: 'No listed strategy matches. Name fewer of asset, family, chain and settlement.',
      },
    });
    expect(await refusal(recommended, { family: 'GOLD' })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  test('recommendations convert an amount in an asset to USD at the price of the asset', async () => {
    const expectedEthAmount = { amount: 16_500, amount_in: { asset: 'ETH', amount: 5, price: 3_300 } };
    expect(await readAllocationMeta({ amount: '5', amount_asset: 'eth' })).toMatchObject(expectedEthAmount);
    const { amount, amount_in } = await readAllocationMeta({ amount: '5', amount_asset: 'WETH' });
    expect([amount, amount_in?.price]).toEqual([16_500, 3_300]);
    expect(await readAllocationMeta({ amount: '5' })).toMatchObject({ amount: 5, amount_in: null });
  });

  test.each([
    [
      'an amount in an asset without a price',
      { amount: '5', amount_asset: 'NOTHING' },
      422,
      'asset_not_priced',
      ERRORS.asset_not_priced.message,
    ],
    [
      'amount_asset without amount',
      { amount_asset: 'ETH' },
      400,
      'invalid_request',
      'query.amount: is required when you send amount_asset',
    ],
    [
      'an amount that is worth less than 1 USD',
      { amount: '0.0001', amount_asset: 'ETH' },
      400,
      'invalid_request',
      'query.amount: must be worth at least 1.00 USD and at most 1 trillion USD; the amount that you sent is worth 0.33 USD',
    ],
  ] as const)('the recommendation route rejects %s', async (_, query, status, code, message) => {
    expect(await refusal(recommended, query)).toEqual({ status, code, message });
  });

  test('the OpenAPI document says that amount_asset requires amount', () => {
    expect(recommended.fields.query.amount_asset).toContain('Requires amount');
  });

  test('recommendations for an asset that no strategy holds suggest other assets of the same asset family', async () => {
    const { unallocated_reason } = await readAllocationMeta({ asset: 'WETH' });
    expect(unallocated_reason?.message).toBe(
      'No listed strategy that matches holds exactly WETH. Strategies hold other assets of the family ETH: ETH. Ask for ' +
        'asset=ETH, or for all of them with family=ETH.',
    );
  });
});

test('all market routes count the same number of listed strategies', async () => {
  const { total } = (await answer(strategies.list)).meta.pagination;
  const sum = (rows: { strategies: number }[]) => rows.reduce((all, row) => all + row.strategies, 0);
  const tvl = (group_by: string) => answer(market.tvl, { group_by });
  const counts = {
    summary: (await answer(market.summary)).data.strategies,
    trends: (await answer(market.trends)).data.total.strategies,
    'trends by chain': sum((await answer(market.trends)).data.chains),
    'tvl by chain': sum((await tvl('chain')).data),
    'tvl by protocol': sum((await tvl('protocol')).data),
    chains: sum((await answer(chains)).data),
    protocols: sum((await answer(protocols)).data),
    performance: (await answer(performance)).meta.pagination.total,
    recommended: (await answer(recommended)).meta.allocation.considered,
  };
  expect(new Set(Object.values(counts)), JSON.stringify(counts)).toEqual(new Set([total]));
  // The comparison excludes the outlier. By default, it also excludes strategies below 1 million USD, so this request
  // sets `min_tvl` to 0.
  expect(sum((await answer(market.apyComparison, { group_by: 'chain', min_tvl: '0' })).data)).toBe(total - 1);
});

test.each(['7d', '30d', '90d', '365d'])(
  'the routes "tvl" and "trends" return the same TVL change over %s for every chain, protocol and asset',
  async (window) => {
    const { data } = await answer(market.trends, { window });
    for (const [group_by, trend] of [
      ['chain', data.chains],
      ['protocol', data.protocols],
      ['asset', data.assets],
    ] as const) {
      const rows = (await answer(market.tvl, { group_by, window })).data;
      const figures = (list: { key: string; strategies: number; tvl: number; tvl_change: number | null }[]) =>
        new Map(list.map(({ key, strategies: count, tvl, tvl_change }) => [key, { count, tvl, tvl_change }]));
      expect(figures(rows)).toEqual(figures(trend));
    }
  },
);

describe('lookups of chains, assets and protocols', () => {
  test('the lookup routes return chains, assets and protocols, highest TVL first', async () => {
    const chainsAnswer = await answer(chains);
    expect(chainsAnswer.data[0]).toMatchObject({ key: 'ethereum', name: 'Ethereum', chain_id: 1 });
    const assetsAnswer = await answer(assets, { sort: 'key' });
    expect(keys(assetsAnswer.data)).toEqual(['ETH', 'USDC']);
    expect(assetsAnswer.data[0]).toMatchObject({ family: 'ETH', strategies: 2, single: 1, tvl: 10_000_000 });
    const protocolsAnswer = await answer(protocols, { search: 'aAvE' });
    expect(protocolsAnswer.data).toMatchObject([
      { key: 'aave-v3', name: 'Aave V3', url: 'https://aave.com' },
    ]);
  });
});

test('for each kind of strategy and each horizon, the calibration shows how often the realized APY was inside the published interval', async () => {
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

describe('prices, TVL, trends and summary of the market', () => {
  test('the route "prices" returns the prices and changes of the requested assets, highest TVL first', async () => {
    const { data, meta } = await answer(market.prices, { asset: 'usdc,eth,nothing' });
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
  ])('for the query %j, the route "prices" returns %j, with unknown values last', async (query, assets) => {
    const { data } = await answer(market.prices, query);
    expect(data.map(({ asset }) => asset)).toEqual(assets);
  });

  test('the route "tvl" returns for each group its share of the total TVL and its TVL history', async () => {
    const { data, meta } = await answer(market.tvl, { window: '7d' });
    expect(keys(data)).toEqual(['ethereum', 'base', 'arbitrum']);
    expect(meta).toMatchObject({ group_by: 'chain', window: '7d', total_tvl: 17_690_000 });
    expect(data.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 5);
    expect(data[0]).toMatchObject({ network_tvl: 60_000_000_000, strategies: 4 });
    expect(data[0]?.history).toHaveLength(7);
    expect(data[0]?.network_history?.map(({ tvl }) => tvl)).toEqual([5.8e10, 6e10]);
    expect(data[1]?.history[0]).toEqual({ date: '2026-01-25', tvl: 1_930_000 });
    // A TVL change includes only strategies that are listed at the start and at the end of the window, as in the route
    // "trends".
    const { data: moved } = await answer(market.trends, { window: '7d' });
    const trend = new Map(moved.chains.map(({ key, tvl_change }) => [key, tvl_change]));
    expect(data.map(({ key, tvl_change }) => [key, tvl_change])).toEqual(
      data.map(({ key }) => [key, trend.get(key)]),
    );
  });

  test('the route "tvl" can return one asset, omit the history, and sort the result by the field key', async () => {
    const { data } = await answer(market.tvl, { group_by: 'asset', asset: 'eth', history: 'false' });
    expect(data).toMatchObject([
      { key: 'ETH', tvl: 10_000_000, strategies: 2, network_tvl: null, history: [] },
    ]);
    const ascending = await answer(market.tvl, { group_by: 'protocol', sort: 'key' });
    expect(keys(ascending.data)).toEqual(['aave-v3', 'compound', 'lido', 'morpho', 'uniswap-v3']);
  });

  test('the route "summary" returns the same totals as the route "trends"', async () => {
    const { data } = await answer(market.summary);
    const { data: moved } = await answer(market.trends);
    expect(data).toMatchObject({ ...moved.total, protocols: 5, highlights: [] });
    expect(keys(data.largest_chains)).toEqual(keys(moved.chains));
    const share = data.largest_chains.reduce((sum, each) => sum + each.share, 0);
    expect(share).toBeCloseTo(1, 3);
  });

  test('the route "trends" returns the strategies with the largest rises and falls', async () => {
    const { data } = await answer(market.trends, { window: '30d' });
    const names = (rows: { strategy_name: string }[]) => rows.map(({ strategy_name }) => strategy_name);
    expect(names(data.movers.apy.up)).toEqual(['rising']);
    expect(names(data.movers.apy.down)).toEqual(['pool']);
    expect(names(data.movers.tvl.up)).toEqual(['rising']);
    expect(data.movers.apy.up[0]?.apy_change).toBeCloseTo(30 / 50, 3);
    expect(keys(data.chains)).toEqual(['ethereum', 'base', 'arbitrum']);
    expect(data.chains[2]).toMatchObject({ tvl_change: null, apy_change: null, apy: 30 });
    // An outlier counts as a listed strategy, but means and changes exclude it.
    expect(data.total.strategies).toBe(6);
    expect((await answer(market.trends, { min_tvl: '5000000' })).data.movers.apy.up).toEqual([]);
  });

  test('the route "apy-comparison" groups the strategies of an asset by chain, without outliers', async () => {
    const { data, meta } = await answer(market.apyComparison, { underlying: 'USDC', min_tvl: '0' });
    expect(meta.group_by).toBe('chain');
    expect(keys(data)).toEqual(['arbitrum', 'ethereum', 'base']);
    expect(data[1]).toMatchObject({ strategies: 2, best: { strategy_name: 'pool' }, lowest_apy: 5 });
    const exact = await answer(market.apyComparison, { asset: 'USDC', group_by: 'asset' });
    expect(exact.data).toMatchObject([{ key: 'USDC', strategies: 2 }]);
    const small = await answer(market.apyComparison, { asset: 'USDC', group_by: 'asset', min_tvl: '0' });
    expect(small.data).toMatchObject([{ key: 'USDC', strategies: 3 }]);
    const assetComparison = await answer(market.apyComparison, { sort: 'key', order: 'desc' });
    // A pair has its own row, because its APY is not that of either asset.
    expect(keys(assetComparison.data)).toEqual(['USDC', 'ETH-USDC', 'ETH']);
    const only = await answer(market.apyComparison, { asset: 'ETH', group_by: 'asset' });
    expect(keys(only.data)).toEqual(['ETH']);
  });
});
