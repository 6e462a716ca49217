import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveEstimateRoute } from '../../shared/market/contract/strategies/move-estimate.ts';
import { service as routes } from '../../shared/service/contract/documentation.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
beforeAll(async () => {
  // No job runs, as before the first run of the ingestion on a fresh deployment.
  service = await startE2e({ catalogSize: 0, jobs: false });
});
afterAll(() => service.stop());

/** Of strategies that a query names, where none is known. */
const ABOUT_ONE: readonly string[] = [moveEstimateRoute.id];

const lists = ROUTES.filter(
  ({ id, method, params, format }) => method === 'GET' && !params && !format && !ABOUT_ONE.includes(id),
);

test('the routes are looked at', () => expect(lists.length).toBeGreaterThan(15));

test.each(lists.map((route) => [route.path, route] as const))(
  'before the first ingestion GET %s answers, empty where it lists what is on the market',
  async (_, route) => {
    const answer = await service.call(route, { key: service.keys.admin, ...route.example });
    expect(answer.status, answer.text).toBe(200);
    if (route.access !== 'strategies:read' && route.access !== 'market:read') return;
    // What takes ids answers about each of them, and has no age of its own.
    expect(answer.meta).not.toMatchObject({ as_of: expect.anything() });
    if (route.paginated) expect(answer.data).toEqual([]);
  },
);

test('health says that there is no catalog', async () => {
  const { data } = await service.call(routes.health);
  expect(data).toMatchObject({ status: 'degraded', catalog: { as_of: null } });
});
