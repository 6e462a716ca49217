import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../shared/investments/contract/responses.ts';
import { pauseStrategy, resumeStrategy } from '../../shared/investments/pauses.ts';
import { market } from '../../shared/market/contract/documentation.ts';
import { marketStrategyRoutes } from '../../shared/market/contract/strategies/documentation.ts';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { present } from '../support/present.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e();
});
afterAll(() => service.stop());

/** Calls a route over HTTP and expects the status 200. */
async function get<R extends DocumentedRoute>(route: R, query: Readonly<Record<string, string>> = {}) {
  const answer = await service.call(route, { key: service.keys.enterprise, query });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/);
  return answer;
}

const { performance, recommended } = marketStrategyRoutes;

describe('the market routes with the ingested sample market', () => {
  test('the response of every market route states the time of its data in as_of', async () => {
    for (const route of [performance, recommended, ...Object.values(market)]) {
      const { meta } = await get(route);
      expect(Date.parse(String(meta.as_of)), route.id).toBeGreaterThan(0);
    }
  });

  test('the route for one strategy returns the same field values as the list of strategies', async () => {
    const { data } = await get(strategies.list, { per_page: '20' });
    expect(data).toHaveLength(20);
    await Promise.all(
      data.map(async (listed) => {
        const params = { id: listed.id };
        const { data: one } = await service.call(strategies.get, { key: service.keys.enterprise, params });
        expect(one).toMatchObject(listed);
      }),
    );
  });

  test('the mean APY of a strategy equals the mean of its daily series', async () => {
    const { data } = await get(performance, { window: '90d', per_page: '3' });
    const ids = data.map((row) => row.strategy_id);
    const { data: series } = await get(performance, { window: '90d', strategy_id: ids.join() });
    expect(series.map((row) => row.strategy_id)).toEqual(ids);
    for (const row of series) {
      const known = present(row.history).flatMap(({ apy }) => (apy === null ? [] : [apy]));
      expect(known).toHaveLength(row.samples);
      const mean = known.reduce((sum, apy) => sum + apy, 0) / known.length;
      expect(row.mean_apy).toBeCloseTo(mean, 2);
    }
  });

  test('the allocated amounts of the recommendation sum to the requested amount', async () => {
    const { data, meta } = await get(recommended, {
      amount: '25000',
      max_share: '0.3',
      include_rejected: 'true',
      per_page: '100',
    });
    const taken = data.flatMap(({ allocation }) => (allocation === null ? [] : [allocation]));
    const cents = taken.map(({ amount }) => Math.round(amount * 100));
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(2_500_000);
    expect(Math.max(...taken.map(({ share }) => share))).toBeLessThanOrEqual(0.3);
    expect(meta.allocation).toMatchObject({ allocated_share: 1, unallocated_amount: 0 });
    expect(present(meta.rejected).length).toBeGreaterThan(0);
  });

  test('the route "tvl" returns chains whose TVL sums to the total', async () => {
    const tvl = await get(market.tvl, { per_page: '100' });
    const sum = tvl.data.reduce((total, row) => total + row.tvl, 0);
    expect(sum).toBeCloseTo(tvl.meta.total_tvl, -2);
    const trends = await get(market.trends, { per_list: '50', min_tvl: '0' });
    expect(new Set(trends.data.chains.map(({ key }) => key))).toEqual(
      new Set(tvl.data.map(({ key }) => key)),
    );
  });

  test('invalid parameters are rejected with the error envelope', async () => {
    const answer = await service.call(market.tvl, { key: service.keys.pro, query: { group_by: 'planet' } });
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'invalid_request' } },
    });
    expect(answer.error.message).toContain('chain, protocol, asset');
  });
});

test('a paused strategy rejects deposits with 422 and pays withdrawals until it is resumed', async () => {
  const { data } = await get(strategies.list, { per_page: '1' });
  const strategy_id = present(data[0]).id;
  const { enterprise: key } = service.keys;
  const deposit = () => service.call(investments.deposit, { key, body: { strategy_id, amount: '1000' } });
  const opened = await deposit();
  expect(opened.status).toBe(201);
  await pauseStrategy(service.table, strategy_id, { reason: undefined, now: new Date() });
  const refused = await deposit();
  expect([refused.status, refused.error.code]).toEqual([422, 'strategy_not_accepting_deposits']);
  const body = { investment_id: transactionResult.parse(opened.data).investment_id, amount: '1' };
  expect((await service.call(investments.withdraw, { key, body })).status).toBe(201);
  await resumeStrategy(service.table, strategy_id);
  expect((await deposit()).status).toBe(201);
});
