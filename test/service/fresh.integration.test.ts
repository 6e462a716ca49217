import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { opportunitiesRoute } from '../../shared/investments/contract/opportunities.ts';
import { moveEstimateRoute } from '../../shared/market/contract/strategies/move-estimate.ts';
import { service as routes } from '../../shared/service/contract/documentation.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';

// No job has run, as before the first ingestion of a new deployment.
let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startTable();
  handlers = await loadHandlers(table, { role: 'admin' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

/**
 * Routes that return data about the strategy or wallet in the query. Before the first ingestion, this strategy or
 * wallet does not exist.
 */
const SINGLE_SUBJECT_ROUTE_IDS: readonly string[] = [moveEstimateRoute.id, opportunitiesRoute.id];

const lists = ROUTES.filter(
  ({ id, method, params, format }) =>
    method === 'GET' && !params && !format && !SINGLE_SUBJECT_ROUTE_IDS.includes(id),
);

test('the tests of a deployment before its first ingestion cover more than 15 GET routes', () =>
  expect(lists.length).toBeGreaterThan(15));

test.each(lists.map((route) => [route.path, route] as const))(
  'before the first ingestion, GET %s returns 200 without market data',
  async (_, route) => {
    const { query = {} } = route.example ?? {};
    const answer = await handlers.call(route, query);
    expect(answer.status, answer.text).toBe(200);
    if (route.access !== 'strategies:read' && route.access !== 'market:read') return;
    // Without market data, `as_of` is null or absent. It is absent in the response of a route that takes `ids`.
    expect(answer.meta).not.toMatchObject({ as_of: expect.anything() });
    if (route.paginated) expect(answer.data).toEqual([]);
  },
);

test('before the first ingestion, the health route says that there is no catalog', async () => {
  const { data } = await handlers.call(routes.health, {}, null);
  expect(data).toMatchObject({ status: 'degraded', catalog: { as_of: null } });
});
