import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { readEventsAfter } from '../../shared/notifications/events.ts';
import { sweepWebhooks } from '../../shared/notifications/webhooks/delivery-rounds.ts';
import { rotateWebhookSecret } from '../../shared/notifications/webhooks/webhook-rotation.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  updateWebhook,
} from '../../shared/notifications/webhooks/webhooks.ts';
import {
  disableWebhooksOfKey,
  transferWebhooks,
} from '../../shared/notifications/webhooks/webhooks-of-key.ts';
import type { Principal } from '../../shared/platform/request.ts';
import { processChanges } from '../../shared/service/changes.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  NOW,
  principalWith,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { createStreamReader } from '../support/engine/stream.ts';
import { verify } from './support/delivery-world.ts';

const URL = 'https://example.com/hooks';

let table: EmbeddedTable;
let accounts: Accounts;
let readNewStreamRecords: () => Promise<unknown[]>;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
  readNewStreamRecords = createStreamReader(table);
});
afterAll(() => table.stop());

/** Creates an account with two keys and a session. */
async function account() {
  const user = await makeUser(accounts, { plan: 'pro' });
  const [key, other] = [await makeKey(accounts, user.id), await makeKey(accounts, user.id)];
  const session = await makeSession(accounts, user.id, NOW);
  const callers = {
    key: principalWith(user, key.item),
    other: principalWith(user, other.item),
    session: principalWith(user, session.item),
  };
  return { id: user.id, ...callers };
}

async function create(principal: Principal) {
  const made = await createWebhook(accounts, principal, { url: URL }, NOW, async () => []);
  await verify(table, { account: principal.userId, id: made.id });
  return made;
}
const eventsOf = async (id: string, type: string) =>
  (await readEventsAfter(table, id, 0, { limit: 100, now: NOW })).events.filter(
    (event) => event.type === type,
  );

describe('the credentials that an endpoint records', () => {
  test('an endpoint records the credential that created it and the credential of the latest change to its URL, event types or secret', async () => {
    const { key, other, session } = await account();
    const { id } = await create(key);
    const readSetByCredentialId = async () => (await getWebhook(table, key, id, NOW)).set_by;
    expect(await getWebhook(table, key, id, NOW)).toMatchObject({
      created_by: key.credentialId,
      set_by: key.credentialId,
    });
    await updateWebhook(accounts, other, id, { url: `${URL}/2` }, NOW);
    expect(await readSetByCredentialId()).toBe(other.credentialId);
    await updateWebhook(accounts, session, id, { description: 'mine' }, NOW);
    expect(await readSetByCredentialId()).toBe(other.credentialId);
    await updateWebhook(accounts, session, id, { types: ['api_key.created'] }, NOW);
    expect(await readSetByCredentialId()).toBe(session.credentialId);
    await rotateWebhookSecret(accounts, key, id, NOW, async () => []);
    expect(await getWebhook(table, key, id, NOW)).toMatchObject({
      created_by: key.credentialId,
      set_by: key.credentialId,
    });
  });
});

describe('the audit events of webhook endpoints', () => {
  test('the audit event of a changed endpoint names the endpoint and the credential', async () => {
    const { id: user, key } = await account();
    const own = {
      ...accounts,
      cause: { ...accounts.cause, actor: { kind: 'api_key', id: key.credentialId, user_id: user } },
    } as const;
    const { id } = await createWebhook(own, key, { url: URL }, NOW, async () => []);
    await updateWebhook(own, key, id, { url: `${URL}/2`, types: ['api_key.created'] }, NOW);
    await rotateWebhookSecret(own, key, id, NOW, async () => []);
    await processChanges(table, await readNewStreamRecords());
    const by = key.credentialId;
    expect(await eventsOf(user, 'webhook.created')).toMatchObject([
      { data: { webhook_id: id, url: URL, by } },
    ]);
    const updates = (await eventsOf(user, 'webhook.updated')).map(({ data }) => data);
    expect(updates).toHaveLength(2);
    expect(updates).toEqual(
      expect.arrayContaining([
        { webhook_id: id, url: `${URL}/2`, by, changed: ['url', 'types'] },
        { webhook_id: id, url: `${URL}/2`, by, changed: ['secret'] },
      ]),
    );
  });
});

describe('a revoked key with webhook endpoints', () => {
  test('the revocation of a key disables only the endpoints whose field set_by names this key', async () => {
    const { id: user, key, other } = await account();
    const own = await create(key);
    const moved = await create(key);
    const foreign = await create(other);
    await updateWebhook(accounts, other, moved.id, { url: `${URL}/2` }, NOW);
    expect(await disableWebhooksOfKey(accounts, user, key.credentialId, NOW)).toEqual([own.id]);
    expect(await disableWebhooksOfKey(accounts, user, key.credentialId, NOW)).toEqual([own.id]);
    expect(await getWebhook(table, key, own.id, NOW)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'key_revoked',
    });
    for (const [{ id }, status] of [
      [moved, 'unverified'],
      [foreign, 'enabled'],
    ] as const) {
      expect((await getWebhook(table, key, id, NOW)).status).toBe(status);
    }
    expect(await eventsOf(user, 'webhook.disabled')).toMatchObject([
      { data: { webhook_id: own.id, reason: 'key_revoked' } },
    ]);
  });

  test('if another credential has enabled a disabled endpoint again, a repeated revocation of the key does not disable it', async () => {
    const { id: user, key, session } = await account();
    const { id } = await create(key);
    await disableWebhooksOfKey(accounts, user, key.credentialId, NOW);
    await updateWebhook(accounts, session, id, { status: 'enabled' }, NOW);
    expect(await disableWebhooksOfKey(accounts, user, key.credentialId, NOW)).toEqual([]);
    expect(await getWebhook(table, key, id, NOW)).toMatchObject({ status: 'enabled' });
  });

  test('the revocation does not disable endpoints that a rotation transferred to the successor', async () => {
    const { id: user, key, other } = await account();
    const { id } = await create(key);
    await transferWebhooks(accounts, user, { keyId: key.credentialId, successorId: other.credentialId });
    const late = await create(key);
    expect(await disableWebhooksOfKey(accounts, user, key.credentialId, NOW)).toEqual([late.id]);
    expect(await getWebhook(table, key, id, NOW)).toMatchObject({
      status: 'enabled',
      set_by: other.credentialId,
    });
    expect(await disableWebhooksOfKey(accounts, user, other.credentialId, NOW)).toEqual([id]);
  });
});

describe('an expired key with a webhook endpoint', () => {
  test('the endpoint of a key remains enabled after the key expires', async () => {
    const user = await makeUser(accounts, { plan: 'pro' });
    const expiresMicros = (NOW.getTime() + 60_000) * 1_000;
    const { item } = await makeKey(accounts, user.id, { expiresMicros });
    const principal = principalWith(user, item);
    const { id } = await create(principal);
    const sweep = (minutes: number) =>
      sweepWebhooks(table, async () => undefined, new Date(NOW.getTime() + minutes * 60_000));
    await sweep(0);
    expect(await eventsOf(user.id, 'webhook.updated')).toEqual([]);
    await sweep(2);
    await sweep(7);
    expect(await eventsOf(user.id, 'webhook.updated')).toMatchObject([
      { data: { webhook_id: id, url: URL, by: null, changed: ['set_by'] } },
    ]);
    expect(await getWebhook(table, principal, id, NOW)).toMatchObject({ status: 'enabled' });
    await deleteWebhook(accounts, principal, id, NOW);
  });
});
