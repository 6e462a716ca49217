import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveEstimateRoute } from '../../shared/market/contract/strategies/move-estimate.ts';
import { successBody } from '../../shared/platform/contract/responses.ts';
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
  async (path, route) => {
    const query = new URLSearchParams(route.example?.query).toString();
    const answer = await service.call('GET', `${path}?${query}`, { key: service.keys.admin });
    expect(answer.status, answer.text).toBe(200);
    const parsed = successBody(route.response, { paginated: route.paginated, meta: route.meta });
    expect(parsed.safeParse(answer.body).error).toBeUndefined();
    if (route.access !== 'strategies:read' && route.access !== 'market:read') return;
    // What takes ids answers about each of them, and has no age of its own.
    expect(answer.body.meta.as_of ?? null).toBeNull();
    if (route.paginated) expect(answer.body.data).toEqual([]);
  },
);

test('health says that there is no catalog', async () => {
  const { body } = await service.call('GET', '/health');
  expect(body.data).toMatchObject({ status: 'degraded', catalog: { as_of: null } });
});
