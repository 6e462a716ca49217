import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEventsAfter } from '../../shared/notifications/events.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { deliverWithFaults } from './support/delivery-chaos.ts';
import { createAccountWithWebhook, DeliveryWorld } from './support/delivery-world.ts';

const ACCOUNTS = 25;
const ENDPOINTS_PER_ACCOUNT = 2;
const EVENTS = 400;

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const HOUR_MS = 3_600_000;

describe('a receiver that fails for three days', () => {
  test('an event that the receiver rejects at every attempt is not sent again after three days', async () => {
    const world = new DeliveryWorld(table);
    const { account, item, deliveries } = await createAccountWithWebhook(world);
    world.receive = ({ sequence }) => ({ status: sequence === 1 ? 500 : 200 });
    await world.recordEvents(account, 1, 2);
    await world.pass(60 * HOUR_MS);
    await world.recordEvents(account, 3);
    await world.pass(30 * HOUR_MS);
    expect(await item()).toMatchObject({ status: 'enabled', sequence: 3, waiting: {} });
    const { data } = await deliveries();
    expect(data).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }, { status: 'failed' }]);
    expect(world.requests.filter(({ sequence }) => sequence === 1)).toHaveLength(11);
  });

  test('an endpoint that accepts no event for three days is disabled', async () => {
    const world = new DeliveryWorld(table);
    const { account, id, item, deliveries } = await createAccountWithWebhook(world);
    world.receive = () => ({ status: 500 });
    await world.recordEvents(account, 1, 2, 3);
    await world.pass(90 * HOUR_MS);
    expect(await item()).toMatchObject({ status: 'disabled', disabled_reason: 'failing', waiting: {} });
    const now = new Date(world.nowMs);
    const { events } = await readEventsAfter(table, account, 3, { limit: 10, now });
    expect(events).toMatchObject([{ type: 'webhook.disabled', data: { webhook_id: id, reason: 'failing' } }]);
    const { data } = await deliveries();
    expect(data).toMatchObject([{ status: 'failed' }, { status: 'failed' }, { status: 'failed' }]);
    const sent = world.requests.length;
    await world.recordEvents(account, 4);
    await world.pass(HOUR_MS);
    expect(world.requests).toHaveLength(sent);
  });
});

test('10,000 events to 50 endpoints all arrive despite killed workers and lost queue messages', async () => {
  expect([ACCOUNTS * EVENTS, ACCOUNTS * ENDPOINTS_PER_ACCOUNT]).toEqual([10_000, 50]);
  await deliverWithFaults(table, {
    accounts: ACCOUNTS,
    endpoints: ENDPOINTS_PER_ACCOUNT,
    events: EVENTS,
    seed: 16,
  });
}, 1_800_000);
