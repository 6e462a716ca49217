import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accountEvent } from '../../shared/accounts/contract/responses.ts';
import { listAllAuditEvents, listAuditEvents } from '../../shared/accounts/events.ts';
import { createApiKey } from '../../shared/accounts/keys/api-keys.ts';
import { rotateKey } from '../../shared/accounts/keys/key-changes.ts';
import { logout } from '../../shared/accounts/sign-in/sessions.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { buildRequestCause } from '../../shared/platform/audit/cause.ts';
import { recordEvent } from '../../shared/platform/audit/events.ts';
import { AUDIT_KEEP_DAYS } from '../../shared/platform/contract/audit.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { ITEMS, TABLE } from '../../shared/platform/dynamodb/table.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  NOW,
  principalWith,
  revokeKeyWithoutWebhooks,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const PAGE = { page: 1, per_page: 100 };
const rows = (reply: { readonly data: unknown }) => z.array(accountEvent).parse(reply.data);

/**
 * Creates a user with a key. Returns them and `accounts`, which records a request with this key as the cause of each
 * change. The cause contains the actor, the IP address and the request id.
 */
async function caller() {
  const operators = createAccountsContext(table);
  const user = await makeUser(operators);
  const key = await makeKey(operators, user.id);
  const principal = principalWith(user, key.item);
  const cause = buildRequestCause({ principal, sourceIp: '192.0.2.7', requestId: `request-of-${user.id}` });
  return { operators, user, principal, key, accounts: { ...operators, cause } };
}

test('audit events about changes of an account contain the actor, the IP address and the request id', async () => {
  const { operators, accounts, user, principal, key } = await caller();
  const maker = { principal, presentedCredential: key.text };
  const made = await createApiKey(accounts, user.id, maker, { name: 'ci', scopes: ['market:read'] }, NOW);
  const rotated = await rotateKey(accounts, user.id, maker, made.id, { overlap_seconds: 60 }, NOW);
  await revokeKeyWithoutWebhooks(accounts, user.id, rotated.id, NOW);
  const session = await makeSession(accounts, user.id, NOW);
  await logout(accounts, principalWith(user, session.item), NOW);
  await updateUser(operators, user.id, { plan: 'pro', role: 'admin' }, NOW);
  await updateUser(operators, user.id, { suspended: true, reason: 'leaked' }, NOW);
  await updateUser(operators, user.id, { suspended: false }, NOW);
  await processAllStreamRecords(table);
  const events = rows(await listAuditEvents(table, user.id, PAGE));
  expect(events.map(({ type }) => type)).toEqual([
    'user.reinstated',
    'user.suspended',
    'user.role_changed',
    'user.plan_changed',
    'session.ended',
    'api_key.revoked',
    'api_key.rotated',
    'api_key.created',
    'user.created',
  ]);
  const actor = { kind: 'api_key', id: key.item.id, account: user.id };
  expect(events[7]).toMatchObject({
    account: user.id,
    actor,
    source_ip: '192.0.2.7',
    request_id: `request-of-${user.id}`,
    subject: made.id,
    details: { name: 'ci', scopes: 'market:read' },
  });
  expect(events[1]).toMatchObject({ actor: { kind: 'operator', id: null }, details: { reason: 'leaked' } });
  expect(events[3]).toMatchObject({ details: { from: 'free', to: 'pro' } });
  const suspensions = await listAllAuditEvents(table, { ...PAGE, account: user.id, type: 'user.suspended' });
  expect(rows(suspensions).map(({ id }) => id)).toEqual([events[1]?.id]);
});

test('the audit events that a user sees do not identify the operator who acted', async () => {
  const { accounts, user } = await caller();
  const admin = principalWith(await makeUser(accounts, { role: 'admin' }), (await caller()).key.item);
  const cause = buildRequestCause({
    principal: admin,
    sourceIp: '198.51.100.9',
    requestId: 'secret-request',
  });
  await updateUser({ ...accounts, cause }, user.id, { plan: 'pro' }, NOW);
  await processAllStreamRecords(table);
  const [own] = rows(await listAuditEvents(table, user.id, { ...PAGE, type: 'user.plan_changed' }));
  expect(own).toMatchObject({ actor: { kind: 'operator', id: null }, source_ip: null, request_id: null });
  const [all] = rows(
    await listAllAuditEvents(table, { ...PAGE, account: user.id, type: 'user.plan_changed' }),
  );
  expect(all).toMatchObject({ actor: { account: admin.userId }, source_ip: '198.51.100.9' });
});

test('a rejected change, or an update to the plan that the account already has, records no audit event', async () => {
  const { accounts, user } = await caller();
  await expect(revokeKeyWithoutWebhooks(accounts, user.id, 'key_of-nobody', NOW)).rejects.toThrow();
  await updateUser(accounts, user.id, { plan: user.plan }, NOW);
  await processAllStreamRecords(table);
  expect(rows(await listAuditEvents(table, user.id, PAGE)).map(({ type }) => type)).toEqual(['user.created']);
});

test('recording an audit event costs two write units', async () => {
  const { accounts, user } = await caller();
  const happening = { type: 'operator.command', userId: user.id } as const;
  const writes = startCapacityMeter(table.client);
  await recordEvent(table, accounts.cause, happening, NOW);
  writes.stop();
  expect(writes.writeUnits).toBe(2);
  for (let made = 1; made < 30; made += 1) await recordEvent(table, accounts.cause, happening, NOW);
  await processAllStreamRecords(table);
  const pageOf = async (page: number) => {
    const reads = startCapacityMeter(table.client);
    const reply = await listAuditEvents(table, user.id, { type: happening.type, page, per_page: 10 });
    reads.stop();
    return { reply, units: reads.readUnits };
  };
  const pages = [await pageOf(1), await pageOf(2), await pageOf(3)];
  const ids = pages.flatMap(({ reply }) => rows(reply).map(({ id }) => id));
  expect(new Set(ids).size).toBe(30);
  // The items of a page may be in one chunk of the list or in two chunks, so the read units may differ.
  const units = pages.map((page) => page.units);
  expect(Math.max(...units) - Math.min(...units)).toBeLessThanOrEqual(2);

  const Key = ITEMS.auditEvent.key({ id: ids[0] ?? '' });
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
  expect(Item?.[TABLE.ttlAttribute]).toBe(NOW.getTime() / 1_000 + AUDIT_KEEP_DAYS * 86_400);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  await processAllStreamRecords(table);
  expect((await pageOf(1)).reply.pagination?.total).toBe(29);
});
