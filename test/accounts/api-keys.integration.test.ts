import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialHash } from '../../shared/access/domain/credential.ts';
import { getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { createKey, listKeys } from '../../shared/accounts/keys/api-keys.ts';
import { updateKey } from '../../shared/accounts/keys/key-changes.ts';
import type { AskedRestrictions } from '../../shared/accounts/keys/key-restrictions.ts';
import { revokeKey } from '../../shared/accounts/keys/key-revocation.ts';
import { rotateKey } from '../../shared/accounts/keys/key-rotation.ts';
import { getUser } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import type { Scope } from '../../shared/platform/contract/scopes.ts';
import { microsOf } from '../access/model.ts';
import { makeKey, makeUser, NOW, principalWith, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';

import { keyMakersOf, refusalCode } from './support/key-makers.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = testAccounts(table);
});
afterAll(() => table.stop());

const PAGE = { page: 1, per_page: 100 };
const READ: readonly Scope[] = ['strategies:read'];
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const { limiterAt, makeMaker, outcomeOf } = keyMakersOf(() => accounts);

describe('a new key', () => {
  test('works, is listed without its secret, and leaves no trace of it in the table', async () => {
    const { maker, user } = await makeMaker();
    const key = await createKey(accounts, maker, { name: 'ci', scopes: READ }, NOW);
    expect(await outcomeOf(key.key)).toBe('admitted');
    const { data } = await listKeys(accounts, user.id, PAGE, NOW);
    expect(data).toHaveLength(2);
    expect(data.find(({ id }) => id === key.id)).toMatchObject({
      name: 'ci',
      scopes: READ,
      status: 'active',
      hint: key.key.slice(0, 12),
      requests_used: 1,
      last_used_at: NOW.toISOString(),
    });
    expect(JSON.stringify(data)).not.toContain(key.key);
    expect(JSON.stringify(await getCredential(table, credentialHash(key.key)))).not.toContain(key.key);
  });

  test('never carries a scope that its maker lacks', async () => {
    const { maker } = await makeMaker({}, ['account:write', 'strategies:read']);
    const make = (scopes: readonly Scope[]) => createKey(accounts, maker, { name: 'x', scopes }, NOW);
    expect((await make(READ)).scopes).toEqual(READ);
    expect(await refusalCode(make(['strategies:read', 'wallet:read']))).toBe('forbidden');
    expect(await refusalCode(make(['admin']))).toBe('forbidden');
  });

  test('expires when it was to, and not in the past', async () => {
    const { maker } = await makeMaker();
    const make = (seconds: number) =>
      createKey(accounts, maker, { name: 'x', scopes: READ, expires_at: later(seconds).toISOString() }, NOW);
    const { key } = await make(60);
    expect(await outcomeOf(key, later(59.999))).toBe('admitted');
    expect(await outcomeOf(key, later(60))).toBe('unusable');
    expect(await refusalCode(make(0))).toBe('invalid_request');
  });

  test('never outlives the key that made it, nor does a rotation, and says what made it', async () => {
    const user = await makeUser(accounts);
    const parent = await makeKey(accounts, user.id, { expiresMicros: microsOf(later(600)) });
    const maker = { principal: principalWith(user, parent.item), presentedCredential: parent.text };
    const make = (expires_at?: string | null) =>
      createKey(accounts, maker, { name: 'x', scopes: READ, expires_at }, NOW);
    const child = await make();
    expect(child).toMatchObject({ expires_at: later(600).toISOString(), made_by: parent.item.id });
    expect((await make(later(60).toISOString())).expires_at).toBe(later(60).toISOString());
    expect(await refusalCode(make(null))).toBe('invalid_request');
    expect(await refusalCode(make(later(601).toISOString()))).toBe('invalid_request');
    const rotation = (expires_at?: string | null) =>
      rotateKey(accounts, maker, child.id, { overlap_seconds: 60, expires_at }, NOW);
    expect(await refusalCode(rotation(null))).toBe('invalid_request');
    expect((await rotation()).expires_at).toBe(later(600).toISOString());
  });

  test('never has more than its account or than the key that made it, and carries that one’s restrictions', async () => {
    const user = await makeUser(accounts);
    const parent = await makeKey(accounts, user.id, {
      limits: { requests_per_minute: 30, burst: 10 },
      allowed_ips: ['203.0.113.0/24', '2001:db8::1'],
    });
    const maker = { principal: principalWith(user, parent.item), presentedCredential: parent.text };
    const make = (asked: AskedRestrictions, as = maker) =>
      createKey(accounts, as, { name: 'x', scopes: READ, ...asked }, NOW);
    expect(await make({})).toMatchObject({
      limits: { requests_per_minute: 30, burst: 10 },
      allowed_ips: ['203.0.113.0/24', '2001:db8::1'],
    });
    const narrower = { allowed_ips: ['2001:db8::1'] };
    const child = await make(narrower);
    expect(child).toMatchObject(narrower);
    const more: AskedRestrictions[] = [
      { limits: null },
      { limits: { requests_per_minute: 31, burst: 1 } },
      { limits: { requests_per_minute: 1, burst: 1 } },
      { allowed_ips: null },
      { allowed_ips: ['203.0.113.0/24', '203.0.114.0/24'] },
    ];
    for (const asked of more) {
      expect(await refusalCode(make(asked))).toBe('invalid_request');
      expect(await refusalCode(updateKey(accounts, maker, child.id, asked, NOW))).toBe('invalid_request');
      expect(await refusalCode(updateKey(accounts, maker, parent.item.id, asked, NOW))).toBe(
        'invalid_request',
      );
    }
    const free = await makeMaker();
    expect(await make({}, free.maker)).toMatchObject({ limits: null, allowed_ips: null });
    const { requestsPerMinute, burst } = PLAN_LIMITS.free;
    const above = { limits: { requests_per_minute: requestsPerMinute, burst: burst + 1 } };
    expect(await refusalCode(make(above, free.maker))).toBe('invalid_request');
  });

  test('expires before the year 2255 or never, as later times cannot be kept to the microsecond', async () => {
    const { maker } = await makeMaker();
    const make = (expires_at: string) =>
      createKey(accounts, maker, { name: 'x', scopes: READ, expires_at }, NOW);
    expect((await make('2254-12-31T23:59:59.999Z')).expires_at).toBe('2254-12-31T23:59:59.999Z');
    expect(await refusalCode(make('2255-01-01T00:00:00Z'))).toBe('invalid_request');
    expect(await refusalCode(make('9999-12-31T23:59:59Z'))).toBe('invalid_request');
  });

  test('draws from the bucket of its account, so that keys are no way to more requests', async () => {
    const { maker, hash } = await makeMaker();
    const limiter = limiterAt(NOW);
    for (let request = 0; request < 100; request++) await limiter.admit(hash);
    const { key } = await createKey(accounts, maker, { name: 'x', scopes: READ }, NOW);
    expect(await outcomeOf(key)).toBe('refused');
    expect(await outcomeOf(key, later(1))).toBe('admitted');
  });

  test('brings back nothing of what a deleted key has used, also by requests that came in while it was deleted', async () => {
    const { maker, user } = await makeMaker();
    const { burst } = PLAN_LIMITS.free;
    let admitted = 0;
    for (let round = 0; round < 3; round++) {
      const key = await createKey(accounts, maker, { name: 'x', scopes: READ }, NOW);
      // Requests and the deletion in any order: what was admitted until the very end counts.
      const spending = Promise.all(Array.from({ length: burst }, () => outcomeOf(key.key)));
      await Promise.all([spending, revokeKey(accounts, user.id, key.id, NOW)]);
      admitted += (await spending).filter((outcome) => outcome === 'admitted').length;
    }
    expect(admitted).toBeLessThanOrEqual(burst);
  });
});

describe('the number of keys', () => {
  test('is never exceeded, however many are made at once', async () => {
    const { maker, user } = await makeMaker();
    const { maxApiKeys } = PLAN_LIMITS.free;
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () => createKey(accounts, maker, { name: 'x', scopes: READ }, NOW)),
    );
    const made = answers.filter(({ status }) => status === 'fulfilled').length;
    const { data } = await listKeys(accounts, user.id, PAGE, NOW);
    expect(data).toHaveLength(made + 1);
    expect(data.length).toBeLessThanOrEqual(maxApiKeys);
    expect((await getUser(table, user.id))?.api_key_count).toBe(data.length);
    while ((await getUser(table, user.id))?.api_key_count !== maxApiKeys) {
      await createKey(accounts, maker, { name: 'x', scopes: READ }, NOW);
    }
    const oneMore = () => createKey(accounts, maker, { name: 'x', scopes: READ }, NOW);
    expect(await refusalCode(oneMore())).toBe('api_key_limit_reached');
    const [first] = (await listKeys(accounts, user.id, PAGE, NOW)).data.filter(({ name }) => name === 'x');
    await revokeKey(accounts, user.id, first?.id ?? '', NOW);
    expect((await oneMore()).status).toBe('active');
  });
});

describe('a change of plan', () => {
  test('counts for the very next request with every key, with a full bucket, also keys that are made at the same time', async () => {
    const { maker, user, hash } = await makeMaker();
    const limiter = limiterAt(NOW);
    for (let request = 0; request < 101; request++) await limiter.admit(hash);
    const [, ...keys] = await Promise.all([
      updateUser(accounts, user.id, { plan: 'pro' }, NOW),
      ...Array.from({ length: 3 }, () => createKey(accounts, maker, { name: 'x', scopes: READ }, NOW)),
    ]);
    for (const each of [hash, ...keys.map(({ key }) => credentialHash(key))]) {
      expect(await limiter.admit(each)).toMatchObject({ outcome: 'admitted', status: { limit: 300 } });
    }
    expect(await outcomeOf(maker.presentedCredential)).toBe('admitted');
  });

  test('to limits of a customer’s own counts on Enterprise alone', async () => {
    const { user } = await makeMaker();
    const stored = async () => (await getAccountRecord(table, user.id))?.bucket;
    const limits = { requestsPerMinute: 1_000, burst: 50 };
    await updateUser(accounts, user.id, { plan: 'enterprise', limits }, NOW);
    expect(await stored()).toMatchObject({ requestsPerMinute: 1_000, burst: 50 });
    await updateUser(accounts, user.id, { plan: 'pro' }, NOW);
    expect(await stored()).toMatchObject({ requestsPerMinute: 300, burst: 500 });
    await updateUser(accounts, user.id, { plan: 'enterprise', limits: null }, NOW);
    expect(await stored()).toMatchObject({ requestsPerMinute: 3_000, burst: 5_000 });
  });
});
