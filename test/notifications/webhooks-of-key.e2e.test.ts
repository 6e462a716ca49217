import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { events } from '../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import { findWebhook } from '../../shared/notifications/store/webhooks.ts';
import { ANONYMOUS_REQUEST_LIMITS } from '../../shared/platform/contract/plans.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { createAccountsContext, makeSession, makeUser } from '../support/accounts.ts';
import type { RouteRequest } from '../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { verify } from './support/delivery-world.ts';

let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 0 });
});
afterAll(() => service.stop());

/** Secrets of this run that no log may contain. */
const secrets: string[] = [];
const SCOPES = ['account:read', 'account:write', 'investments:read', 'market:read'];

/**
 * Creates a session, an API key, and a verified webhook endpoint that this key configured. Returns functions that use
 * them.
 */
async function createEndpointOfKey() {
  const accounts = createAccountsContext(service.table);
  const { id: account } = await makeUser(accounts, { plan: 'pro' });
  const { text: session } = await makeSession(accounts, account, new Date());
  const call = <R extends Route>(route: R, request: RouteRequest = {}) =>
    service.call(route, { key: session, ...request });
  const createKey = async (scopes = SCOPES) => {
    const made = await call(user.createApiKey, { body: { name: 'hooks', scopes } });
    expect(made.status, made.text).toBe(201);
    secrets.push(made.data.key);
    return made.data;
  };
  const key = await createKey();
  // Nothing is sent to this public URL, because the tests cause no events of the endpoint's types.
  const body = { url: 'https://hooks.example/', types: ['version.deprecated', 'investment.confirmed'] };
  const made = await call(webhooks.create, { key: key.key, body });
  expect(made.status, made.text).toBe(201);
  await verify(service.table, { account, id: made.data.id });
  const params = { id: made.data.id };
  const endpoint = async () => (await call(webhooks.get, { params })).data;
  const eventsOfTypes = async (types: string) => (await call(events.list, { query: { type: types } })).data;
  return { account, call, createKey, key, params, endpoint, eventsOfTypes };
}

const OTHER_URL = 'https://other.example/';

/** Actions of an owner on an endpoint, with a session. */
interface Owner {
  change(body: Change): Promise<void>;
  rotateSecret(): Promise<void>;
  verifyAgain(): Promise<void>;
}
type Change = NonNullable<RouteRequest['body']>;

/** Whether the service trusts an endpoint's address with investment events. */
async function isTrustedWithInvestments(account: string, id: string): Promise<boolean | undefined> {
  return (await findWebhook(service.table, { account, id }))?.reads_investments;
}

describe('a webhook endpoint with an API key in its field set_by', () => {
  test('if the key is rotated, the field set_by of the endpoint changes to the id of the new key', async () => {
    const { call, key, params, endpoint, eventsOfTypes } = await createEndpointOfKey();
    expect(await endpoint()).toMatchObject({ status: 'enabled', created_by: key.id, set_by: key.id });
    const rotated = await call(user.rotateApiKey, {
      params: { id: key.id },
      body: { overlap_seconds: 3_600 },
    });
    expect(rotated.status, rotated.text).toBe(201);
    const successor = rotated.data;
    secrets.push(successor.key);
    expect(await endpoint()).toMatchObject({ status: 'enabled', set_by: successor.id });

    const first = await call(user.revokeApiKey, { params: { id: key.id } });
    expect(first.data).toMatchObject({ status: 'revoked', successor: successor.id, webhooks_disabled: [] });
    expect((await service.call(user.profile, { key: key.key })).status).toBe(401);
    expect((await service.call(user.profile, { key: successor.key })).status).toBe(200);
    expect((await endpoint()).status).toBe('enabled');

    const second = await call(user.revokeApiKey, { params: { id: successor.id } });
    expect(second.data).toMatchObject({ successor: null, webhooks_disabled: [params.id] });
    expect((await service.call(user.profile, { key: successor.key })).status).toBe(401);
    expect(await endpoint()).toMatchObject({ status: 'disabled', disabled_reason: 'key_revoked' });
    expect(await eventsOfTypes('webhook.disabled')).toMatchObject([
      { data: { webhook_id: params.id, reason: 'key_revoked' } },
    ]);
    await expect
      .poll(async () => (await eventsOfTypes('webhook.created,api_key.rotated,api_key.revoked')).length)
      .toBe(4);
    const [created] = await eventsOfTypes('webhook.created');
    expect(created).toMatchObject({ data: { webhook_id: params.id, by: key.id } });
  });

  test('if a rotated key changes an endpoint during the overlap, the endpoint is disabled when this key stops working', async () => {
    const { call, key, params, endpoint } = await createEndpointOfKey();
    const rotate = async (id: string) => {
      const { data } = await call(user.rotateApiKey, { params: { id }, body: { overlap_seconds: 3_600 } });
      secrets.push(data.key);
      return data.id;
    };
    const successor = await rotate(key.id);
    const body = { types: ['investment.confirmed'] };
    expect((await call(webhooks.update, { key: key.key, params, body })).status).toBe(200);
    expect(await endpoint()).toMatchObject({ status: 'enabled', set_by: key.id });
    await rotate(successor);
    expect((await service.call(user.profile, { key: key.key })).status).toBe(401);
    expect(await endpoint()).toMatchObject({ status: 'disabled', disabled_reason: 'key_revoked' });
  });

  test('if a key changed the URL, adding event types that this key may not read makes the endpoint unverified', async () => {
    const { call, createKey, params, account, endpoint } = await createEndpointOfKey();
    const narrow = { types: ['version.deprecated'] };
    expect((await call(webhooks.update, { params, body: narrow })).status).toBe(200);
    const limitedKey = await createKey(['account:read', 'account:write']);
    const moved = { url: 'https://other.example/' };
    expect((await call(webhooks.update, { key: limitedKey.key, params, body: moved })).status).toBe(200);
    await verify(service.table, { account, id: params.id });
    expect((await endpoint()).status).toBe('enabled');
    expect((await call(webhooks.update, { params, body: { types: null } })).data.status).toBe('unverified');
  });

  test.each([
    ['the same event types again', async ({ change }: Owner) => change({ types: ['version.deprecated'] })],
    [
      'other event types',
      async ({ change }: Owner) => change({ types: ['version.deprecated', 'api_key.created'] }),
    ],
    ['the same URL again', async ({ change }: Owner) => change({ url: OTHER_URL })],
    ['the status enabled again', async ({ change }: Owner) => change({ status: 'enabled' })],
    [
      'the status of the disabled endpoint to enabled',
      async ({ change }: Owner) => {
        await change({ status: 'disabled' });
        await change({ status: 'enabled' });
      },
    ],
    ['a new secret', async ({ rotateSecret }: Owner) => rotateSecret()],
    [
      'investment events and removes them before the limited key verifies the endpoint',
      async ({ change, verifyAgain }: Owner) => {
        await change({ types: null });
        await change({ types: ['version.deprecated'] });
        await verifyAgain();
      },
    ],
  ])('a URL from a key without investments:read stays untrusted after the owner sets %s', async (_, act) => {
    const { call, createKey, params, account, endpoint } = await createEndpointOfKey();
    const change = async (body: Change) => {
      expect((await call(webhooks.update, { params, body })).status).toBe(200);
    };
    const verifyAgain = () => verify(service.table, { account, id: params.id });
    await change({ types: ['version.deprecated'] });
    const limitedKey = await createKey(['account:read', 'account:write']);
    const moved = { url: OTHER_URL };
    expect((await call(webhooks.update, { key: limitedKey.key, params, body: moved })).status).toBe(200);
    await verifyAgain();
    const rotateSecret = async () => {
      expect((await call(webhooks.rotateSecret, { params })).status).toBe(201);
    };
    await act({ change, rotateSecret, verifyAgain });
    expect((await endpoint()).status).toBe('enabled');
    expect(await isTrustedWithInvestments(account, params.id)).toBe(false);
    await change({ types: null });
    expect((await endpoint()).status).toBe('unverified');
  });

  test('an update that changes no value of an endpoint leaves set_by unchanged', async () => {
    const { call, params, endpoint } = await createEndpointOfKey();
    const { set_by, url, types } = await endpoint();
    for (const body of [{ url }, { types }, { status: 'enabled' as const }])
      expect((await call(webhooks.update, { params, body })).status).toBe(200);
    expect((await endpoint()).set_by).toBe(set_by);
  });

  test('the endpoint is disabled when its key is reported as leaked, even by a caller without a credential', async () => {
    const { key, params, endpoint, eventsOfTypes } = await createEndpointOfKey();
    const report = (text: string) => service.call(user.reportLeak, { body: { key: text } });
    const known = await report(key.key);
    expect([known.status, known.data]).toEqual([200, { status: 'received' }]);
    expect((await service.call(user.profile, { key: key.key })).status).toBe(401);
    expect(await endpoint()).toMatchObject({ status: 'disabled', disabled_reason: 'key_revoked' });
    await expect
      .poll(() => eventsOfTypes('api_key.leaked'))
      .toMatchObject([{ data: { api_key_id: key.id } }]);
    expect(await eventsOfTypes('webhook.disabled')).toMatchObject([{ data: { webhook_id: params.id } }]);

    // The response is the same for a key that has already ended, an unknown key, and a key with a wrong checksum.
    const unknown = `yk_test_${'0'.repeat(36)}`;
    for (const text of [key.key, unknown, `${key.key.slice(0, -1)}0`]) {
      const answer = await report(text);
      expect([answer.status, answer.data, answer.text]).toEqual([200, known.data, known.text]);
    }
    expect(await eventsOfTypes('api_key.leaked')).toHaveLength(1);
    // A key with a trailing blank is rejected. Otherwise, the sender of the report would believe that the key has been
    // revoked.
    expect((await report(`${key.key} `)).status).toBe(400);
  });
});

test('the number of leak reports per IP address is limited', async () => {
  const text = `yk_test_${'1'.repeat(36)}`;
  secrets.push(text);
  const answers = await Promise.all(
    Array.from({ length: ANONYMOUS_REQUEST_LIMITS.burst + 50 }, () =>
      service.call(user.reportLeak, { body: { key: text } }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { error, headers } of refused) {
    expect(error.code).toBe('rate_limit_exceeded');
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  }
  const logs = service.logs();
  expect(logs).toContain('accounts.report-leak');
  for (const secret of secrets) expect(logs).not.toContain(secret.slice(-30));
});
