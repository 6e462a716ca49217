import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { increaseCacheVersion } from '../../shared/access/credentials.ts';
import { getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import { readUsage } from '../../shared/access/usage.ts';
import { rotateKey, updateKey } from '../../shared/accounts/keys/key-changes.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { ANONYMOUS_REQUEST_LIMITS, PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { collectRequests } from '../../shared/statistics/requests.ts';
import {
  createAccountsContext,
  createManagingSession,
  makeKey,
  makeUser,
  NOW,
  revokeKeyWithoutWebhooks,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { microsOf } from './model.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const createLimiterInstance = (on: Table = table) =>
  new CredentialLimiter(
    () => on,
    () => microsOf(NOW),
    TEST_STORE_TIMEOUT_MILLIS,
  );

/** Returns two instances that have both admitted the key. */
async function createWarmInstances(on?: Table) {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const key = await makeKey(accounts, user.id);
  const instances = [createLimiterInstance(on), createLimiterInstance(on)];
  for (const instance of instances) expect((await instance.admit(key.hash)).outcome).toBe('admitted');
  const outcomes = async () =>
    Promise.all(instances.map(async (instance) => (await instance.admit(key.hash)).outcome));
  const revoke = (through = accounts) => revokeKeyWithoutWebhooks(through, user.id, key.item.id, NOW);
  return { accounts, user, key, instances, outcomes, revoke };
}

describe('a change of a key or an account applies to the next request on every limiter instance', () => {
  test('a request with a revoked key is rejected', async () => {
    const { outcomes, revoke } = await createWarmInstances();
    await revoke();
    expect(await outcomes()).toEqual(['unusable', 'unusable']);
  });

  test('a request of a suspended account is rejected until the account is reinstated', async () => {
    const { accounts, user, outcomes } = await createWarmInstances();
    await updateUser(accounts, user.id, { suspended: true }, NOW);
    expect(await outcomes()).toEqual(['unusable', 'unusable']);
    await updateUser(accounts, user.id, { suspended: false }, NOW);
    expect(await outcomes()).toEqual(['admitted', 'admitted']);
  });

  test('after a change of its address allowlist, a key is admitted only from the newly allowed IP addresses', async () => {
    const { accounts, user, key, instances } = await createWarmInstances();
    const manager = await createManagingSession(accounts, user);
    const from = (address: string) =>
      Promise.all(instances.map(async (each) => (await each.admit(key.hash, address)).outcome));
    const allow = (allowed_ips: string[] | null) =>
      updateKey(accounts, user.id, manager, key.item.id, { allowed_ips }, NOW);
    await allow(['203.0.113.0/24', '2001:db8::/32']);
    expect(await from('203.0.113.7')).toEqual(['admitted', 'admitted']);
    expect(await from('::ffff:203.0.113.7')).toEqual(['admitted', 'admitted']);
    expect(await from('2001:db8:1::9')).toEqual(['admitted', 'admitted']);
    const before = await getAccountRecord(table, user.id);
    expect(await from('203.0.114.7')).toEqual(['wrong_source', 'wrong_source']);
    expect((await getAccountRecord(table, user.id))?.fullAtMicros).toBe(before?.fullAtMicros);
    await allow(['203.0.114.0/24']);
    expect(await from('203.0.114.7')).toEqual(['admitted', 'admitted']);
    expect(await from('203.0.113.7')).toEqual(['wrong_source', 'wrong_source']);
    await allow(null);
    expect(await from('198.51.100.1')).toEqual(['admitted', 'admitted']);
  });

  test('if the allowlist of a key excludes the IP address of a request, the request counts against the limit of this address', async () => {
    const accounts = createAccountsContext(table);
    const user = await makeUser(accounts);
    const key = await makeKey(accounts, user.id, { allowed_ips: ['203.0.113.0/24'] });
    const calls: string[] = [];
    const seen = interceptCommands(table, ({ kind }) => {
      calls.push(kind);
    });
    let nowMs = NOW.getTime();
    const limiter = new CredentialLimiter(
      () => seen,
      () => nowMs * 1_000,
      TEST_STORE_TIMEOUT_MILLIS,
    );
    const outcomes = async (count: number) => {
      const all: string[] = [];
      for (let index = 0; index < count; index += 1)
        all.push((await limiter.admit(key.hash, '198.51.100.77')).outcome);
      return all;
    };
    const { burst, requestsPerMinute: limit } = ANONYMOUS_REQUEST_LIMITS;
    expect(await limiter.admit(key.hash, '192.0.2.1')).toMatchObject({
      outcome: 'wrong_source',
      status: { limit, remaining: Math.min(limit, burst - 1) },
    });
    expect(await outcomes(burst)).toEqual(Array(burst).fill('wrong_source'));
    calls.splice(0);
    expect(await outcomes(20)).toEqual(Array(20).fill('refused'));
    expect(calls).toEqual([]);
    expect((await limiter.admit(key.hash, '203.0.113.7')).outcome).toBe('admitted');
    nowMs += 999;
    await outcomes(1);
    nowMs += 1;
    await outcomes(1);
    const usage = await readUsage(table, user.id, nowMs * 1_000, key.item.id);
    expect(usage.hours.at(-1)).toMatchObject({ admitted: 1, refused: burst + 23 });
    expect((await readUsage(table, user.id, nowMs * 1_000)).days.at(-1)?.refused).toBe(burst + 23);
    await processAllStreamRecords(table);
    const messages: unknown[] = [];
    await collectRequests(table, new Date(nowMs + 2 * 3_600_000), async (account, hours) => {
      if (account === user.id) messages.push(...hours);
    });
    expect(messages).toMatchObject([
      { admitted: 1, refused: 0, wrongSourceCounts: [{ refused: burst + 23 }] },
    ]);
  });

  test('a request with a key that was rotated without an overlap is rejected', async () => {
    const { accounts, user, key, outcomes } = await createWarmInstances();
    const manager = await createManagingSession(accounts, user);
    await rotateKey(accounts, user.id, manager, key.item.id, { overlap_seconds: 0 }, NOW);
    expect(await outcomes()).toEqual(['unusable', 'unusable']);
  });

  test('after the rate limit of an account is raised, its next request is admitted on every instance', async () => {
    const { accounts, user, key, instances, outcomes } = await createWarmInstances();
    for (let request = 0; request < PLAN_LIMITS.free.burst + 10; request++)
      await instances[0]?.admit(key.hash);
    expect(await outcomes()).toEqual(['refused', 'refused']);
    await updateUser(accounts, user.id, { plan: 'pro' }, NOW);
    expect(await outcomes()).toEqual(['admitted', 'admitted']);
  });

  test('after the rate limit of an account is lowered, its next requests are checked against the lower limit', async () => {
    const { accounts, user, key, instances } = await createWarmInstances();
    await updateUser(
      accounts,
      user.id,
      { plan: 'enterprise', limits: { requestsPerMinute: 1, burst: 1 } },
      NOW,
    );
    const admit = async (index: number) => (await instances[index]?.admit(key.hash))?.outcome;
    expect([await admit(0), await admit(1), await admit(0)]).toEqual(['admitted', 'refused', 'refused']);
  });

  test('after each change of the role of an account, its next request has the new role', async () => {
    const { accounts, user, key, instances } = await createWarmInstances();
    const role = async () => {
      const admission = await instances[1]?.admit(key.hash);
      return admission?.outcome === 'admitted' ? admission.record.account.role : undefined;
    };
    await updateUser(accounts, user.id, { role: 'admin' }, NOW);
    expect(await role()).toBe('admin');
    await updateUser(accounts, user.id, { role: 'user' }, NOW);
    expect(await role()).toBe('user');
  });

  test('a request with a revoked key is rejected although eventually consistent reads return old data', async () => {
    // A table that returns old data for every eventually consistent read: the result of the first read of the item.
    const seen = new Map<string, unknown>();
    const stale: Table = {
      name: table.name,
      client: Object.create(table.client, {
        send: {
          value: async (command: Parameters<Table['client']['send']>[0]) => {
            const makeAnswer = await table.client.send(command);
            if (!(command instanceof GetCommand) || command.input.ConsistentRead === true) return makeAnswer;
            const key = JSON.stringify(command.input.Key);
            if (!seen.has(key)) seen.set(key, makeAnswer);
            return seen.get(key);
          },
        },
      }),
    };
    const { outcomes, revoke } = await createWarmInstances(stale);
    await revoke();
    expect(await outcomes()).toEqual(['unusable', 'unusable']);
  });

  test('if a limiter instance first reads a key during the revocation of the key, the instance rejects the key', async () => {
    const { accounts, key, user } = await createWarmInstances();
    let met: Promise<unknown> | undefined;
    // The new instance reads the key and the account after the key was changed, but before the cache version is
    // increased.
    const late = createLimiterInstance();
    const between = interceptCommands(table, async ({ kind, input }) => {
      if (kind !== 'UpdateCommand' || input.Key?.pk !== `LIMIT#${user.id}`) return;
      met ??= late.admit(key.hash);
      await met;
    });
    await revokeKeyWithoutWebhooks({ ...accounts, table: between }, user.id, key.item.id, NOW);
    expect(await met).toEqual({ outcome: 'unusable' });
    expect((await late.admit(key.hash)).outcome).toBe('unusable');
  });
});

test('if a revocation crashes halfway, the limiter rejects the key after the next increase of the cache version', async () => {
  const { accounts, user, outcomes, revoke } = await createWarmInstances();
  const crashing = interceptCommands(table, ({ kind, input }) => {
    if (kind === 'UpdateCommand' && input.Key?.pk === `LIMIT#${user.id}`) throw new Error('crashed');
  });
  await expect(revoke({ ...accounts, table: crashing })).rejects.toThrow('crashed');
  expect(await outcomes()).toEqual(['admitted', 'admitted']);
  await increaseCacheVersion(table, user.id);
  expect(await outcomes()).toEqual(['unusable', 'unusable']);
});

test('of two plan changes, the newer one stays in force even if the older one reaches the limiter later', async () => {
  const { accounts, user, key, instances } = await createWarmInstances();
  let held: (() => void) | undefined;
  const slow = interceptCommands(table, async ({ kind, input }) => {
    if (kind !== 'UpdateCommand' || input.Key?.pk !== `LIMIT#${user.id}`) return;
    await new Promise<void>((resolve) => {
      held = resolve;
    });
  });
  const first = updateUser({ ...accounts, table: slow }, user.id, { plan: 'pro' }, NOW);
  while (held === undefined) await new Promise((resolve) => setImmediate(resolve));
  await updateUser(accounts, user.id, { plan: 'free' }, NOW);
  held();
  await first;
  expect(await instances[0]?.admit(key.hash)).toMatchObject({
    outcome: 'admitted',
    status: { limit: PLAN_LIMITS.free.requestsPerMinute },
  });
});
