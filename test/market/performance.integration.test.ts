import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { marketStrategyRoutes } from '../../shared/market/contract/strategies/documentation.ts';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { present } from '../support/present.ts';
import { type SmallMarket, startSmallMarket } from './support/small-market.ts';

let small: SmallMarket;
beforeAll(async () => {
  small = await startSmallMarket();
});
afterAll(() => small.stop());

const answer = <R extends DocumentedRoute>(route: R, query?: Record<string, string>) =>
  small.answer(route, query);
const { performance, recommended } = marketStrategyRoutes;

describe('the route for the performance of strategies', () => {
  test('the route returns the statistics of each strategy in the window and the benchmark APY of the asset', async () => {
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
    // The mean of `rising` is 5.69 at a TVL of 1.99 million, and that of `steady` is 5 at 4 million. The outlier and
    // the young strategy do not count.
    expect(steady.benchmark_apy).toBeCloseTo((5 * 4 + 5.69 * 1.99) / 5.99, 3);
    expect(steady.excess_apy).toBeCloseTo(5 - (5 * 4 + 5.69 * 1.99) / 5.99, 3);
    expect(steady).not.toHaveProperty('history');
  });

  test('a strategy with too few samples is last in ascending and in descending order', async () => {
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

  test('the response for requested strategies has the daily series of each strategy', async () => {
    const query = { strategy_id: 'strat_young,strat_rising,strat_nowhere', window: '7d' };
    const { data, meta } = await answer(performance, query);
    expect(meta.not_found).toEqual(['strat_nowhere']);
    expect(data.map((row) => row.strategy_name)).toEqual(['rising', 'young']);
    expect(data[0]?.history).toHaveLength(7);
    expect(data[0]?.history?.at(-1)).toEqual({ date: '2026-01-31', apy: 5.98, tvl: 1_990_000 });
    expect(data[1]?.history?.map(({ date }) => date)).toEqual(['2026-01-29', '2026-01-30', '2026-01-31']);
  });

  test('the performance list is sorted before it is divided into pages', async () => {
    const { data } = await answer(performance, { sort: 'tvl', order: 'asc', page: '2', per_page: '2' });
    expect(data.map((row) => row.strategy_name)).toEqual(['rising', 'pool']);
    const beyond = await answer(performance, { page: '9' });
    expect([beyond.data, beyond.meta.pagination.total]).toEqual([[], 6]);
  });
});

describe('the recommended strategies route', () => {
  test('the recommendation divides the amount within the allocation caps', async () => {
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
    expect(allocations.map(({ share }) => share)).toEqual([0.3333, 0.3334]);
    expect(allocations.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(6_666.66, 6);
    expect(data[0]?.reasons[0]?.code).toBe('expected_yield');
    expect(meta.allocation).toMatchObject({
      allocated_share: 0.6667,
      unallocated_amount: 3_333.33,
      unallocated_reason: { code: 'caps_reached' },
      positions: 2,
      considered: 5,
      eligible: 2,
      risk_level: 'high',
    });
    expect(meta.rejected?.map(({ strategy_name, reason }) => [strategy_name, reason.code])).toEqual([
      ['absurd', 'outlier'],
      ['young', 'short_history'],
    ]);
  });

  test('a request can limit the recommendation to strategies with a given kind of settlement', async () => {
    const requestQuery = { asset: 'USDC', min_tvl: '0', risk_level: 'high' };
    const { data, meta } = await answer(recommended, { ...requestQuery, settlement: 'onchain' });
    expect(data.map(({ strategy }) => [strategy.name, strategy.settlement])).toEqual([['rising', 'onchain']]);
    expect(meta.allocation).toMatchObject({ settlement: 'onchain', considered: 1 });
    const others = await answer(recommended, { ...requestQuery, settlement: 'sandbox' });
    expect(others.data.map(({ strategy }) => [strategy.name, strategy.settlement])).toEqual([
      ['steady', 'sandbox'],
    ]);
    const any = await answer(recommended, requestQuery);
    expect(any.meta.allocation).toMatchObject({ settlement: null, considered: 5 });
  });

  test('the recommendation leaves a part of the amount unallocated when the allocation caps are reached', async () => {
    const { meta } = await answer(recommended, { asset: 'ETH', amount: '10000' });
    expect(meta.allocation).toMatchObject({
      allocated_share: 0.3333,
      allocated_amount: 3_333.33,
      unallocated_amount: 6_666.67,
    });
    expect(meta.allocation.unallocated_reason?.code).toBe('caps_reached');
    const expensiveCosts = await answer(recommended, {
      asset: 'ETH',
      amount: '100',
      include_rejected: 'true',
    });
    expect(expensiveCosts.meta.rejected?.[0]?.reason.code).toBe('not_worth_moving');
    const little = await answer(recommended, { amount: '15', min_tvl: '0' });
    expect(little.meta.allocation.unallocated_reason).toMatchObject({
      code: 'none_eligible',
      message: expect.stringContaining('Raise amount.'),
    });
    const best = await answer(recommended, { asset: 'ETH', from_strategy_id: 'strat_ether' });
    expect(best.meta.allocation.unallocated_reason?.code).toBe('none_better');
    const none = await answer(recommended, { asset: 'DOGE' });
    expect(none.data).toEqual([]);
    expect(none.meta.allocation.unallocated_reason?.code).toBe('no_candidates');
    expect(none.meta.allocation.expected_net_apy).toBeNull();
  });
});
