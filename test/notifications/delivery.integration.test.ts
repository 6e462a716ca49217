import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { updateUser } from '../../shared/accounts/users.ts';
import { WAITING_EVENTS_MAX } from '../../shared/notifications/domain/delivery.ts';
import { recordEvents } from '../../shared/notifications/events.ts';
import { retryDelivery } from '../../shared/notifications/webhooks/deliveries.ts';
import { deliverEventsOfAccount } from '../../shared/notifications/webhooks/delivery-rounds.ts';
import { deleteWebhook, updateWebhook } from '../../shared/notifications/webhooks/webhooks.ts';
import { createAccountsContext } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import { deliverWithFaults } from './support/delivery-chaos.ts';
import {
  createAccountWithWebhook,
  DeliveryWorld,
  listFirstReceivedSequences,
  ENDPOINT_URL as URL,
  verify,
} from './support/delivery-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OTHER_URL = 'https://b.example/hook';

let table: EmbeddedTable;
let world: DeliveryWorld;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  world = new DeliveryWorld(table);
});

const TRANSACTION = {
  transaction_id: 'tx_1',
  transaction_type: 'deposit',
  settlement: 'sandbox',
  investment_id: 'inv_1',
  strategy_id: 'strat_1',
  user_id: null,
  asset: 'USDC',
  amount: '1',
  transaction_hash: null,
} as const;

const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);

const createAccountWithEndpoint = () => createAccountWithWebhook(world);

describe('events of a webhook endpoint', () => {
  test('when no delivery fails, the endpoint receives each event once and in order', async () => {
    const { account, item } = await createAccountWithEndpoint();
    await world.recordEvents(account, ...numbers(60));
    await world.pass(MINUTE_MS);
    expect(world.requests.map(({ sequence }) => sequence)).toEqual(numbers(60));
    expect(await item()).toMatchObject({ sequence: 60, waiting: {} });
    expect(await item()).not.toHaveProperty('lease_owner');
  });

  test('the endpoint receives only events of its event types', async () => {
    const { account, principal, id, item } = await createAccountWithEndpoint();
    await updateWebhook(
      createAccountsContext(table),
      principal,
      id,
      { types: ['api_key.revoked'] },
      new Date(world.nowMs),
    );
    await world.recordEvents(account, ...numbers(30));
    await world.pass(MINUTE_MS);
    expect(world.requests).toEqual([]);
    expect((await item()).sequence).toBe(30);
  });

  test('an event that is recorded while a delivery worker is about to end is sent by this worker', async () => {
    const { account } = await createAccountWithEndpoint();
    await world.recordEvents(account, 1);
    let wereEventsRecorded = false;
    const watched = interceptCommands(table, async ({ kind, input }) => {
      const names = Object.values(input.ExpressionAttributeNames ?? {});
      const isReleasingLease = input.UpdateExpression?.startsWith('REMOVE') && names.includes('lease_owner');
      if (wereEventsRecorded || kind !== 'UpdateCommand' || !isReleasingLease) return;
      wereEventsRecorded = true;
      await world.recordEvents(account, 2);
      await deliverEventsOfAccount(world.dependencies(), account, world.nowMs + 1_000);
      expect(world.requests).toHaveLength(1);
    });
    await deliverEventsOfAccount(world.dependencies(watched), account, world.nowMs + 1_000);
    expect(world.requests.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test('events that happen while the account is suspended are sent only after the account is reinstated', async () => {
    const { account } = await createAccountWithEndpoint();
    const accounts = createAccountsContext(table);
    await updateUser(accounts, account, { suspended: true }, new Date(world.nowMs));
    await world.recordEvents(account, 1);
    await world.pass(10 * MINUTE_MS);
    expect(world.requests).toEqual([]);
    await updateUser(accounts, account, { suspended: false }, new Date(world.nowMs));
    await world.pass(10 * MINUTE_MS);
    expect(world.requests).toHaveLength(1);
  });
});

describe('a receiver that fails or is slow', () => {
  test('a receiver that rejects one event still receives later events without delay', async () => {
    const { account, deliveries } = await createAccountWithEndpoint();
    let failures = 2;
    world.receive = ({ sequence }) => {
      if (sequence !== 2 || failures === 0) return { status: 200 };
      failures -= 1;
      return { status: 503 };
    };
    await world.recordEvents(account, 1, 2, 3, 4);
    await world.pass(10 * MINUTE_MS);
    expect(world.requests.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 2, 2]);
    expect(new Set(world.requests.filter(({ sequence }) => sequence === 2).map(({ id }) => id)).size).toBe(1);
    const { data } = await deliveries();
    expect(data).toMatchObject([
      { sequence: 4, status: 'delivered' },
      { sequence: 3, status: 'delivered' },
      {
        sequence: 2,
        status: 'delivered',
        attempts: [{ response_status: 503 }, { response_status: 503 }, { response_status: 200 }],
      },
      { sequence: 1, status: 'delivered' },
    ]);
  });

  test('a receiver that answers 500 for an hour receives all of its events afterwards', async () => {
    const { account, item } = await createAccountWithEndpoint();
    const recoveryAtMs = world.nowMs + HOUR_MS;
    world.receive = ({ atMs }) => ({ status: atMs < recoveryAtMs ? 500 : 200 });
    for (let part = 0; part < 6; part += 1) {
      await world.recordEvents(account, ...numbers(10).map((number) => part * 10 + number));
      await world.pass(10 * MINUTE_MS);
    }
    const requestsDuringOutage = world.requests.filter(({ atMs }) => atMs < recoveryAtMs);
    expect(new Set(requestsDuringOutage.map(({ sequence }) => sequence)).size).toBe(WAITING_EVENTS_MAX);
    expect(requestsDuringOutage.length).toBeLessThanOrEqual(WAITING_EVENTS_MAX * 5);
    expect((await item()).failing_since_ms).toBeDefined();
    await world.pass(6 * HOUR_MS);
    const arrived = world.requests.filter(({ atMs }) => atMs >= recoveryAtMs).map(({ sequence }) => sequence);
    expect(new Set(arrived)).toEqual(new Set(numbers(60)));
    expect(listFirstReceivedSequences(world.requests, URL)).toEqual(numbers(60));
    expect(await item()).toMatchObject({ sequence: 60, waiting: {} });
    expect((await item()).failing_since_ms).toBeUndefined();
  });

  test('an event is sent again if its receiver hangs or answers too late', async () => {
    const { account, deliveries } = await createAccountWithEndpoint();
    let hanging = 3;
    world.receive = () => {
      hanging -= 1;
      return hanging < 0 ? { status: 200 } : { takesMs: 10_000 };
    };
    await world.recordEvents(account, 1);
    await world.pass(HOUR_MS);
    expect(world.requests.map(({ sequence }) => sequence)).toEqual([1, 1, 1, 1]);
    expect((await deliveries()).data).toMatchObject([
      { status: 'delivered', attempts: [{ failure: 'timed_out' }, {}, {}, { response_status: 200 }] },
    ]);
  });

  test('a slow receiver does not delay other endpoints', async () => {
    const { account } = await world.account(URL, OTHER_URL);
    await world.recordEvents(account, ...numbers(5));
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const fast: number[] = [];
    const numbered = z.object({ sequence: z.number() });
    const dependencies = world.dependencies();
    const send: typeof dependencies.send = async ({ url, body }) => {
      if (url === URL) await slow;
      else if (fast.push(numbered.parse(JSON.parse(body)).sequence) === 5) release();
      return { status: 200, durationMs: 1 };
    };
    await deliverEventsOfAccount({ ...dependencies, send }, account, world.nowMs + 1_000);
    expect(fast).toEqual(numbers(5));
  });
});

describe('an endpoint whose URL was changed by a key without investments:read', () => {
  test('investment events whose delivery failed before the change are not sent to the new URL', async () => {
    const { account, principal, id, item, deliveries } = await createAccountWithEndpoint();
    world.receive = () => ({ status: 500 });
    await recordEvents(
      table,
      account,
      [{ type: 'investment.confirmed', cause: 'narrowed', data: TRANSACTION }],
      new Date(world.nowMs),
    );
    await deliverEventsOfAccount(world.dependencies(), account, world.nowMs + 1_000);
    expect(Object.keys((await item()).waiting)).toEqual(['1']);
    const sent = world.requests.length;
    const key = { ...principal, scopes: ['account:write'] as const };
    const narrowed = { types: ['api_key.created'] as const };
    await updateWebhook(createAccountsContext(table), principal, id, narrowed, new Date(world.nowMs));
    await updateWebhook(createAccountsContext(table), key, id, { url: OTHER_URL }, new Date(world.nowMs));
    await verify(table, { account, id }, new Date(world.nowMs));
    const { data } = await deliveries();
    const [{ id: deliveryId }] = z.tuple([z.object({ id: z.string() })]).parse(data);
    await expect(retryDelivery(table, key, { id, deliveryId }, new Date(world.nowMs))).rejects.toMatchObject({
      code: 'forbidden',
    });
    world.enqueue(account);
    await world.pass(10 * MINUTE_MS);
    expect(world.requests).toHaveLength(sent);
    expect(await item()).toMatchObject({ waiting: {} });
    expect((await deliveries()).data).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
    await deleteWebhook(createAccountsContext(table), principal, id, new Date(world.nowMs));
  });
});

describe('the sweep for events without a queue message', () => {
  test('the sweep sends a queue message for events whose queue message was lost', async () => {
    const { account } = await createAccountWithEndpoint();
    await world.recordEvents(account, 1);
    world.takeMessages();
    world.nowMs += 2 * MINUTE_MS;
    expect(await world.sweep()).toMatchObject({ lagSeconds: 120 });
    expect(world.takeMessages()).toEqual([account]);
    world.enqueue(account);
    await world.pass(1_000);
    expect(await world.sweep()).toMatchObject({ lagSeconds: 0, failing: 0, enqueued: 0 });
  });

  test('the sweep counts the endpoints that accepted no event for an hour', async () => {
    const { account, principal, id } = await createAccountWithEndpoint();
    world.receive = () => ({ status: 500 });
    await world.recordEvents(account, 1);
    await world.pass(HOUR_MS + 10 * MINUTE_MS);
    expect(await world.sweep()).toMatchObject({ failing: 1 });
    const now = new Date(world.nowMs);
    await updateWebhook(createAccountsContext(table), principal, id, { status: 'disabled' }, now);
    expect(await world.sweep()).toMatchObject({ failing: 0 });
  });
});

test('every event arrives although workers are killed and queue messages are lost or repeated', async () => {
  await deliverWithFaults(table, { accounts: 2, endpoints: 2, events: 40, seed: 7 });
});
