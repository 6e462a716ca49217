import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { SECRET_OVERLAP_MS } from '../../shared/notifications/domain/webhook.ts';
import { buildSignatureHeaders } from '../../shared/notifications/domain/webhook-signature.ts';
import { readEventsAfter, recordEvents } from '../../shared/notifications/events.ts';
import { findWebhook } from '../../shared/notifications/store/webhooks.ts';
import { retryDelivery } from '../../shared/notifications/webhooks/deliveries.ts';
import { rotateWebhookSecret } from '../../shared/notifications/webhooks/webhook-rotation.ts';
import { decryptSigningSecrets } from '../../shared/notifications/webhooks/webhook-secrets.ts';
import { testWebhook } from '../../shared/notifications/webhooks/webhook-tests.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from '../../shared/notifications/webhooks/webhooks.ts';
import { PLAN_LIMITS, type Plan } from '../../shared/platform/contract/plans.ts';
import { scanPages } from '../../shared/platform/dynamodb/query-all.ts';
import type { Principal } from '../../shared/platform/request.ts';
import { createAccountsContext, makeKey, makeUser, NOW, principalWith } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { verify } from './support/delivery-world.ts';

const URL = 'https://example.com/hooks';
const buildNoAdditionalWrites = async () => [];

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
});
afterAll(() => table.stop());

async function caller(plan: Plan = 'pro'): Promise<Principal> {
  const user = await makeUser(accounts, { plan });
  return principalWith(user, (await makeKey(accounts, user.id)).item);
}

const create = (principal: Principal, fields: Partial<Parameters<typeof createWebhook>[2]> = {}) =>
  createWebhook(accounts, principal, { url: URL, ...fields }, NOW, buildNoAdditionalWrites);

const readStoredText = async () => {
  const texts: string[] = [];
  for await (const page of scanPages(table)) texts.push(JSON.stringify(page));
  return texts.join();
};

describe('a webhook endpoint of an account', () => {
  test('an endpoint shows its secret only when it is created', async () => {
    const principal = await caller();
    const { secret, id, ...view } = await create(principal);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await getWebhook(table, principal, id, NOW)).toEqual({ id, ...view });
    expect(await readStoredText()).not.toContain(secret.slice('whsec_'.length));
    const item = await findWebhook(table, { account: principal.userId, id });
    if (item === undefined) throw new Error('it was just made');
    expect(await decryptSigningSecrets(table, item, NOW.getTime())).toEqual([secret]);
  });

  test('an endpoint receives only events that happen after the creation of the endpoint', async () => {
    const principal = await caller();
    const happening = { type: 'user.reinstated', cause: 'one', data: { at: NOW.toISOString() } } as const;
    await recordEvents(table, principal.userId, [happening], NOW);
    const { id } = await create(principal);
    expect((await findWebhook(table, { account: principal.userId, id }))?.sequence).toBe(1);
  });

  test('an endpoint is visible only to the account that created it', async () => {
    const { id } = await create(await caller());
    const other = await caller();
    for (const attempt of [
      () => getWebhook(table, other, id, NOW),
      () => updateWebhook(accounts, other, id, { description: 'mine' }, NOW),
      () => rotateWebhookSecret(accounts, other, id, NOW, buildNoAdditionalWrites),
      () => deleteWebhook(accounts, other, id, NOW),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'webhook_not_found' });
    }
    expect((await listWebhooks(table, other, { page: 1, per_page: 10 }, NOW)).data).toEqual([]);
  });

  test('a credential that may not read investment events cannot add them to an endpoint', async () => {
    const principal = { ...(await caller()), scopes: ['account:write'] as const };
    for (const types of [null, ['investment.confirmed'] as const]) {
      await expect(create(principal, { types })).rejects.toMatchObject({ code: 'forbidden' });
    }
    const { id } = await create(principal, { types: ['api_key.created'] });
    await expect(updateWebhook(accounts, principal, id, { types: null }, NOW)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('a key that may not read the events of an endpoint cannot change or test it', async () => {
    const owner = await caller();
    const { id } = await create(owner);
    const happening = { type: 'user.reinstated', cause: 'scopes', data: { at: NOW.toISOString() } } as const;
    await recordEvents(table, owner.userId, [happening], NOW);
    const key = { ...owner, scopes: ['account:read', 'account:write'] as const };
    const forbidden = { code: 'forbidden', details: { required_scope: 'investments:read' } };
    for (const attempt of [
      () => updateWebhook(accounts, key, id, { url: 'https://attacker.example/' }, NOW),
      () => updateWebhook(accounts, key, id, { status: 'enabled' }, NOW),
      () => updateWebhook(accounts, key, id, { types: ['api_key.created', 'deposit.failed'] }, NOW),
      () => updateWebhook(accounts, key, id, { types: ['api_key.created'] }, NOW),
      () => rotateWebhookSecret(accounts, key, id, NOW, buildNoAdditionalWrites),
      () => testWebhook(table, key, id, NOW),
      () => retryDelivery(table, key, { id, deliveryId: 'dlv_any' }, NOW),
    ]) {
      await expect(attempt()).rejects.toMatchObject(forbidden);
    }
    expect(await getWebhook(table, owner, id, NOW)).toMatchObject({ url: URL, types: null });
  });

  test('an endpoint cannot have a URL without TLS, or with a private or local host', async () => {
    const principal = await caller();
    for (const url of ['http://example.com/', 'https://10.0.0.1/', 'https://localhost/']) {
      await expect(create(principal, { url })).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });

  test('a deleted endpoint no longer counts towards the quota', async () => {
    const principal = await caller('free');
    const max = PLAN_LIMITS.free.maxWebhooks;
    const ids: string[] = [];
    for (let made = 0; made < max; made += 1) ids.push((await create(principal)).id);
    await expect(create(principal)).rejects.toMatchObject({
      code: 'webhook_limit_reached',
      details: { max_webhooks: max },
    });
    const [first] = ids;
    if (first === undefined) throw new Error('some were made');
    await deleteWebhook(accounts, principal, first, NOW);
    await expect(deleteWebhook(accounts, principal, first, NOW)).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
    await create(principal);
    const listed = await listWebhooks(table, principal, { page: 1, per_page: 10 }, NOW);
    expect(listed.pagination?.total).toBe(max);
    expect(JSON.stringify(listed.data)).not.toContain(first);
  });

  test('an account is notified when it reaches the quota of endpoints of its plan', async () => {
    const principal = await caller('free');
    const max = PLAN_LIMITS.free.maxWebhooks;
    for (let made = 0; made < max; made += 1) await create(principal);
    await processAllStreamRecords(table);
    const { events } = await readEventsAfter(table, principal.userId, 0, { limit: 50, now: NOW });
    expect(events.filter(({ type }) => type.startsWith('quota.'))).toMatchObject([
      { type: 'quota.reached', data: { quota: 'webhooks', used: max, max, plan: 'free' } },
    ]);
  });

  test('concurrent requests create at most as many endpoints as the plan allows', async () => {
    const principal = await caller('pro');
    const made = await Promise.allSettled(Array.from({ length: 15 }, () => create(principal)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(PLAN_LIMITS.pro.maxWebhooks);
  });

  test('an endpoint that is enabled again does not receive the events that it missed', async () => {
    const principal = await caller();
    const { id } = await create(principal);
    await verify(table, { account: principal.userId, id });
    const disabled = await updateWebhook(accounts, principal, id, { status: 'disabled' }, NOW);
    expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'owner' });
    await recordEvents(
      table,
      principal.userId,
      [{ type: 'user.reinstated', cause: 'x', data: { at: NOW.toISOString() } }],
      NOW,
    );
    const enabled = await updateWebhook(accounts, principal, id, { status: 'enabled' }, NOW);
    expect(enabled).toMatchObject({ status: 'enabled', disabled_reason: null });
    expect((await findWebhook(table, { account: principal.userId, id }))?.sequence).toBe(1);
  });
});

describe('a rotation of a webhook secret', () => {
  test('deliveries are signed with both secrets for a day after a rotation', async () => {
    const principal = await caller();
    const { id, secret: old } = await create(principal);
    const { secret: next, previous_secret_until } = await rotateWebhookSecret(
      accounts,
      principal,
      id,
      NOW,
      buildNoAdditionalWrites,
    );
    const oldSecretEndMs = NOW.getTime() + SECRET_OVERLAP_MS;
    expect(previous_secret_until).toBe(new Date(oldSecretEndMs).toISOString());
    const item = await findWebhook(table, { account: principal.userId, id });
    if (item === undefined) throw new Error('it was just made');
    expect(await decryptSigningSecrets(table, item, oldSecretEndMs - 1)).toEqual([next, old]);
    expect(await decryptSigningSecrets(table, item, oldSecretEndMs)).toEqual([next]);
    const message = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1_000), body: '{}' };
    const headers = {
      ...buildSignatureHeaders(await decryptSigningSecrets(table, item, oldSecretEndMs - 1), message),
    };
    for (const secret of [old, next]) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
  });

  test('after two rotations within a day, the first secret is no longer used', async () => {
    const principal = await caller();
    const { id, secret: first } = await create(principal);
    await rotateWebhookSecret(accounts, principal, id, NOW, buildNoAdditionalWrites);
    await rotateWebhookSecret(accounts, principal, id, NOW, buildNoAdditionalWrites);
    const item = await findWebhook(table, { account: principal.userId, id });
    if (item === undefined) throw new Error('it was just made');
    const open = await decryptSigningSecrets(table, item, NOW.getTime());
    expect(open).toHaveLength(2);
    expect(open).not.toContain(first);
  });
});
