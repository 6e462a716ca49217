import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listenForWebhooks } from '../../infra/cli/webhooks-listen.ts';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { events } from '../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import { takeTestSlot } from '../../shared/notifications/store/webhook-tests.ts';
import { WEBHOOK_TESTS_AT_ONCE } from '../../shared/platform/contract/plans.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { createAccountsContext, makeKey, makeSession, makeUser } from '../support/accounts.ts';
import type { RouteRequest } from '../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { verify } from './support/delivery-world.ts';
import { type Received, type Receiver, startReceiver } from './support/receiver.ts';

let service: E2eStack;
let receiver: Receiver;
/** Returns the HTTP status with which the receiver answers a request. */
let answer: (request: Received) => number = () => 204;
beforeAll(async () => {
  service = await startE2e({ catalogSize: 0 });
  receiver = await startReceiver({ answer: (request) => answer(request) });
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

const url = () => `http://127.0.0.1:${receiver.port}/hook`;

const accountBodySchema = z.object({ account: z.string() });
const typedBodySchema = z.object({ type: z.string() });

/** Returns the received requests whose events belong to the account. */
const findRequestsForAccount = (account: string) =>
  receiver.received.filter(({ body }) => accountBodySchema.parse(JSON.parse(body)).account === account);

async function newAccount({ hasVerifiedWebhook = true } = {}) {
  const accounts = createAccountsContext(service.table);
  const { id } = await makeUser(accounts, { plan: 'pro' });
  const { text: key } = await makeKey(accounts, id);
  const { text: session } = await makeSession(accounts, id, new Date());
  const call = <R extends Route>(route: R, request: RouteRequest = {}) =>
    service.call(route, { key: route.access === 'session' ? session : key, ...request });
  const endpoint = { url: url(), types: ['api_key.created', 'api_key.revoked'] };
  const made = await call(webhooks.create, { body: endpoint });
  expect(made.status, made.text).toBe(201);
  if (hasVerifiedWebhook) await verify(service.table, { account: id, id: made.data.id });
  const newKey = () => call(user.createApiKey, { body: { name: 'ci', scopes: ['market:read'] } });
  const params = { id: made.data.id };
  return { account: id, key, call, newKey, webhook: made.data, params };
}

describe('a webhook endpoint over HTTP', () => {
  test('an endpoint receives signed deliveries of the same events as GET /events', async () => {
    answer = () => 204;
    const { account, call, newKey, webhook, params } = await newAccount();
    const { data: key } = await newKey();
    await call(user.revokeApiKey, { params: { id: key.id } });
    await expect.poll(() => findRequestsForAccount(account).length).toBe(2);
    const requests = findRequestsForAccount(account);
    const verified = requests.map(({ body, headers }) =>
      new Webhook(webhook.secret).verify(body, {
        'webhook-id': String(headers['webhook-id']),
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      }),
    );
    const { data: listedEvents } = await call(events.list, {
      query: { type: 'api_key.created,api_key.revoked' },
    });
    expect(verified).toEqual(listedEvents);
    expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual(listedEvents.map(({ id }) => id));
    await expect
      .poll(async () => (await call(webhooks.deliveries, { params })).data)
      .toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
  });

  test('a failed delivery is retried automatically or at the request of the account', async () => {
    const failing = new Set<string>();
    answer = ({ headers }) => {
      const id = String(headers['webhook-id']);
      if (failing.has(id)) return 204;
      failing.add(id);
      return 500;
    };
    const { account, call, newKey, params } = await newAccount();
    await newKey();
    await expect
      .poll(async () => (await call(webhooks.deliveries, { params })).data)
      .toMatchObject([{ status: 'pending' }]);
    const { data: listed } = await call(webhooks.deliveries, { params });
    const retried = await call(webhooks.retry, { params: { ...params, deliveryId: listed[0]?.id } });
    expect(retried.data).toMatchObject({ status: 'delivered', next_attempt_at: null });
    const { attempts } = retried.data;
    expect(attempts[0]).toMatchObject({ response_status: 500, by_hand: false });
    // On a busy machine, the automatic retry may also have run, so `attempts` may contain a third attempt.
    expect(attempts).toContainEqual(expect.objectContaining({ response_status: 204, by_hand: true }));
    await newKey();
    const ids = () => findRequestsForAccount(account).map(({ headers }) => headers['webhook-id']);
    const [first] = ids();
    // The first attempt for the second event also fails. Its retry follows after about five seconds, so two requests
    // are expected.
    await expect.poll(() => ids().filter((id) => id !== first).length).toBe(2);
    expect(ids().filter((id) => id === first).length).toBe(attempts.length);
    expect(new Set(ids()).size).toBe(2);
    expect((await call(webhooks.get, { params })).data).toMatchObject({ status: 'enabled' });
  });

  test('the response to a test of an endpoint has the outcome of the test', async () => {
    answer = () => 202;
    const { account, call, webhook, params } = await newAccount();
    const tried = await call(webhooks.test, { params });
    expect(tried.data).toMatchObject({ delivered: true, response_status: 202, failure: null });
    expect(findRequestsForAccount(account).map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'webhook.test', sequence: 0, data: { webhook_id: webhook.id } },
    ]);
  });

  test('a newly verified endpoint receives every event since its creation', async () => {
    answer = () => 204;
    const { account, call, newKey, params, webhook } = await newAccount({ hasVerifiedWebhook: false });
    expect(webhook).toMatchObject({ status: 'unverified', verified_at: null });
    await newKey();
    await expect.poll(async () => (await call(events.list)).meta.last_sequence).toBeGreaterThan(0);
    expect(findRequestsForAccount(account)).toEqual([]);
    const tried = await call(webhooks.test, { params });
    expect(tried.data).toMatchObject({ verified: true, delivered: true, response_status: 200 });
    expect((await call(webhooks.get, { params })).data.status).toBe('enabled');
    await newKey();
    await expect.poll(() => findRequestsForAccount(account).length).toBe(3);
    const types = findRequestsForAccount(account).map(
      ({ body }) => typedBodySchema.parse(JSON.parse(body)).type,
    );
    expect(types).toEqual(['webhook.test', 'api_key.created', 'api_key.created']);
  });

  test('an endpoint with a new URL receives nothing until it is verified again', async () => {
    answer = () => 204;
    const { account, call, newKey, params } = await newAccount();
    await newKey();
    await expect
      .poll(async () => (await call(webhooks.deliveries, { params })).data)
      .toMatchObject([{ status: 'delivered' }]);
    const { data: listed } = await call(webhooks.deliveries, { params });
    const retry = () => call(webhooks.retry, { params: { ...params, deliveryId: listed[0]?.id } });
    const moved = await call(webhooks.update, { params, body: { url: `${url()}/moved` } });
    expect(moved.data).toMatchObject({ status: 'unverified', verified_at: null });
    const refused = await retry();
    expect([refused.status, refused.error.code]).toEqual([422, 'webhook_not_verified']);
    expect((await call(webhooks.test, { params })).data.verified).toBe(true);

    const nowMs = Date.now();
    const time = { nowMs, untilMs: nowMs + 600_000 };
    for (let running = 0; running < WEBHOOK_TESTS_AT_ONCE; running += 1) {
      const holder = { account, holder: `running ${running}` };
      expect(await takeTestSlot(service.table, holder, WEBHOOK_TESTS_AT_ONCE, time)).toBeDefined();
    }
    for (const answered of [await call(webhooks.test, { params }), await retry()]) {
      expect([answered.status, answered.error.code]).toEqual([429, 'too_many_webhook_tests']);
      expect(answered.headers.get('Retry-After')).toBe('10');
    }
  });

  test('an endpoint that answers 410 is disabled', async () => {
    answer = () => 410;
    const { call, newKey, webhook, params } = await newAccount();
    await newKey();
    await expect
      .poll(async () => (await call(webhooks.get, { params })).data)
      .toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    const { data } = await call(events.list, { query: { type: 'webhook.disabled' } });
    expect(data).toMatchObject([{ data: { webhook_id: webhook.id, reason: 'gone' } }]);
  });
});

describe('the command npm run webhooks:listen', () => {
  const runListener = async (options: { key?: string; secret?: string; status?: number }) => {
    const lines: string[] = [];
    const own = { port: 0, status: 204, baseUrl: service.baseUrl, ...options };
    const listener = await listenForWebhooks(own, (line) => lines.push(line));
    return { lines, listener };
  };

  test('webhooks:listen prints the events of an account', async () => {
    const { key, call, newKey } = await newAccount();
    answer = () => 204;
    const { lines, listener } = await runListener({ key });
    await newKey();
    await expect
      .poll(() => lines)
      .toContainEqual(expect.stringMatching(/^\d+ {2}api_key\.created {2}evt_\w+ {2}\{/));
    expect((await call(webhooks.list)).meta.pagination.total).toBe(2);
    await listener.stop();
    expect((await call(webhooks.list)).meta.pagination.total).toBe(1);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'webhooks:listen deletes its endpoint when it receives %s',
    async (signal) => {
      const { key, call } = await newAccount();
      const words = [
        'infra/cli/webhooks-listen.ts',
        '--port',
        '0',
        '--base-url',
        service.baseUrl,
        '--key',
        key,
      ];
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      await expect.poll(() => printed, { timeout: 30_000 }).toContain('Listening at');
      expect((await call(webhooks.list)).meta.pagination.total).toBe(2);
      child.kill(signal);
      expect(await exited).toEqual([0, null]);
      expect((await call(webhooks.list)).meta.pagination.total).toBe(1);
    },
  );

  test('webhooks:listen rejects deliveries without a valid signature', async () => {
    const { lines, listener } = await runListener({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` });
    const { call, params } = await newAccount();
    await call(webhooks.update, { params, body: { url: listener.url } });
    const tried = await call(webhooks.test, { params });
    expect(tried.data).toMatchObject({ verified: false, reached: true, delivered: false });
    expect(lines).toEqual([
      'REFUSED  No signature in webhook-signature matches the secret. Check the secret, and pass the raw body',
    ]);
    await listener.stop();
  });
});
