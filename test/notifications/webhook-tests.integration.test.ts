import { createServer } from 'node:net';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findFreePort, listenOnLoopback } from '../../infra/emulator/process/port.ts';
import { getUser } from '../../shared/accounts/store/users.ts';
import { EVENT_TYPES, isInvestmentEventType } from '../../shared/notifications/contract/event-types.ts';
import { listEvents, recordEvents } from '../../shared/notifications/events.ts';
import { findWebhook, type WebhookItem, webhookKey } from '../../shared/notifications/store/webhooks.ts';
import { listDeliveries, retryDelivery } from '../../shared/notifications/webhooks/deliveries.ts';
import { rotateWebhookSecret } from '../../shared/notifications/webhooks/webhook-rotation.ts';
import { sendChallenge, withTestSlot } from '../../shared/notifications/webhooks/webhook-tests.ts';
import { createWebhook, updateWebhook } from '../../shared/notifications/webhooks/webhooks.ts';
import { WEBHOOK_TESTS_AT_ONCE } from '../../shared/platform/contract/plans.ts';
import type { Principal } from '../../shared/platform/request.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  NOW,
  principalWith,
  rejectionOf,
  revokeKeyWithoutWebhooks,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { createAccountWithWebhook, DeliveryWorld, verify } from './support/delivery-world.ts';
import { challengeOf, type ReceiverOptions, startReceiver } from './support/receiver.ts';

/** Short, because a test waits for this time when no response comes. */
const TIMEOUT_MS = 400;
const LOCAL_SHORT_TIMEOUT_OPTIONS = { allowedNetwork: 'loopback', timeoutMs: TIMEOUT_MS } as const;
/** Long timeout for receivers that respond. It is not reached even on a slow computer, and no test waits for it. */
const LOOPBACK_SEND_OPTIONS = { allowedNetwork: 'loopback', timeoutMs: 20_000 } as const;
const buildNoAdditionalWrites = async () => [];

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

async function newCaller(kind: 'key' | 'session' = 'key'): Promise<Principal> {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts, { plan: 'pro' });
  const make = kind === 'key' ? makeKey(accounts, user.id) : makeSession(accounts, user.id, NOW);
  return principalWith(user, (await make).item);
}

const create = (owner: Principal, types: WebhookItem['types'] = null, now = NOW) =>
  createWebhook(
    createAccountsContext(table),
    owner,
    { url: 'https://a.example/', types: EVENT_TYPES.filter((type) => types?.includes(type) ?? true) },
    now,
    buildNoAdditionalWrites,
  );

async function stored({ userId }: Principal, id: string): Promise<WebhookItem> {
  const item = await findWebhook(table, { account: userId, id });
  if (item === undefined) throw new Error('It was just made');
  return item;
}

/** Creates an endpoint at a local address, which only a local deployment accepts. */
async function createEndpointAtPort(
  port: number,
  types: WebhookItem['types'] = null,
): Promise<{ owner: Principal; item: WebhookItem }> {
  const owner = await newCaller();
  const { id } = await create(owner, types);
  await redirectEndpointToPort(port, owner.userId, id);
  return { owner, item: await stored(owner, id) };
}

async function redirectEndpointToPort(port: number, account: string, id: string): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: webhookKey({ account, id }),
      UpdateExpression: 'SET #url = :url',
      ExpressionAttributeNames: { '#url': 'url' },
      ExpressionAttributeValues: { ':url': `http://127.0.0.1:${port}/` },
    }),
  );
}

/**
 * Changes that happen while a test request waits for the receiver, each with the expected error code. The key of the
 * request does not have the scope `investments:read`.
 */
const CHANGES_DURING_WEBHOOK_TEST: readonly [
  string,
  (known: { owner: Principal; key: Principal; id: string }) => Promise<unknown>,
  { readonly code: string },
][] = [
  [
    'the calling key is revoked',
    ({ key }) => revokeKeyWithoutWebhooks(createAccountsContext(table), key.userId, key.credentialId, NOW),
    { code: 'unauthorized' },
  ],
  [
    'the endpoint gets event types that the calling key may not read',
    ({ owner, id }) => updateWebhook(createAccountsContext(table), owner, id, { types: null }, NOW),
    { code: 'forbidden' },
  ],
];

/** Creates another key of the account, without investments:read. */
async function createRestrictedKey({ userId }: Principal): Promise<Principal> {
  const accounts = createAccountsContext(table);
  const user = await getUser(table, userId);
  if (user === undefined) throw new Error('The user was just made');
  const scopes = ['account:read', 'account:write'] as const;
  return principalWith(user, (await makeKey(accounts, userId, { scopes })).item);
}

/** Sends a challenge to a receiver. Returns the result and the endpoint as it is stored after the challenge. */
async function challenged(answer: NonNullable<ReceiverOptions['answer']>) {
  const receiver = await startReceiver({ answer });
  const { owner, item } = await createEndpointAtPort(receiver.port);
  const result = await sendChallenge(table, owner, item, NOW, LOOPBACK_SEND_OPTIONS).finally(receiver.stop);
  return { result, item: await stored(owner, item.id) };
}

const UNVERIFIED_RESULT = {
  verified: false,
  delivered: false,
  response_status: null,
  failure: null,
  duration_ms: null,
};

describe('an endpoint that is not verified', () => {
  test('an endpoint is verified and enabled by a 2xx response with the challenge', async () => {
    const { result, item } = await challenged(() => 200);
    expect(result).toMatchObject({ verified: true, reached: true, delivered: true, response_status: 200 });
    expect(item).toMatchObject({ status: 'enabled', verified_at: NOW.toISOString() });
  });

  test.each<[string, NonNullable<ReceiverOptions['answer']>]>([
    ['the status 500', () => 500],
    [
      'no body',
      (_, response) => {
        response.writeHead(200).end();
        return undefined;
      },
    ],
    [
      'another challenge',
      ({ body }, response) => {
        response.writeHead(200).end(JSON.stringify({ challenge: `${challengeOf(body)}x` }));
        return undefined;
      },
    ],
    [
      'the challenge but the status 404',
      ({ body }, response) => {
        response.writeHead(404).end(JSON.stringify({ challenge: challengeOf(body) }));
        return undefined;
      },
    ],
    [
      'the body of the request as its body',
      ({ body }, response) => {
        response.writeHead(200).end(body);
        return undefined;
      },
    ],
  ])('an endpoint stays unverified when the response to its test has %s', async (_, answer) => {
    const { result, item } = await challenged(answer);
    expect(result).toEqual({ ...UNVERIFIED_RESULT, reached: true });
    expect(item).toMatchObject({ status: 'unverified', verified_at: null });
  });

  test('the result of a webhook test does not reveal whether a port is closed or a host is unknown', async () => {
    const silent = createServer();
    const open = await listenOnLoopback(silent);
    const closed = await findFreePort();
    const took = async (url: string) => {
      const { owner, item } = await createEndpointAtPort(open);
      const startedAt = performance.now();
      const result = await sendChallenge(table, owner, { ...item, url }, NOW, LOCAL_SHORT_TIMEOUT_OPTIONS);
      return { result, ms: performance.now() - startedAt };
    };
    const tries = [`http://127.0.0.1:${open}/`, `http://127.0.0.1:${closed}/`, 'https://10.0.0.1/'];
    for (const { result, ms } of await Promise.all(tries.map(took))) {
      expect(result).toEqual({ ...UNVERIFIED_RESULT, reached: false });
      expect(ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
    }
    silent.close();
  });

  test('a failed delivery of an unverified endpoint cannot be retried', async () => {
    const world = new DeliveryWorld(table);
    const { account, principal, id, deliveries } = await createAccountWithWebhook(world);
    await world.recordEvents(account, 1);
    await world.pass(1_000);
    const [delivery] = z.array(z.object({ id: z.string() })).parse((await deliveries()).data);
    const accounts = createAccountsContext(table);
    const moved = await updateWebhook(accounts, principal, id, { url: 'https://b.example/' }, NOW);
    expect(moved).toMatchObject({ status: 'unverified', verified_at: null });
    const again = retryDelivery(
      table,
      principal,
      { id, deliveryId: delivery?.id ?? '' },
      new Date(world.nowMs),
    );
    expect((await rejectionOf(again)).code).toBe('webhook_not_verified');
    await world.recordEvents(account, 2);
    await world.pass(1_000);
    expect(world.requests).toHaveLength(1);
    // An update to `enabled` does not verify the endpoint. Only an answered challenge verifies it.
    const enabled = await updateWebhook(accounts, principal, id, { status: 'enabled' }, NOW);
    expect(enabled.status).toBe('unverified');
  });
});

describe('a webhook test or a delivery retry while the endpoint or its key changes', () => {
  test.each(CHANGES_DURING_WEBHOOK_TEST)(
    'a webhook test does not verify the endpoint if during the test %s',
    async (_, happens, refusal) => {
      let meanwhile = async (): Promise<unknown> => undefined;
      const receiver = await startReceiver({
        answer: async () => {
          await meanwhile();
          return 200;
        },
      });
      const { owner, item } = await createEndpointAtPort(receiver.port, ['api_key.created']);
      const key = await createRestrictedKey(owner);
      meanwhile = () => happens({ owner, key, id: item.id });
      await expect(
        sendChallenge(table, key, item, NOW, LOOPBACK_SEND_OPTIONS).finally(receiver.stop),
      ).rejects.toMatchObject(refusal);
      expect(await stored(owner, item.id)).toMatchObject({ status: 'unverified', verified_at: null });
    },
  );

  test.each(CHANGES_DURING_WEBHOOK_TEST)(
    'if %s during a retry, the event is not marked as delivered, even if the receiver accepts the event',
    async (_, happens, refusal) => {
      const world = new DeliveryWorld(table);
      world.receive = () => ({ status: 500 });
      const { account, principal: owner, id, item, deliveries } = await createAccountWithWebhook(world);
      await updateWebhook(createAccountsContext(table), owner, id, { types: ['api_key.created'] }, NOW);
      await world.recordEvents(account, 1);
      await world.pass(1_000);
      const deliverySchema = z.object({ id: z.string(), status: z.string(), attempts: z.array(z.unknown()) });
      const delivery = async () => z.tuple([deliverySchema]).parse((await deliveries()).data)[0];
      const key = await createRestrictedKey(owner);
      const receiver = await startReceiver({
        answer: async () => {
          await happens({ owner, key, id });
          return 200;
        },
      });
      await redirectEndpointToPort(receiver.port, account, id);
      const before = await delivery();
      const now = new Date(world.nowMs);
      const again = retryDelivery(table, key, { id, deliveryId: before.id }, now, LOOPBACK_SEND_OPTIONS);
      await expect(again.finally(receiver.stop)).rejects.toMatchObject(refusal);
      expect(Object.keys((await item()).waiting)).toEqual(['1']);
      const after = await delivery();
      expect([after.status, after.attempts.length]).toEqual(['pending', before.attempts.length + 1]);
    },
  );
});

describe('concurrent webhook tests of one account', () => {
  test('an account can run only a limited number of tests at the same time', async () => {
    const { userId } = await newCaller();
    const ends: (() => void)[] = [];
    const begin = () =>
      withTestSlot(table, userId, NOW, () => new Promise<void>((resolve) => ends.push(resolve)));
    const running = Array.from({ length: WEBHOOK_TESTS_AT_ONCE }, begin);
    await expect.poll(() => ends.length).toBe(WEBHOOK_TESTS_AT_ONCE);
    const refused = await rejectionOf(begin());
    expect([refused.status, refused.code]).toEqual([429, 'too_many_webhook_tests']);
    expect(refused.details).toEqual({ max_at_once: WEBHOOK_TESTS_AT_ONCE, retry_after_seconds: 10 });
    // Another account has its own limit.
    await withTestSlot(table, (await newCaller()).userId, NOW, async () => undefined);
    for (const end of ends) end();
    await Promise.all(running);
    await withTestSlot(table, userId, NOW, async () => undefined);
  });

  test('of 90 concurrent tests, only as many run as the limit allows', async () => {
    const { userId } = await newCaller();
    let most = 0;
    let now = 0;
    const { promise: allDecided, resolve } = Promise.withResolvers<void>();
    let decided = 0;
    const decide = () => {
      decided += 1;
      if (decided === 90) resolve();
    };
    const work = async () => {
      now += 1;
      most = Math.max(most, now);
      decide();
      await allDecided;
      now -= 1;
    };
    const results = await Promise.allSettled(
      Array.from({ length: 90 }, () =>
        withTestSlot(table, userId, NOW, work).catch((error: unknown) => {
          decide();
          throw error;
        }),
      ),
    );
    expect(most).toBe(WEBHOOK_TESTS_AT_ONCE);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(90 - WEBHOOK_TESTS_AT_ONCE);
  });

  test('a webhook test whose function was killed counts towards the limit of concurrent tests for 20 seconds', async () => {
    const { userId } = await newCaller();
    const never = new Promise<void>(() => undefined);
    let begun = 0;
    const begin = () => {
      void withTestSlot(table, userId, NOW, () => {
        begun += 1;
        return never;
      });
    };
    for (let count = 0; count < WEBHOOK_TESTS_AT_ONCE; count += 1) begin();
    await expect.poll(() => begun).toBe(WEBHOOK_TESTS_AT_ONCE);
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
    const work = async () => 'ran';
    expect((await rejectionOf(withTestSlot(table, userId, later(19), work))).code).toBe(
      'too_many_webhook_tests',
    );
    expect(await withTestSlot(table, userId, later(20), work)).toBe('ran');
  });
});

describe('a session without a recent sign-in', () => {
  const LATER = new Date(NOW.getTime() + 20 * 60_000);
  const harmless = EVENT_TYPES.filter((type) => !isInvestmentEventType(type));

  test('the session cannot change the URL or secret of an endpoint with investment events', async () => {
    const session = await newCaller('session');
    const { id } = await create(session);
    const accounts = createAccountsContext(table);
    for (const attempt of [
      () => create(session, null, LATER),
      () => updateWebhook(accounts, session, id, { url: 'https://b.example/' }, LATER),
      () => updateWebhook(accounts, session, id, { types: harmless }, LATER),
      () => updateWebhook(accounts, session, id, { status: 'enabled' }, LATER),
      () => rotateWebhookSecret(accounts, session, id, LATER, buildNoAdditionalWrites),
    ]) {
      expect((await rejectionOf(attempt())).code).toBe('recent_sign_in_required');
    }
    const described = await updateWebhook(accounts, session, id, { description: 'mine' }, LATER);
    expect(described.description).toBe('mine');
    expect((await updateWebhook(accounts, session, id, { status: 'disabled' }, LATER)).status).toBe(
      'disabled',
    );
  });

  test('the session cannot add investment events to an endpoint that does not receive such events yet', async () => {
    const session = await newCaller('session');
    const { id } = await create(session, [...harmless], LATER);
    const accounts = createAccountsContext(table);
    await updateWebhook(accounts, session, id, { url: 'https://b.example/' }, LATER);
    const widened = updateWebhook(accounts, session, id, { types: null }, LATER);
    expect((await rejectionOf(widened)).code).toBe('recent_sign_in_required');
  });
});

describe('events of alerts on positions', () => {
  const alertEvent = (target: 'positions' | 'strategy') => ({
    type: 'strategy.stale' as const,
    cause: target,
    data: {
      alert_id: `alr_${target}`,
      alert_target: target,
      strategy_id: 'strat_1',
      strategy_name: 'Held',
      chain: 'base',
      asset: 'USDC',
      protocol: 'aave-v3',
      observed_at: NOW.toISOString(),
    },
  });
  const page = { page: 1, per_page: 10 };

  test('a credential without investments:read does not see the events and their deliveries', async () => {
    const world = new DeliveryWorld(table);
    const { account, principal, id, deliveries } = await createAccountWithWebhook(world);
    await recordEvents(table, account, [alertEvent('positions'), alertEvent('strategy')], NOW);
    world.enqueue(account);
    await world.pass(1_000);
    const now = new Date(world.nowMs);
    const narrow = { ...principal, scopes: ['account:read', 'account:write'] as const };
    const listed = await listEvents(table, narrow, { ...page, order: 'asc' }, now);
    expect(listed.data).toMatchObject([{ data: { alert_target: 'strategy' } }]);
    expect(listed.pagination?.total).toBe(1);
    const typed = { ...page, order: 'asc' as const, type: ['strategy.stale' as const] };
    expect((await listEvents(table, narrow, typed, now)).data).toHaveLength(1);
    expect((await listEvents(table, principal, typed, now)).data).toHaveLength(2);
    expect((await deliveries()).data).toHaveLength(2);
    const [restricted] = z
      .array(z.object({ id: z.string(), sequence: z.int() }))
      .parse((await deliveries()).data)
      .filter(({ sequence }) => sequence === 1);
    expect((await listDeliveries(table, narrow, id, page, now)).data).toMatchObject([{ sequence: 2 }]);
    // The key may now read all event types of the endpoint. The retry is still rejected, because the event itself
    // requires investments:read.
    await updateWebhook(createAccountsContext(table), principal, id, { types: ['strategy.stale'] }, now);
    const again = retryDelivery(table, narrow, { id, deliveryId: restricted?.id ?? '' }, now);
    expect((await rejectionOf(again)).code).toBe('forbidden');
    // The key without investments:read now sets the endpoint's URL. Therefore the service sends no restricted events to
    // the new URL. Even the owner cannot retry the earlier delivery.
    await updateWebhook(createAccountsContext(table), narrow, id, { url: 'https://b.example/' }, now);
    await verify(table, { account, id });
    const ownerRetry = retryDelivery(table, principal, { id, deliveryId: restricted?.id ?? '' }, now);
    expect((await rejectionOf(ownerRetry)).code).toBe('webhook_not_verified');
    const sent = world.requests.length;
    await recordEvents(table, account, [{ ...alertEvent('positions'), cause: 'later' }], now);
    world.enqueue(account);
    await world.pass(1_000);
    expect(world.requests).toHaveLength(sent);
  });
});

test('an endpoint does not receive the event about its creation', async () => {
  const world = new DeliveryWorld(table);
  const { account, id } = await createAccountWithWebhook(world);
  const created = (webhook: string) => ({
    type: 'webhook.created' as const,
    cause: webhook,
    data: { webhook_id: webhook, url: 'https://a.example/', by: 'key_1' },
  });
  await recordEvents(table, account, [created(id), created('wh_other')], NOW);
  world.enqueue(account);
  await world.pass(1_000);
  expect(world.requests).toMatchObject([{ sequence: 2 }]);
});
