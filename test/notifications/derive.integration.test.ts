import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disallowedAddressCountName } from '../../shared/access/usage.ts';
import { createApiKey } from '../../shared/accounts/keys/api-keys.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { vaultPositionIdOf } from '../../shared/investments/domain/ids/investment-id.ts';
import { createUserQuotaEvents, notifyOfRequestQuota } from '../../shared/notifications/event-quotas.ts';
import { announceVersions } from '../../shared/notifications/event-versions.ts';
import { type AccountEvent, readEventsAfter } from '../../shared/notifications/events.ts';
import { createWebhook } from '../../shared/notifications/webhooks/webhooks.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { processChanges } from '../../shared/service/changes.ts';
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
import { createStreamReader, readStreamRecords } from '../support/engine/stream.ts';

let table: EmbeddedTable;
let readNewStreamRecords: () => Promise<unknown[]>;
beforeAll(async () => {
  table = await startTable();
  readNewStreamRecords = createStreamReader(table);
});
afterAll(() => table.stop());

/** Processes the new stream records, as the job does. */
const follow = async () => processChanges(table, await readNewStreamRecords());

/**
 * Returns the events of an account that can be read at the time `now`. Use the default for events from the stream,
 * because they have the real time. Use `NOW` for events of a job, because they have the time that the test passes to
 * the job.
 */
async function eventsOf(account: string, now = new Date()): Promise<AccountEvent[]> {
  return (await readEventsAfter(table, account, 0, { limit: 1_000, now })).events;
}
const readEventTypes = async (account: string) => (await eventsOf(account)).map(({ type }) => type);

test('an account has one event for each change of its keys, sessions, plan, role or suspension', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const key = await makeKey(accounts, user.id);
  const maker = { principal: principalWith(user, key.item), presentedCredential: key.text };
  const made = await createApiKey(accounts, user.id, maker, { name: 'ci', scopes: ['market:read'] }, NOW);
  await revokeKeyWithoutWebhooks(accounts, user.id, made.id, NOW);
  await updateUser(accounts, user.id, { plan: 'pro', role: 'admin' }, NOW);
  await updateUser(accounts, user.id, { suspended: true, reason: 'for other operators alone' }, NOW);
  await updateUser(accounts, user.id, { suspended: false }, NOW);
  await follow();
  await processChanges(table, await readStreamRecords(table));
  const events = await eventsOf(user.id);
  expect(events.map(({ type }) => type).sort()).toEqual([
    'api_key.created',
    'api_key.revoked',
    'user.plan_changed',
    'user.reinstated',
    'user.role_changed',
    'user.suspended',
  ]);
  expect(events.find(({ type }) => type === 'api_key.created')?.data).toEqual({ api_key_id: made.id });
  expect(events.find(({ type }) => type === 'user.plan_changed')?.data).toEqual({
    before: 'free',
    after: 'pro',
  });
  expect(JSON.stringify(events)).not.toContain('for other operators');
});

test('an account receives one event at 80% of a quota and another at 100%', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  for (let number = 0; number < 4; number += 1) await makeKey(accounts, user.id);
  await follow();
  expect(await eventsOf(user.id)).toMatchObject([
    { type: 'quota.warning', data: { quota: 'api_keys', used: 4, max: 5, plan: 'free' } },
  ]);
  await makeKey(accounts, user.id);
  await makeSession(accounts, user.id, NOW);
  await follow();
  expect(await readEventTypes(user.id)).toEqual(['quota.warning', 'quota.reached']);
});

test('a new session at the session quota creates no quota event, because the oldest session ends', async () => {
  const before = await makeUser(createAccountsContext(table));
  const { maxSessions: max } = PLAN_LIMITS.free;
  const holding = (count: number) => {
    const session = { hash: 'hash', expires_micros: 0 };
    return { ...before, sessions: Object.fromEntries(Array(count).fill(session).entries()) };
  };
  const change = { key: { pk: 'user', sk: 'user' }, order: '', atMs: NOW.getTime() };
  const eventsOf = (from: number, to: number) =>
    createUserQuotaEvents({ ...change, before: holding(from), after: holding(to) }).map(
      ({ eventContent: happening }) => happening.data,
    );
  expect(eventsOf(max - 1, max)).toMatchObject([{ quota: 'sessions', used: max, max }]);
  expect([eventsOf(max, max + 1), eventsOf(max + 1, max)]).toEqual([[], []]);
});

test('an account receives an event when it reaches its quota of webhook endpoints', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const principal = principalWith(user, (await makeKey(accounts, user.id)).item);
  const { maxWebhooks: max } = PLAN_LIMITS.free;
  for (let number = 0; number < max; number += 1) {
    await createWebhook(accounts, principal, { url: 'https://example.com/hooks' }, NOW, async () => []);
  }
  await follow();
  const events = (await eventsOf(user.id)).filter(({ type }) => type.startsWith('quota.'));
  expect(events).toMatchObject([{ type: 'quota.reached', data: { quota: 'webhooks', used: max, max } }]);
});

const VAULT_TRANSACTION = {
  id: 'txn_0000000000000001',
  version: 1,
  owner_id: 'usr_chain',
  user_id: 'bea',
  type: 'deposit',
  state: 'pending',
  failure: null,
  strategy_id: 'strat_000000000000000000000001',
  asset: 'USDC',
  decimals: 6,
  chain: 'base',
  vault: `0x${'fa'.repeat(20)}`,
  wallet: `0x${'11'.repeat(20)}`,
  assets: '250500000',
  included: null,
};

test('an account receives events for all states of its on-chain transactions except submitted and included', async () => {
  const included = { hash: '0xabc', assets: '250400000' };
  const states = [
    { state: 'pending' },
    { state: 'submitted' },
    { state: 'included', included },
    { state: 'confirmed', included },
    { state: 'reversed' },
    { state: 'included', included },
    { state: 'confirmed', included },
    { state: 'failed', failure: 'reverted' },
    { state: 'expired' },
    { state: 'cancelled' },
  ];
  for (const [index, change] of states.entries()) {
    const Item = {
      ...ITEMS.vaultTransaction.key({ id: VAULT_TRANSACTION.id }),
      ...VAULT_TRANSACTION,
      ...change,
      version: index + 1,
    };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  }
  await follow();
  const events = await eventsOf('usr_chain');
  expect(events.map(({ type }) => type)).toEqual([
    'investment.pending',
    'investment.confirmed',
    'investment.reversed',
    'investment.confirmed',
    'investment.failed',
    'investment.expired',
    'investment.cancelled',
  ]);
  expect(events[1]?.data).toEqual({
    transaction_id: VAULT_TRANSACTION.id,
    transaction_type: 'deposit',
    settlement: 'onchain',
    investment_id: vaultPositionIdOf(VAULT_TRANSACTION),
    strategy_id: VAULT_TRANSACTION.strategy_id,
    user_id: 'bea',
    asset: 'USDC',
    amount: '250.4',
    transaction_hash: '0xabc',
  });
  expect(events[4]?.data.failure).toBe('reverted');
});

test('an account receives one event for each hour in which it was near or above its rate limit', async () => {
  const user = await makeUser(createAccountsContext(table));
  const key = await makeKey(createAccountsContext(table), user.id);
  const requestsPerHour = PLAN_LIMITS.free.requestsPerMinute * 60;
  const nearLimitRequestCount = requestsPerHour * 0.8;
  const hours = [
    { hour: 490_000, admitted: nearLimitRequestCount - 1, refused: 0, wrongSourceCounts: [] },
    { hour: 490_001, admitted: nearLimitRequestCount, refused: 0, wrongSourceCounts: [] },
    {
      hour: 490_002,
      admitted: requestsPerHour,
      refused: 4,
      wrongSourceCounts: [{ name: disallowedAddressCountName(key.item.id), refused: 9 }],
    },
  ];
  await notifyOfRequestQuota(table, user.id, hours, NOW);
  await notifyOfRequestQuota(table, user.id, hours, NOW);
  expect(await eventsOf(user.id, NOW)).toMatchObject([
    {
      type: 'request_limit.warning',
      data: { admitted: nearLimitRequestCount, requests_per_minute: requestsPerHour / 60 },
    },
    { type: 'request_limit.reached', data: { refused: 4 } },
    { type: 'api_key.refused', data: { api_key_id: key.item.id, refused: 9 } },
  ]);
});

test('every account receives one event about the announced end of an API version', async () => {
  const users = await Promise.all([
    makeUser(createAccountsContext(table)),
    makeUser(createAccountsContext(table)),
  ]);
  await follow();
  const old = { id: 'v1', state: 'Deprecated', releasedOn: '2026-01-01', successor: 'v2' } as const;
  const versions = (sunsetOn: string) => [
    { ...old, deprecatedOn: '2027-01-01', sunsetOn },
    { id: 'v2', state: 'Active', releasedOn: '2026-12-01' } as const,
  ];
  expect(await announceVersions(table, versions('2027-07-01'), NOW)).toBe(1);
  expect(await announceVersions(table, versions('2027-07-01'), NOW)).toBe(0);
  expect(await announceVersions(table, versions('2027-09-01'), NOW)).toBe(1);
  for (const { id } of users) {
    expect(await eventsOf(id, NOW)).toMatchObject([
      { type: 'version.deprecated', data: { version: 'v1', sunset_on: '2027-07-01', successor: 'v2' } },
      { type: 'version.deprecated', data: { sunset_on: '2027-09-01' } },
    ]);
  }
});
