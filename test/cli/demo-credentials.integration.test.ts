import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoKeys } from '../../infra/cli/start/demo-credentials.ts';
import { hashCredential } from '../../shared/access/domain/credential.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { readProfile } from '../../shared/accounts/users.ts';
import { authenticate, createLimiters } from '../../shared/http/authenticate.ts';
import { createMiddlewares, endpoint } from '../../shared/http/endpoint.ts';
import { countAlertsAndWebhooks } from '../../shared/notifications/quotas.ts';
import { CUSTOM_LIMITS_MAX, PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { createAccountsContext, makeKey, NOW, revokeKeyWithoutWebhooks } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { call } from '../support/event.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

function createProfileCaller(environment: 'live' | 'test') {
  const step = authenticate(
    createLimiters(() => table),
    environment,
  );
  const chain = createMiddlewares().map((known) => (known.name === step.name ? step : known));
  const handler = endpoint(
    user.profile,
    async (_, { principal }) => ({
      data: await readProfile(createAccountsContext(table), principal, countAlertsAndWebhooks, NOW),
    }),
    chain,
  );
  return (key: string) => call(handler, user.profile, { headers: { 'X-API-KEY': key } });
}

test('each demo key belongs to a separate user, with the plan and limits that the key demonstrates', async () => {
  const local = createProfileCaller('test');
  const keys = await createDemoKeys(table);
  const shown = await Promise.all(Object.values(keys).map(local));
  expect(shown.map(({ data }) => [data.plan, data.role])).toEqual([
    ['free', 'user'],
    ['pro', 'user'],
    ['enterprise', 'user'],
    ['enterprise', 'admin'],
  ]);
  expect(shown.map(({ headers }) => Number(headers.get('x-ratelimit-limit')))).toEqual([
    PLAN_LIMITS.free.requestsPerMinute,
    PLAN_LIMITS.pro.requestsPerMinute,
    CUSTOM_LIMITS_MAX.requestsPerMinute,
    PLAN_LIMITS.enterprise.requestsPerMinute,
  ]);
  expect(new Set(shown.map(({ data }) => data.id)).size).toBe(4);
});

test('without a file of demo keys, a restart creates new keys for the same demo users', async () => {
  const local = createProfileCaller('test');
  const former = await createDemoKeys(table);
  const before = await local(former.free);
  const made = await makeKey(createAccountsContext(table), before.data.id);
  const keys = await createDemoKeys(table);
  expect((await local(former.free)).status).toBe(401);
  const after = await local(keys.free);
  expect(after.data.id).toBe(before.data.id);
  expect(after.data.quotas.api_keys.used).toBe(2);
  expect((await local(made.text)).status).toBe(200);
});

test('with a file of demo keys, a restart of the local server keeps all valid demo keys', async () => {
  const local = createProfileCaller('test');
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const file = join(folder, 'demo-keys.json');
  const first = await createDemoKeys(table, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await createDemoKeys(table, file)).toEqual(first);
  const { data } = await local(first.pro);
  const credential = await getCredential(table, hashCredential(first.pro));
  await revokeKeyWithoutWebhooks(createAccountsContext(table), data.id, credential?.id ?? '', new Date());
  const { pro, ...others } = await createDemoKeys(table, file);
  expect(others).toEqual({ free: first.free, enterprise: first.enterprise, admin: first.admin });
  expect((await local(pro)).status).toBe(200);
  rmSync(folder, { recursive: true });
});

test('a live stage rejects every demo key', async () => {
  const live = createProfileCaller('live');
  for (const key of Object.values(await createDemoKeys(table))) {
    expect((await live(key)).status).toBe(401);
  }
});
