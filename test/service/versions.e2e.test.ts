import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { synthesize } from '../../infra/app.ts';
import { listLambdaEntryPoints } from '../../infra/bundle.ts';
import { synthesizeCached } from '../../infra/emulator/template/synthesize.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { service as routes } from '../../shared/service/contract/documentation.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { callRoute, type RouteRequest, send } from '../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { ROUTES, strategyListV2 } from './two-versions/routes.ts';
import { API_VERSIONS } from './two-versions/version-table.ts';

const FOLDER = 'test/service/two-versions';

let service: E2eStack;
let origin: string;

beforeAll(async () => {
  const entryPoints = listLambdaEntryPoints(ROUTES).map((entryPoint) =>
    entryPoint.id === 'strategies.list-v2' ? { ...entryPoint, file: `${FOLDER}/list-v2.ts` } : entryPoint,
  );
  const replaced = {
    'shared/platform/contract/versions/version-table.ts': `${FOLDER}/version-table.ts`,
    'shared/service/routes.ts': `${FOLDER}/routes.ts`,
  };
  // Validation is off, because its rules take seconds to load and other template tests check them.
  vi.stubEnv('CDK_VALIDATION', 'false');
  const inputs = [FOLDER, 'test/service/versions.e2e.test.ts'];
  const { directory } = await synthesizeCached(inputs, (folder) =>
    synthesize(folder, { routes: ROUTES, versions: API_VERSIONS, entryPoints, replaced }),
  );
  vi.unstubAllEnvs();
  service = await startE2e({ assembly: directory, catalogSize: 20 });
  origin = new URL(service.baseUrl).origin;
});
afterAll(() => service.stop());

const get = (path: string) => send(origin, 'GET', path, { key: service.keys.enterprise });
/** Calls a route of a version. */
const call = <R extends Route>(version: 'v1' | 'v2', route: R, request: RouteRequest = {}) =>
  callRoute(`${origin}/${version}`, route, { key: service.keys.enterprise, ...request });

describe('two API versions on one host', () => {
  test('each version returns its own response format for a route that differs between the versions', async () => {
    const [first, second] = [await call('v1', strategies.list), await call('v2', strategyListV2)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.data[0]).toHaveProperty('current_apy');
    expect(Object.keys(second.data[0] ?? {})).toEqual(['id', 'apy_percent']);
    expect(first.data[0]?.id).toBe(second.data[0]?.id);
  });

  test('a route that is the same in both versions returns the same data in both versions', async () => {
    const params = { id: (await call('v2', strategyListV2)).data[0]?.id };
    const versionedResponses = [
      await call('v1', strategies.get, { params }),
      await call('v2', strategies.get, { params }),
    ];
    expect(versionedResponses.map(({ status }) => status)).toEqual([200, 200]);
    expect(versionedResponses[0]?.data).toEqual(versionedResponses[1]?.data);
  });

  test('only responses of the superseded API version have the headers Deprecation and Sunset', async () => {
    for (const path of ['/strategies', '/strategies/strat_none', '/health', '']) {
      const { headers } = await get(`/v1${path}`);
      expect(headers.get('Deprecation'), path).toBe('@1809129600');
      expect(headers.get('Sunset'), path).toBe('Mon, 15 Nov 2027 00:00:00 GMT');
      expect(headers.get('Link'), path).toBe('</v2>; rel="successor-version"');
      const preflight = await send(origin, 'OPTIONS', `/v1${path}`);
      expect(preflight.headers.get('Deprecation'), path).toBe('@1809129600');
      const current = (await get(`/v2${path}`)).headers;
      expect([current.get('Deprecation'), current.get('Sunset')], path).toEqual([null, null]);
    }
  });

  test('the base address and the health route show the state of each API version', async () => {
    const versionedRoutes = (['v1', 'v2'] as const).flatMap((version) =>
      [routes.about, routes.health].map((route) => ({ version, route })),
    );
    for (const { version, route } of versionedRoutes) {
      const { status, data } = await call(version, route);
      expect(status).toBe(200);
      expect(data.version).toBe(version);
      expect(data.versions).toEqual([
        {
          id: 'v1',
          state: 'Deprecated',
          released_on: '2026-11-20',
          deprecated_on: '2027-05-01',
          sunset_on: '2027-11-15',
          successor: 'v2',
        },
        {
          id: 'v2',
          state: 'Active',
          released_on: '2027-04-15',
          deprecated_on: null,
          sunset_on: null,
          successor: null,
        },
      ]);
    }
  });

  test('each API version has a separate OpenAPI document and reference page', async () => {
    const [first, second] = [await get('/v1/openapi.json'), await get('/v2/openapi.json')];
    const said = (url: string, operationId: string) => ({
      servers: [{ url }],
      paths: { '/strategies': { get: { operationId } } },
    });
    expect(first.body).toMatchObject(said('/v1', 'strategies.list'));
    expect(second.body).toMatchObject(said('/v2', 'strategies.list-v2'));
    expect((await get('/v1/docs')).text).toContain('(Deprecated)');
    expect((await get('/v2/docs')).text).toContain('apy_percent');
  });

  test('a version that is not declared, or a path without a version, is answered with 404', async () => {
    expect((await get('/v3/strategies')).status).toBe(404);
    expect((await get('/strategies')).status).toBe(404);
  });
});
