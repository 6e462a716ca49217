import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { credentialHash } from '../../shared/access/domain/credential.ts';
import { getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { createKey, listKeys, revokeKey } from '../../shared/accounts/keys/api-keys.ts';
import { updateKey } from '../../shared/accounts/keys/key-changes.ts';
import type { AskedRestrictions } from '../../shared/accounts/keys/key-restrictions.ts';
import { rotateKey } from '../../shared/accounts/keys/key-rotation.ts';
import { getUser } from '../../shared/accounts/store/users.ts';
import { type UserOptions, updateUser } from '../../shared/accounts/users.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import type { Scope } from '../../shared/platform/contract/scopes.ts';
import { microsOf } from '../access/model.ts';
import {
  makeKey,
  makeUser,
  NOW,
  principalWith,
  TEST_PATIENCE_MILLIS,
  testAccounts,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';

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
const limiterAt = (now: Date) =>
  new CredentialLimiter(
    () => table,
    () => microsOf(now),
    TEST_PATIENCE_MILLIS,
  );

/** A user with one key, as whom the test makes others. */
async function makeMaker(options: UserOptions = {}, scopes?: readonly Scope[]) {
  const user = await makeUser(accounts, options);
  const { text, hash, item } = await makeKey(accounts, user.id, scopes === undefined ? {} : { scopes });
  return { user, hash, maker: { principal: principalWith(user, item), presentedCredential: text } };
}

async function outcomeOf(key: string, now = NOW) {
  return (await limiterAt(now).admit(credentialHash(key))).outcome;
}

async function refusal(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
  return error.code;
}

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
    expect(await refusal(make(['strategies:read', 'wallet:read']))).toBe('forbidden');
    expect(await refusal(make(['admin']))).toBe('forbidden');
  });

  test('expires when it was to, and not in the past', async () => {
    const { maker } = await makeMaker();
    const make = (seconds: number) =>
      createKey(accounts, maker, { name: 'x', scopes: READ, expires_at: later(seconds).toISOString() }, NOW);
    const { key } = await make(60);
    expect(await outcomeOf(key, later(59.999))).toBe('admitted');
    expect(await outcomeOf(key, later(60))).toBe('unusable');
    expect(await refusal(make(0))).toBe('invalid_request');
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
    expect(await refusal(make(null))).toBe('invalid_request');
    expect(await refusal(make(later(601).toISOString()))).toBe('invalid_request');
    const rotation = (expires_at?: string | null) =>
      rotateKey(accounts, maker, child.id, { overlap_seconds: 60, expires_at }, NOW);
    expect(await refusal(rotation(null))).toBe('invalid_request');
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
    const narrower = { limits: { requests_per_minute: 1, burst: 10 }, allowed_ips: ['2001:db8::1'] };
    const child = await make(narrower);
    expect(child).toMatchObject(narrower);
    const more: AskedRestrictions[] = [
      { limits: null },
      { limits: { requests_per_minute: 31, burst: 1 } },
      { allowed_ips: null },
      { allowed_ips: ['203.0.113.0/24', '203.0.114.0/24'] },
    ];
    for (const asked of more) {
      expect(await refusal(make(asked))).toBe('invalid_request');
      expect(await refusal(updateKey(accounts, maker.principal, child.id, asked, NOW))).toBe(
        'invalid_request',
      );
      expect(await refusal(updateKey(accounts, maker.principal, parent.item.id, asked, NOW))).toBe(
        'invalid_request',
      );
    }
    const free = await makeMaker();
    expect(await make({}, free.maker)).toMatchObject({ limits: null, allowed_ips: null });
    const { requestsPerMinute, burst } = PLAN_LIMITS.free;
    const above = { limits: { requests_per_minute: requestsPerMinute, burst: burst + 1 } };
    expect(await refusal(make(above, free.maker))).toBe('invalid_request');
  });

  test('expires before the year 2255 or never, as later times cannot be kept to the microsecond', async () => {
    const { maker } = await makeMaker();
    const make = (expires_at: string) =>
      createKey(accounts, maker, { name: 'x', scopes: READ, expires_at }, NOW);
    expect((await make('2254-12-31T23:59:59.999Z')).expires_at).toBe('2254-12-31T23:59:59.999Z');
    expect(await refusal(make('2255-01-01T00:00:00Z'))).toBe('invalid_request');
    expect(await refusal(make('9999-12-31T23:59:59Z'))).toBe('invalid_request');
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
    expect(await refusal(oneMore())).toBe('api_key_limit_reached');
    const [first] = (await listKeys(accounts, user.id, PAGE, NOW)).data.filter(({ name }) => name === 'x');
    await revokeKey(accounts, user.id, first?.id ?? '', NOW);
    expect((await oneMore()).status).toBe('active');
  });
});

describe('revocation', () => {
  test('counts for the very next request, also of an instance that has just admitted the key', async () => {
    const { user, hash, maker } = await makeMaker();
    const limiter = limiterAt(NOW);
    expect((await limiter.admit(hash)).outcome).toBe('admitted');
    await revokeKey(accounts, user.id, maker.principal.credentialId, NOW);
    expect((await limiter.admit(hash)).outcome).toBe('unusable');
    expect((await listKeys(accounts, user.id, PAGE, NOW)).data).toEqual([]);
  });

  test('of many keys at once ends them all', async () => {
    const { maker, user } = await makeMaker({ plan: 'enterprise' });
    const keys = [];
    for (let made = 0; made < 24; made++) {
      keys.push(await createKey(accounts, maker, { name: 'x', scopes: READ }, NOW));
    }
    await Promise.all(keys.map(({ id }) => revokeKey(accounts, user.id, id, NOW)));
    expect((await getUser(table, user.id))?.api_key_count).toBe(1);
  });

  test('of a key that replaced another, which still works, leaves that one in its place among the number', async () => {
    const { maker, user } = await makeMaker();
    const { maxApiKeys } = PLAN_LIMITS.free;
    const rotated = async () => {
      const old = await createKey(accounts, maker, { name: 'x', scopes: READ }, NOW);
      const key = await rotateKey(accounts, maker, old.id, { overlap_seconds: 3_600 }, NOW);
      await revokeKey(accounts, user.id, key.id, NOW);
      return old;
    };
    const left = [];
    for (let made = 1; made < maxApiKeys; made++) left.push(await rotated());
    expect(await refusal(rotated())).toBe('api_key_limit_reached');
    const { data } = await listKeys(accounts, user.id, PAGE, NOW);
    expect(data).toHaveLength(maxApiKeys);
    const [first] = left;
    expect(data.find(({ id }) => id === first?.id)).toMatchObject({
      status: 'active',
      replaced_by: null,
      expires_at: later(3_600).toISOString(),
    });
    expect(await outcomeOf(first?.key ?? '', later(3_599))).toBe('admitted');
    expect(await outcomeOf(first?.key ?? '', later(3_600))).toBe('unusable');
    await revokeKey(accounts, user.id, first?.id ?? '', later(3_600));
    expect((await getUser(table, user.id))?.api_key_count).toBe(maxApiKeys - 1);
  });

  test('of a key that replaced another, which has expired, gives its place back', async () => {
    const { maker, user } = await makeMaker();
    const old = await createKey(accounts, maker, { name: 'x', scopes: READ }, NOW);
    const key = await rotateKey(accounts, maker, old.id, { overlap_seconds: 60 }, NOW);
    await revokeKey(accounts, user.id, key.id, later(60));
    expect((await getUser(table, user.id))?.api_key_count).toBe(1);
    expect(await outcomeOf(old.key, later(60))).toBe('unusable');
  });

  test('of somebody else’s key is answered as of one that does not exist', async () => {
    const [one, other] = [await makeMaker(), await makeMaker()];
    for (const id of [other.maker.principal.credentialId, 'key_none']) {
      expect(await refusal(revokeKey(accounts, one.user.id, id, NOW))).toBe('api_key_not_found');
    }
    expect(await outcomeOf(other.maker.presentedCredential)).toBe('admitted');
  });
});

describe('rotation', () => {
  const rotate = (
    made: Awaited<ReturnType<typeof makeMaker>>,
    id: string,
    overlap_seconds: number,
    now = NOW,
  ) => rotateKey(accounts, made.maker, id, { overlap_seconds }, now);

  test('gives a key of the same name and scopes, and the old one lives on for the overlap', async () => {
    const made = await makeMaker();
    const old = await createKey(accounts, made.maker, { name: 'ci', scopes: READ }, NOW);
    const key = await rotate(made, old.id, 60);
    expect(key).toMatchObject({
      name: 'ci',
      scopes: READ,
      previous: { id: old.id, expires_at: later(60).toISOString() },
    });
    expect(await outcomeOf(old.key, later(59))).toBe('admitted');
    expect(await outcomeOf(old.key, later(60))).toBe('unusable');
    expect(await outcomeOf(key.key, later(61))).toBe('admitted');
    const { data } = await listKeys(accounts, made.user.id, PAGE, NOW);
    expect(data.find(({ id }) => id === old.id)).toMatchObject({ status: 'replaced', replaced_by: key.id });
    expect((await getUser(table, made.user.id))?.api_key_count).toBe(2);
  });

  test('without overlap ends the old key at once', async () => {
    const made = await makeMaker();
    const old = await createKey(accounts, made.maker, { name: 'ci', scopes: READ }, NOW);
    await rotate(made, old.id, 0);
    expect(await outcomeOf(old.key)).toBe('unusable');
  });

  test('again ends the key before the last, so that a line never has more than two', async () => {
    const made = await makeMaker();
    const first = await createKey(accounts, made.maker, { name: 'ci', scopes: READ }, NOW);
    const second = await rotate(made, first.id, 3_600);
    const third = await rotate(made, second.id, 3_600);
    expect(await Promise.all([first, second, third].map(({ key }) => outcomeOf(key)))).toEqual([
      'unusable',
      'admitted',
      'admitted',
    ]);
    expect(await refusal(rotate(made, second.id, 60))).toBe('api_key_not_rotatable');
    expect(await refusal(rotate(made, first.id, 60))).toBe('api_key_not_found');
    expect((await getUser(table, made.user.id))?.api_key_count).toBe(2);
  });

  test('twice at once replaces a key once', async () => {
    const made = await makeMaker();
    const old = await createKey(accounts, made.maker, { name: 'ci', scopes: READ }, NOW);
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => rotate(made, old.id, 60)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('again and again is no way to more requests', async () => {
    const made = await makeMaker();
    const { burst } = PLAN_LIMITS.free;
    let [old, admitted] = [await createKey(accounts, made.maker, { name: 'ci', scopes: READ }, NOW), 0];
    for (let round = 0; round < 8; round++) {
      const key = await rotate(made, old.id, 3_600);
      const outcomes = await Promise.all(Array.from({ length: burst }, () => outcomeOf(old.key)));
      admitted += outcomes.filter((outcome) => outcome === 'admitted').length;
      old = key;
    }
    expect(admitted).toBeLessThanOrEqual(burst);
  });

  test('is no way to a secret with scopes that the caller lacks', async () => {
    const made = await makeMaker();
    const old = await createKey(accounts, made.maker, { name: 'all', scopes: ['wallet:write'] }, NOW);
    const { item, text } = await makeKey(accounts, made.user.id, { scopes: ['account:write'] });
    const weak = { principal: principalWith(made.user, item), presentedCredential: text };
    expect(await refusal(rotateKey(accounts, weak, old.id, { overlap_seconds: 60 }, NOW))).toBe('forbidden');
  });

  test('keeps the expiry unless another is given', async () => {
    const made = await makeMaker();
    const expires_at = later(600).toISOString();
    const old = await createKey(accounts, made.maker, { name: 'ci', scopes: READ, expires_at }, NOW);
    const second = await rotate(made, old.id, 86_400);
    expect([second.expires_at, second.previous.expires_at]).toEqual([expires_at, expires_at]);
    const options = { overlap_seconds: 60, expires_at: null };
    expect((await rotateKey(accounts, made.maker, second.id, options, NOW)).expires_at).toBeNull();
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
