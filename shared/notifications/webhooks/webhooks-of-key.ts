import type { Accounts } from '../../accounts/credentials.ts';
import { listApiKeys } from '../../accounts/credentials.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { recordEvents } from '../events.ts';
import { storeDeliveryOutcome } from '../store/deliveries.ts';
import { changeWebhookIfSetByKey, findWebhooks, type WebhookItem } from '../store/webhooks.ts';

const findWebhooksSetByKey = async (table: Table, account: string, keyId: string): Promise<WebhookItem[]> =>
  (await findWebhooks(table, account)).filter(({ set_by }) => set_by === keyId);

/**
 * Disables the enabled endpoints that the given key last configured (`set_by`). Notifies the account of each endpoint.
 * A repeated call returns the same ids and changes nothing.
 *
 * @returns ids of the endpoints that are disabled because this key was revoked
 */
export async function disableWebhooksOfKey(
  { table }: Pick<Accounts, 'table'>,
  account: string,
  keyId: string,
  now: Date,
): Promise<readonly string[]> {
  const disabledIds: string[] = [];
  for (const item of await findWebhooksSetByKey(table, account, keyId)) {
    const { id, url, updated_at } = item;
    if (item.status === 'disabled') {
      if (item.disabled_reason === 'key_revoked') disabledIds.push(id);
      continue;
    }
    // The event is recorded before the endpoint is disabled. If the function stops in between, both steps are
    // repeated, and the same cause creates no second event.
    const data = { webhook_id: id, url, reason: 'key_revoked' as const, failing_since: null };
    const cause = `${id} ${updated_at}`;
    await recordEvents(table, account, [{ type: 'webhook.disabled', cause, data }], now);
    const fields = {
      status: 'disabled',
      disabled_reason: 'key_revoked',
      waiting: {},
      wake_ms: undefined,
      updated_at: now.toISOString(),
    } as const;
    if (!(await changeWebhookIfSetByKey(table, item, keyId, fields))) continue;
    disabledIds.push(id);
    for (const { delivery, slot } of Object.values(item.waiting)) {
      await storeDeliveryOutcome(
        table,
        id,
        { id: delivery, slot },
        { status: 'failed', next_attempt_at: null },
      );
    }
  }
  return disabledIds;
}

/** Disables the enabled endpoints whose `set_by` is a key that the account no longer has. */
export async function disableOrphanedWebhooks(
  { table }: Pick<Accounts, 'table'>,
  account: string,
  now: Date,
): Promise<void> {
  const credentialIdsThatSetWebhooks = new Set(
    (await findWebhooks(table, account)).map(({ set_by }) => set_by),
  );
  const keyIdsThatSetWebhooks = [...credentialIdsThatSetWebhooks].filter((id) =>
    id.startsWith(ID_PREFIXES.apiKey),
  );
  if (keyIdsThatSetWebhooks.length === 0) return;
  const existingKeyIds = new Set((await listApiKeys(table, account)).map(({ item }) => item.id));
  for (const keyId of keyIdsThatSetWebhooks.filter((id) => !existingKeyIds.has(id))) {
    await disableWebhooksOfKey({ table }, account, keyId, now);
  }
}

/** Replaces a rotated key by the new key in the field `set_by` of the account's endpoints. */
export async function transferWebhooks(
  { table }: Pick<Accounts, 'table'>,
  account: string,
  { keyId, successorId }: { readonly keyId: string; readonly successorId: string },
): Promise<void> {
  for (const item of await findWebhooksSetByKey(table, account, keyId)) {
    await changeWebhookIfSetByKey(table, item, keyId, { set_by: successorId });
  }
}

/**
 * Creates an event for each given endpoint whose `set_by` is an expired key. There is only one event per endpoint and
 * key. The endpoints stay enabled.
 */
export async function notifyOfExpiredKeys(
  table: Table,
  account: string,
  items: readonly WebhookItem[],
  now: Date,
): Promise<void> {
  const open = items.filter(
    ({ set_by, expiry_notified }) => set_by.startsWith(ID_PREFIXES.apiKey) && set_by !== expiry_notified,
  );
  if (open.length === 0) return;
  const keys = await listApiKeys(table, account);
  const nowMicros = now.getTime() * 1_000;
  const expiredKeyIds = new Set(
    keys.filter(({ item }) => (item.expires_micros ?? nowMicros + 1) <= nowMicros).map(({ item }) => item.id),
  );
  for (const item of open.filter(({ set_by }) => expiredKeyIds.has(set_by))) {
    const { id, url, set_by } = item;
    const data = { webhook_id: id, url, by: null, changed: ['set_by' as const] };
    await recordEvents(
      table,
      account,
      [{ type: 'webhook.updated', cause: `${id} expiry ${set_by}`, data }],
      now,
    );
    await changeWebhookIfSetByKey(table, item, set_by, { expiry_notified: set_by });
  }
}
