import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { ANONYMOUS_REQUEST_LIMITS } from '../../shared/platform/contract/plans.ts';
import { buildSuccessBodySchema } from '../../shared/platform/contract/responses.ts';
import { API_VERSIONS, CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { publishSnapshot } from '../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { setSwitch } from '../../shared/platform/dynamodb/switches.ts';
import { service } from '../../shared/service/contract/documentation.ts';
import { CATALOG_MAX_AGE_SECONDS } from '../../shared/service/contract/health.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';
import { strategyRecordOf } from '../support/records.ts';

const route = service.health;
const AS_OF = new Date('2026-01-05T10:00:00.000Z');
const dateAfterSeconds = (seconds: number) => new Date(AS_OF.getTime() + seconds * 1_000);

let table: EmbeddedTable;
let handlers: LoadedHandlers;

beforeEach(async () => {
  table = await startTable();
  handlers = await loadHandlers(table);
  vi.useFakeTimers({ toFake: ['Date'], now: AS_OF });
});
afterEach(async () => {
  vi.useRealTimers();
  await table.stop();
});

/** Calls the health route without a credential, as a load balancer would. */
const ask = (sourceIp = '192.0.2.1') => handlers.send(route, { sourceIp }, null);

describe('the response of the health route', () => {
  test('the health route has the status degraded while there is no catalog', async () => {
    const { status, body, data } = await ask();
    expect(status).toBe(200);
    buildSuccessBodySchema(route.response, route).parse(body);
    expect(data).toMatchObject({ status: 'degraded', catalog: { as_of: null, age_seconds: null } });
  });

  test('the health route has the status ok while there is a recent catalog', async () => {
    const catalog = encodeCatalog([strategyRecordOf()]);
    await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, catalog, { asOf: AS_OF, now: AS_OF });
    await table.settle();
    for (const [age, state] of [
      [0, 'ok'],
      [CATALOG_MAX_AGE_SECONDS, 'ok'],
      [CATALOG_MAX_AGE_SECONDS + 1, 'degraded'],
    ] as const) {
      vi.setSystemTime(dateAfterSeconds(age));
      const { status, body, data } = await ask();
      expect(status).toBe(200);
      buildSuccessBodySchema(route.response, route).parse(body);
      expect(data).toEqual({
        status: state,
        version: CURRENT_VERSION.id,
        versions: API_VERSIONS.map((version) => ({
          id: version.id,
          state: version.state,
          released_on: version.releasedOn,
          deprecated_on: version.deprecatedOn ?? null,
          sunset_on: version.sunsetOn ?? null,
          successor: version.successor ?? null,
        })),
        notice: null,
        catalog: { as_of: AS_OF.toISOString(), age_seconds: age },
        time: dateAfterSeconds(age).toISOString(),
      });
    }
  });
});

test('the health route and the base address show the notice of the operators until an operator clears the notice', async () => {
  await setSwitch(table, 'notice', { at: AS_OF.toISOString(), text: 'Maintenance at noon.' });
  await table.settle();
  for (const each of [route, service.about]) {
    const { body, data } = await handlers.send(each, {}, null);
    buildSuccessBodySchema(each.response, each).parse(body);
    expect(data.notice).toEqual({ text: 'Maintenance at noon.', since: AS_OF.toISOString() });
  }
  await setSwitch(table, 'notice', undefined);
  await table.settle();
  expect((await ask()).data.notice).toBeNull();
});

test('the health route answers 429 to an IP address that calls too often, but not to other addresses', async () => {
  const answers = await Promise.all(
    Array.from({ length: ANONYMOUS_REQUEST_LIMITS.burst + 5 }, () => ask('192.0.2.77')),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(ANONYMOUS_REQUEST_LIMITS.burst);
  expect(refused[0]?.error.code).toBe('rate_limit_exceeded');
  expect(Object.fromEntries(refused[0]?.headers ?? [])).toMatchObject({
    'retry-after': '1',
    'x-ratelimit-remaining': '0',
  });
  expect((await ask('192.0.2.78')).status).toBe(200);
});

test('the health route answers 400 to any parameter', async () => {
  const { status, issues } = await handlers.send(route, { query: { deep: 'true' } }, null);
  expect([status, issues[0]?.path]).toEqual([400, 'query.deep']);
});

test('the health route answers 500 without internal details when the database does not answer', async () => {
  // The handler reads this variable only when the request loads it. Nothing listens on this port.
  vi.stubEnv('DYNAMODB_ENDPOINT', 'http://127.0.0.1:1');
  const { status, body } = await ask();
  expect(status).toBe(500);
  expect(body).toEqual({
    success: false,
    error: {
      code: 'internal_error',
      message: ERRORS.internal_error.message,
      details: { request_id: expect.any(String) },
    },
  });
});
