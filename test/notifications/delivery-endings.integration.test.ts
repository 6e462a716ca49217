import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDeliveries } from '../../shared/notifications/webhooks/deliveries.ts';
import { deliverEventsOfAccount } from '../../shared/notifications/webhooks/delivery-rounds.ts';
import {
  sendWebhookMessage,
  type WebhookMessage,
} from '../../shared/notifications/webhooks/delivery-sender.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { createAccountWithWebhook, DeliveryWorld } from './support/delivery-world.ts';
import { chooseTimeoutMs, HOSTILE_RECEIVERS, startHostileReceiver } from './support/hostile-receivers.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test.each(Object.entries(HOSTILE_RECEIVERS))(
  'the endpoint counts as failing when its receiver %s',
  async (_, { behave, outcome }) => {
    const world = new DeliveryWorld(table);
    const { account, principal, id, item } = await createAccountWithWebhook(world);
    const hostile = await startHostileReceiver(behave);
    const send = (message: WebhookMessage) =>
      sendWebhookMessage(
        { ...message, url: hostile.url },
        { allowedNetwork: 'loopback', timeoutMs: chooseTimeoutMs(outcome) },
      );
    await world.recordEvents(account, 1);
    await deliverEventsOfAccount({ ...world.dependencies(), send }, account, world.nowMs + 1_000).finally(
      hostile.stop,
    );
    const page = { page: 1, per_page: 10 };
    const { data } = await listDeliveries(table, principal, id, page, new Date(world.nowMs));
    const { status = null, failure = null } = outcome;
    expect(data).toMatchObject([{ status: 'pending', attempts: [{ response_status: status, failure }] }]);
    expect(await item()).toMatchObject({ failing_since_ms: world.nowMs });
  },
);
