import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Limiter } from '../../shared/access/domain/limiter.ts';
import { bucketOf, microsOf, take } from '../../shared/access/domain/rate-limit.ts';
import { applyPlan, credentialBuckets, getCredential } from '../../shared/access/store/credentials.ts';
import { sourceBuckets } from '../../shared/access/store/source-buckets.ts';
import { PUBLIC_LIMITS } from '../../shared/platform/contract/plans.ts';
import { makeKey, makeUser, NOW, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const START = microsOf(NOW);
const SECOND = 1_000_000;

async function freeKey() {
  const accounts = testAccounts(table);
  const user = await makeUser(accounts);
  return makeKey(accounts, user.id);
}

/** Requests at times that may also step back: whole milliseconds, as clocks have them. */
const offsets = fc.array(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 60 });

describe('the two conditional updates', () => {
  test('decide as the pure bucket does, also where the clock steps back', async () => {
    await fc.assert(
      fc.asyncProperty(offsets, async (millis) => {
        const { hash } = await freeKey();
        const bucket = bucketOf({ requestsPerMinute: 60, burst: 5 });
        await applyPlan(table, hash, { plan: 'free', role: 'user', limits: bucket });
        let now = START;
        const limiter = new Limiter(
          credentialBuckets(() => table),
          () => now,
        );
        let tat = 0;
        for (const offset of millis) {
          now = START + offset * 1_000;
          const expected = take(bucket, tat, now);
          tat = expected.tat;
          const { outcome } = await limiter.admit(hash);
          expect(outcome).toBe(expected.admitted ? 'admitted' : 'refused');
        }
        expect((await getCredential(table, hash))?.tat).toBe(tat);
      }),
      { numRuns: 15 },
    );
  });

  test('200 at once through many instances admit exactly 100, and another credential notices nothing', async () => {
    const [one, other] = [await freeKey(), await freeKey()];
    const limiters = Array.from(
      { length: 20 },
      () =>
        new Limiter(
          credentialBuckets(() => table),
          () => START,
        ),
    );
    const admit = (hash: string) => (_: unknown, i: number) => limiters[i % 20]?.admit(hash);
    const [flood, calm] = await Promise.all([
      Promise.all(Array.from({ length: 200 }, admit(one.hash))),
      Promise.all(Array.from({ length: 50 }, admit(other.hash))),
    ]);
    expect(flood.filter((each) => each?.outcome === 'admitted')).toHaveLength(100);
    expect(calm.every((each) => each?.outcome === 'admitted')).toBe(true);
    expect(await getCredential(table, one.hash)).toMatchObject({
      requests_used: 100,
      tat: START + 100 * SECOND,
    });
    expect(await getCredential(table, other.hash)).toMatchObject({ requests_used: 50 });
  });

  test('cost one write unit and no read, admitted or refused', async () => {
    const { hash } = await freeKey();
    const spent: string[] = [];
    table.client.middlewareStack.add(
      (next, context) => async (args) => {
        spent.push(String(context.commandName));
        return next(args);
      },
      { step: 'initialize', name: 'spy' },
    );
    let now = START;
    const limiter = new Limiter(
      credentialBuckets(() => table),
      () => now,
    );
    for (let request = 0; request < 50; request++) await limiter.admit(hash);
    expect(spent).toEqual(Array(50).fill('UpdateItemCommand'));
    now += 60 * SECOND;
    await limiter.admit(hash);
    expect(spent).toHaveLength(51);
    table.client.middlewareStack.remove('spy');
  });

  test('the stored item stays below the 1 KB that one write unit covers', async () => {
    const accounts = testAccounts(table);
    const user = await makeUser(accounts, { role: 'admin', plan: 'enterprise' });
    const { hash, item } = await makeKey(accounts, user.id, {
      name: 'n'.repeat(64),
      expiresMicros: START + 1_000 * SECOND,
    });
    const limiter = new Limiter(
      credentialBuckets(() => table),
      () => START,
    );
    await limiter.admit(hash);
    const stored = {
      ...(await getCredential(table, hash)),
      gateway_key: 'g'.repeat(64),
      gateway_key_id: 'i'.repeat(10),
    };
    expect(stored).toMatchObject({ id: item.id, last_used_micros: START, requests_used: 1 });
    expect(JSON.stringify(stored).length).toBeLessThan(1_000);
  });
});

describe('sources', () => {
  test('a source address has a bucket from its first request on', async () => {
    const limiters = Array.from(
      { length: 5 },
      () =>
        new Limiter(
          sourceBuckets(() => table, PUBLIC_LIMITS),
          () => START,
        ),
    );
    const admit = (source: string) => (_: unknown, i: number) => limiters[i % 5]?.admit(source);
    const flood = await Promise.all(Array.from({ length: 150 }, admit('192.0.2.1')));
    expect(flood.filter((each) => each?.outcome === 'admitted')).toHaveLength(PUBLIC_LIMITS.burst);
    expect((await limiters[0]?.admit('192.0.2.2'))?.outcome).toBe('admitted');
  });
});
