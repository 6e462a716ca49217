import { afterAll, beforeAll, expect, test } from 'vitest';
import { alerts, events } from '../../shared/notifications/contract/documentation.ts';
import { METRICS } from '../../shared/platform/metrics.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { TestMarket } from '../support/market/market.ts';
import { startDefiLlama, type Upstream } from '../support/market/upstream.ts';

const POOLS = Array.from(
  { length: 12 },
  (_, index) => `aa70268e-4b52-42bf-a116-${String(index).padStart(12, '0')}`,
);

const market = new TestMarket(POOLS);
let upstream: Upstream;
let service: E2eStack;
beforeAll(async () => {
  market.nowMs = Date.now();
  upstream = await startDefiLlama(market);
  const { url } = upstream;
  service = await startE2e({
    catalogSize: 0,
    environment: {
      MARKET_SOURCE: 'defillama',
      DEFILLAMA_YIELDS_URL: url,
      DEFILLAMA_COINS_URL: url,
      DEFILLAMA_API_URL: url,
    },
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

async function ingest() {
  market.nowMs = Date.now();
  const job = service.stack.functions.logicalIds().find((id) => id.startsWith('IngestRun'));
  expect((await service.invokeJob(job ?? '')).kind).toBe('returned');
}

test('strategies can be listed and read after the bundled ingestion job has run', async () => {
  const key = service.keys.enterprise;
  await ingest();
  const list = await service.call(strategies.list, { key, query: { per_page: '100' } });
  expect(list.status).toBe(200);
  expect(list.meta.pagination.total).toBe(POOLS.length);
  for (const listed of list.data.slice(0, 5)) {
    const { status, data } = await service.call(strategies.get, { key, params: { id: listed.id } });
    expect(status).toBe(200);
    const detail = strategies.get.response.parse(data);
    expect(detail).toMatchObject(listed);
    const points = detail.risk.factors.reduce((sum, factor) => sum + factor.points, 0);
    expect(points).toBeCloseTo(detail.risk.score, 2);
  }
  expect(service.logs()).toContain(METRICS.catalogAge.name);
});

test('an alert notifies only its own account when the ingestion finds an APY below the level of the alert', async () => {
  const { pro: key, free: other } = service.keys;
  const listed = await service.call(strategies.list, { key, query: { per_page: '1', sort: 'name' } });
  const strategy_id = listed.data[0]?.id;
  const body = { kind: 'apy_below', target: 'strategy', strategy_id, level: 4.7 };
  const made = await service.call(alerts.create, { key, body });
  expect(made.status, made.text).toBe(201);
  for (const pool of POOLS) market.set(pool, { apy: 4.4, apyBase: 4.4 });
  await ingest();
  // Poll, because the stream function creates the events of alerts slightly later.
  const alertEvents = async () =>
    (await service.call(events.list, { key, query: { type: 'strategy.apy_below' } })).data;
  await expect
    .poll(alertEvents, { interval: 100 })
    .toMatchObject([
      { data: { alert_id: made.data.id, strategy_id, apy: 4.4, level: 4.7, chain: 'ethereum' } },
    ]);
  const { body: others } = await service.call(events.list, {
    key: other,
    query: { type: 'strategy.apy_below' },
  });
  expect(others).toMatchObject({ data: [], meta: { pagination: { total: 0 } } });
});
