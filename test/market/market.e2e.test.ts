import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pauseStrategy, resumeStrategy } from '../../shared/investments/pauses.ts';
import { market, strategiesInsight } from '../../shared/market/contract/documentation.ts';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { successBody } from '../../shared/platform/contract/responses.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import type { Strategy } from '../../shared/strategies/contract/responses.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e();
});
afterAll(() => service.stop());

/** The body of a 200 over HTTP, checked against the contract. */
async function get(route: DocumentedRoute, query: Readonly<Record<string, string>> = {}) {
  const path = `${route.path}?${new URLSearchParams(query)}`;
  const { status, body, headers } = await service.call('GET', path, { key: service.keys.enterprise });
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  expect(successBody(route.response, route).safeParse(body).error?.issues).toBeUndefined();
  expect(headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/);
  return body;
}

const { performance, recommended } = strategiesInsight;

describe('over the ingested sample market', () => {
  test('every endpoint answers by its contract and says how old it is', async () => {
    for (const route of [performance, recommended, ...Object.values(market)]) {
      const { meta } = await get(route);
      expect(Date.parse(meta.as_of), route.id).toBeGreaterThan(0);
    }
  });

  test('a strategy is the same alone as in the list', async () => {
    const { data } = await get(strategies.list, { per_page: '20' });
    expect(data).toHaveLength(20);
    await Promise.all(
      data.map(async (listed: Strategy) => {
        const path = `/strategies/${listed.id}`;
        const { status, body } = await service.call('GET', path, { key: service.keys.enterprise });
        expect(status).toBe(200);
        expect(successBody(strategies.get.response, strategies.get).parse(body).data).toMatchObject(listed);
      }),
    );
  });

  test('performance covers the windows, and the daily series is its own', async () => {
    const { data } = await get(performance, { window: '90d', per_page: '3' });
    const ids = data.map((row: { strategy_id: string }) => row.strategy_id);
    const { data: series } = await get(performance, { window: '90d', strategy_id: ids.join() });
    expect(series.map((row: { strategy_id: string }) => row.strategy_id)).toEqual(ids);
    for (const row of series) {
      const known = row.history.filter(({ apy }: { apy: number | null }) => apy !== null);
      expect(known).toHaveLength(row.samples);
      const mean = known.reduce((sum: number, { apy }: { apy: number }) => sum + apy, 0) / known.length;
      expect(row.mean_apy).toBeCloseTo(mean, 2);
    }
  });

  test('the recommended parts sum to the amount and respect the caps', async () => {
    const { data, meta } = await get(recommended, {
      amount: '25000',
      max_share: '0.3',
      include_rejected: 'true',
      per_page: '100',
    });
    const taken = data.filter((row: { allocation: unknown }) => row.allocation !== null);
    const cents = taken.map((row: { allocation: { amount: number } }) =>
      Math.round(row.allocation.amount * 100),
    );
    expect(cents.reduce((sum: number, each: number) => sum + each, 0)).toBe(2_500_000);
    expect(
      Math.max(...taken.map((row: { allocation: { share: number } }) => row.allocation.share)),
    ).toBeLessThanOrEqual(0.3);
    expect(meta.allocation).toMatchObject({ allocated_share: 1, unallocated_amount: 0 });
    expect(meta.rejected.length).toBeGreaterThan(0);
  });

  test('the chains of the TVL add up, and are the chains of the trends', async () => {
    const tvl = await get(market.tvl, { per_page: '100' });
    const sum = tvl.data.reduce((total: number, row: { tvl: number }) => total + row.tvl, 0);
    expect(sum).toBeCloseTo(tvl.meta.total_tvl, -2);
    const trends = await get(market.trends, { limit: '50', min_tvl: '0' });
    expect(new Set(trends.data.chains.map(({ key }: { key: string }) => key))).toEqual(
      new Set(tvl.data.map(({ key }: { key: string }) => key)),
    );
  });

  test('bad input is refused in the envelope', async () => {
    const { status, body } = await service.call('GET', '/market/tvl?group_by=planet', {
      key: service.keys.pro,
    });
    expect([status, body.success, body.error.code]).toEqual([400, false, 'invalid_request']);
    expect(body.error.message).toContain('chain, protocol, asset');
  });
});

test('a paused strategy refuses deposits with 422 and pays withdrawals, until it is resumed', async () => {
  const { data } = await get(strategies.list, { per_page: '1' });
  const strategy_id: string = data[0].id;
  const post = (path: string, body: object) =>
    service.call('POST', path, { key: service.keys.enterprise, body });
  const deposit = () => post('/investments/deposit', { strategy_id, amount: '1000' });
  const opened = await deposit();
  expect(opened.status).toBe(201);
  await pauseStrategy(service.table, strategy_id, { reason: undefined, now: new Date() });
  const refused = await deposit();
  expect([refused.status, refused.body.error.code]).toEqual([422, 'strategy_not_accepting_deposits']);
  const { investment_id } = opened.body.data;
  expect((await post('/investments/withdraw', { investment_id, amount: '1' })).status).toBe(201);
  await resumeStrategy(service.table, strategy_id);
  expect((await deposit()).status).toBe(201);
});
