import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddressLimiter } from '../../shared/access/address-limiter.ts';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { increaseCacheVersion } from '../../shared/access/credentials.ts';
import { bucketOf } from '../../shared/access/domain/rate-limit.ts';
import {
  COUNTS_PER_ITEM_MAX,
  hourNumberOf,
  parseHourlyCounts,
  SHARED_COUNT_NAME,
} from '../../shared/access/domain/request-counts.ts';
import { createRandomId } from '../../shared/access/limiter-defaults.ts';
import { createAccountBucketStore, getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import { lastUseTimeOf } from '../../shared/access/usage.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { ANONYMOUS_REQUEST_LIMITS } from '../../shared/platform/contract/plans.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  NOW,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { runAndRecordCalls } from '../support/engine/metered.ts';
import { microsOf, take } from './model.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const START_MICROS = microsOf(NOW);
const SECOND = 1_000_000;
const REQUEST_ID_SLOT_COUNT = 8;

let now = START_MICROS;
const createLimiter = (on: Table = table, clock = () => now) =>
  new CredentialLimiter(() => on, clock, TEST_STORE_TIMEOUT_MILLIS);

async function account(limits?: { requestsPerMinute: number; burst: number }, keyCount = 4) {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts, limits === undefined ? {} : { plan: 'enterprise', limits });
  const keys = await Promise.all(Array.from({ length: keyCount }, () => makeKey(accounts, user.id)));
  return { accounts, user, keys, hashes: keys.map(({ hash }) => hash) };
}

describe('the token bucket of an account', () => {
  test('the limiter with a DynamoDB table admits and rejects the same requests as a token bucket in memory', async () => {
    const requests = fc.array(fc.record({ millis: fc.nat(400_000), key: fc.nat(3), instance: fc.nat(2) }), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(requests, async (schedule) => {
        const limits = { requestsPerMinute: 60, burst: 5 };
        const { user, hashes } = await account(limits);
        const bucket = bucketOf(limits);
        const instances = [createLimiter(), createLimiter(), createLimiter()];
        let fullAtMicros = 0;
        for (const { millis, key, instance } of schedule) {
          now = START_MICROS + millis * 1_000;
          const expected = take(bucket, fullAtMicros, now);
          fullAtMicros = expected.fullAtMicros;
          const admission = await instances[instance]?.admit(hashes[key] ?? '');
          expect(admission?.outcome).toBe(expected.admitted ? 'admitted' : 'refused');
        }
        expect((await getAccountRecord(table, user.id))?.fullAtMicros).toBe(fullAtMicros);
      }),
      { numRuns: 6 },
    );
  });

  test('if all credentials of an account send 130 concurrent requests, only its burst of 100 is admitted', async () => {
    now = START_MICROS;
    const limits = { requestsPerMinute: 60, burst: 100 };
    const [one, other] = [await account(limits), await account(limits)];
    const instances = Array.from({ length: 20 }, () => createLimiter());
    const admit = (hashes: string[]) => (_: unknown, i: number) =>
      instances[i % 20]?.admit(hashes[i % hashes.length] ?? '');
    const [flood, calm] = await Promise.all([
      Promise.all(Array.from({ length: 130 }, admit(one.hashes))),
      Promise.all(Array.from({ length: 20 }, admit(other.hashes))),
    ]);
    expect(flood.filter((each) => each?.outcome === 'admitted')).toHaveLength(100);
    expect(calm.every((each) => each?.outcome === 'admitted')).toBe(true);
    expect((await getAccountRecord(table, one.user.id))?.fullAtMicros).toBe(START_MICROS + 100 * SECOND);
  });

  test('of 130 concurrent requests with 10 credentials, only the burst plus the refilled tokens are admitted', async () => {
    now = START_MICROS;
    const limits = { requestsPerMinute: 6_000, burst: 100 };
    const { user, hashes } = await account(limits, 10);
    const { intervalMicros, toleranceMicros } = bucketOf(limits);
    // Each read of the clock adds 1 ms, and a token refills in 10 ms. Therefore some tokens refill during the requests.
    const clock = () => {
      now += 1_000;
      return now;
    };
    const instances = Array.from({ length: 5 }, () => createLimiter(table, clock));
    const outcomes = await Promise.all(
      Array.from({ length: 130 }, (_, i) => instances[i % 5]?.admit(hashes[i % 10] ?? '')),
    );
    const admitted = outcomes.filter((each) => each?.outcome === 'admitted').length;
    expect(admitted).toBeGreaterThanOrEqual(limits.burst);
    expect(admitted).toBeLessThanOrEqual(limits.burst + Math.floor((now - START_MICROS) / intervalMicros));
    const fullAtMicros = (await getAccountRecord(table, user.id))?.fullAtMicros ?? 0;
    expect(fullAtMicros).toBeGreaterThanOrEqual(START_MICROS + admitted * intervalMicros);
    expect(fullAtMicros).toBeLessThanOrEqual(now + toleranceMicros + intervalMicros);
  });

  test('a request costs one write unit and no read if the limiter instance has already read its credential', async () => {
    now = START_MICROS;
    const { hashes } = await account();
    const limiter = createLimiter();
    for (const hash of hashes) await limiter.admit(hash);
    const meter = startCapacityMeter(table.client);
    const { calls } = await runAndRecordCalls(table, async () => {
      for (let request = 0; request < 40; request++) await limiter.admit(hashes[request % 4] ?? '');
    });
    meter.stop();
    expect(calls).toEqual(Array(40).fill('UpdateItemCommand'));
    expect([meter.readUnits, meter.writeUnits]).toEqual([0, 40]);
  });
});

describe('the request counts of an account', () => {
  test('requests are counted separately for each credential and each hour', async () => {
    now = START_MICROS;
    const { user, keys, hashes } = await account({ requestsPerMinute: 60, burst: 3 });
    const limiter = createLimiter();
    for (let request = 0; request < 6; request++) await limiter.admit(hashes[0] ?? '');
    now += 3_600 * SECOND;
    await limiter.admit(hashes[0] ?? '');
    await limiter.admit(hashes[1] ?? '');
    const record = await getAccountRecord(table, user.id);
    const hour = hourNumberOf(START_MICROS);
    const name = (index: number) => `k${keys[index]?.item.id.slice(4, 9)}`;
    const counts = parseHourlyCounts(record?.counts ?? {}, hourNumberOf(now));
    expect(new Set(counts)).toEqual(
      new Set([
        // The first rejection is written at once. Later rejections in the same second are written with the next
        // admission.
        { hour, name: name(0), admitted: 3, refused: 1 },
        { hour: hour + 1, name: name(0), admitted: 1, refused: 2 },
        { hour: hour + 1, name: name(1), admitted: 1, refused: 0 },
      ]),
    );
  });

  test('the time of the last use of a credential is rounded down to the hour', () => {
    const use = { admitted: 1, refused: 0, lastHour: hourNumberOf(START_MICROS) };
    const made = new Date(NOW.getTime() + 60_000).toISOString();
    expect(lastUseTimeOf(undefined, made)).toBeNull();
    expect(lastUseTimeOf(use, made)).toBe(made);
    expect(lastUseTimeOf({ ...use, lastHour: hourNumberOf(START_MICROS) + 1 }, made)).toBe(
      new Date(NOW.getTime() + 3_600_000).toISOString(),
    );
  });

  test('the item with the request counts stays below 1 KB, even if the account has more than forty credentials', async () => {
    now = START_MICROS;
    const accounts = createAccountsContext(table);
    const user = await makeUser(accounts, { plan: 'enterprise', role: 'admin' });
    const keys = await Promise.all(
      Array.from({ length: COUNTS_PER_ITEM_MAX + 5 }, () => makeKey(accounts, user.id)),
    );
    const limiter = createLimiter();
    for (const { hash } of keys) await limiter.admit(hash);
    await increaseCacheVersion(table, user.id, createRandomId());
    for (const { hash } of keys) await limiter.admit(hash);
    const meter = startCapacityMeter(table.client);
    for (const { hash } of keys) await limiter.admit(hash);
    meter.stop();
    expect(meter.writeUnits).toBe(keys.length);
    const record = await getAccountRecord(table, user.id);
    const counts = parseHourlyCounts(record?.counts ?? {}, hourNumberOf(now));
    expect(counts).toHaveLength(COUNTS_PER_ITEM_MAX + 1);
    expect(counts.find(({ name }) => name === SHARED_COUNT_NAME)?.admitted).toBe(15);
    expect(counts.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(3 * keys.length);
  });
});

describe('a database call that is sent again because its answer was lost', () => {
  const buildTakeRequest = (id: string, requestId: string, cacheVersion: number) => ({
    key: id,
    now: START_MICROS,
    requestId,
    storeData: {
      cacheVersion,
      bucket: bucketOf({ requestsPerMinute: 60, burst: 1_000 }),
      name: 'kother',
      refusedCount: 0,
    },
  });

  test('the repeated call takes no second token if at most seven other calls came in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(10), async (others) => {
        now = START_MICROS;
        const { user, hashes } = await account({ requestsPerMinute: 60, burst: 1_000 });
        await createLimiter().admit(hashes[0] ?? '');
        const store = createAccountBucketStore(() => table);
        const before = await getAccountRecord(table, user.id);
        const cacheVersion = before?.cacheVersion ?? 0;
        const send = (id: string) =>
          store.take({ ...buildTakeRequest(user.id, id, cacheVersion), form: 'busy' });
        expect((await send('lost')).outcome).toBe('admitted');
        for (let index = 0; index < others; index++) await send(`other ${index}`);
        expect((await send('lost')).outcome).toBe('admitted');
        const taken =
          ((await getAccountRecord(table, user.id))?.fullAtMicros ?? 0) - (before?.fullAtMicros ?? 0);
        expect(taken / SECOND).toBe(1 + others + (others < REQUEST_ID_SLOT_COUNT ? 0 : 1));
      }),
      { numRuns: 6, examples: [[7], [8]] },
    );
  });

  test('if the first attempt of a call took the last token, the repeated call still admits the request', async () => {
    now = START_MICROS;
    const { hashes } = await account({ requestsPerMinute: 6, burst: 1 });
    let remainingLostAnswers = 1;
    const tableWithResentUpdates: Table = {
      name: table.name,
      client: Object.create(table.client, {
        send: {
          value: async (command: Parameters<Table['client']['send']>[0]) => {
            const commandResult = await table.client.send(command);
            if (command.constructor.name !== 'UpdateCommand' || remainingLostAnswers-- <= 0)
              return commandResult;
            // Sends the same command again, as the SDK would.
            return table.client.send(command);
          },
        },
      }),
    };
    await createLimiter().admit('nobody');
    const limiter = createLimiter(tableWithResentUpdates);
    expect((await limiter.admit(hashes[0] ?? '')).outcome).toBe('admitted');
    expect((await limiter.admit(hashes[0] ?? '')).outcome).toBe('refused');
  });
});

describe('buckets of anonymous callers and of accounts', () => {
  test('anonymous callers with different IP addresses have separate token buckets', async () => {
    now = START_MICROS;
    const instances = Array.from({ length: 5 }, () =>
      createAddressLimiter(
        () => table,
        ANONYMOUS_REQUEST_LIMITS,
        () => now,
        TEST_STORE_TIMEOUT_MILLIS,
      ),
    );
    const admit = (source: string) => (_: unknown, i: number) => instances[i % 5]?.admit(source);
    const flood = await Promise.all(
      Array.from({ length: ANONYMOUS_REQUEST_LIMITS.burst + 50 }, admit('192.0.2.1')),
    );
    expect(flood.filter((each) => each?.outcome === 'admitted')).toHaveLength(ANONYMOUS_REQUEST_LIMITS.burst);
    expect((await instances[0]?.admit('192.0.2.2'))?.outcome).toBe('admitted');
  });
});

test('a change of plan updates the token bucket record of an account that has sent no request yet', async () => {
  now = START_MICROS;
  const { accounts, user, hashes } = await account();
  await updateUser(accounts, user.id, { plan: 'pro' }, NOW);
  const { Item } = { Item: await getAccountRecord(table, user.id) };
  expect(Item).toMatchObject({ plan: 'pro', status: 'active', cacheVersion: 1 });
  expect((await createLimiter().admit(hashes[0] ?? '')).outcome).toBe('admitted');
  expect(ITEMS.accountBucket.key({ account: user.id }).pk).toBe(`LIMIT#${user.id}`);
});
