import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashCredential } from '../../shared/access/domain/credential.ts';
import { getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import { getCredential } from '../../shared/access/store/credentials.ts';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { listAuditEvents } from '../../shared/accounts/events.ts';
import { createApiKey, listKeys } from '../../shared/accounts/keys/api-keys.ts';
import { reportLeak, revokeKey, rotateKey, updateKey } from '../../shared/accounts/keys/key-changes.ts';
import { logout } from '../../shared/accounts/sign-in/sessions.ts';
import { getUser } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { SCOPES, type Scope } from '../../shared/platform/contract/scopes.ts';
import { createAccountsContext, NOW, revokeKeyWithoutWebhooks } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';

import { createKeyHelpers, readRejectionCode } from './support/key-clients.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
});
afterAll(() => table.stop());

const PAGE = { page: 1, per_page: 100 };
const READ_SCOPES: readonly Scope[] = ['strategies:read'];
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const { limiterAt, makeManager, outcomeOf } = createKeyHelpers(() => accounts);

describe('a new API key', () => {
  test('a request with a new key is admitted, but the database does not store the text of the key', async () => {
    const { manager, user } = await makeManager();
    const key = await createApiKey(accounts, user.id, manager, { name: 'ci', scopes: READ_SCOPES }, NOW);
    expect(await outcomeOf(key.key)).toBe('admitted');
    const { data } = await listKeys(accounts, user.id, PAGE, NOW);
    expect(data).toHaveLength(1);
    expect(data.find(({ id }) => id === key.id)).toMatchObject({
      name: 'ci',
      scopes: READ_SCOPES,
      status: 'active',
      hint: key.key.slice(0, 12),
      requests_used: 1,
      last_used_at: NOW.toISOString(),
    });
    expect(JSON.stringify(data)).not.toContain(key.key);
    expect(JSON.stringify(await getCredential(table, hashCredential(key.key)))).not.toContain(key.key);
  });

  test('a new key has all read scopes if the request names no scopes', async () => {
    const { manager, user } = await makeManager();
    const make = (scopes?: readonly Scope[]) =>
      createApiKey(accounts, user.id, manager, { name: 'x', scopes }, NOW);
    expect((await make()).scopes).toEqual(SCOPES.filter((scope) => scope.endsWith(':read')));
    expect((await make(READ_SCOPES)).scopes).toEqual(READ_SCOPES);
    expect(await readRejectionCode(make(['admin']))).toBe('forbidden');
  });

  test('a new key expires at the requested time', async () => {
    const { manager, user } = await makeManager();
    const make = (seconds: number) =>
      createApiKey(
        accounts,
        user.id,
        manager,
        { name: 'x', scopes: READ_SCOPES, expires_at: later(seconds).toISOString() },
        NOW,
      );
    const { key } = await make(60);
    expect(await outcomeOf(key, later(59.999))).toBe('admitted');
    expect(await outcomeOf(key, later(60))).toBe('unusable');
    expect(await readRejectionCode(make(0))).toBe('invalid_request');
  });

  test('an expiry after the year 2254 is rejected, because the storage format would lose microseconds', async () => {
    const { manager, user } = await makeManager();
    const make = (expires_at: string) =>
      createApiKey(accounts, user.id, manager, { name: 'x', scopes: READ_SCOPES, expires_at }, NOW);
    expect((await make('2254-12-31T23:59:59.999Z')).expires_at).toBe('2254-12-31T23:59:59.999Z');
    expect(await readRejectionCode(make('2255-01-01T00:00:00Z'))).toBe('invalid_request');
    expect(await readRejectionCode(make('9999-12-31T23:59:59Z'))).toBe('invalid_request');
  });

  test('a new key uses the token bucket of its account', async () => {
    const { manager, user, hash } = await makeManager();
    const limiter = limiterAt(NOW);
    for (let request = 0; request < 100; request++) await limiter.admit(hash);
    const { key } = await createApiKey(accounts, user.id, manager, { name: 'x', scopes: READ_SCOPES }, NOW);
    expect(await outcomeOf(key)).toBe('refused');
    expect(await outcomeOf(key, later(1))).toBe('admitted');
  });

  test('the replacement of a deleted key by a new key gives the account no additional rate limit tokens', async () => {
    const { manager, user } = await makeManager();
    const { burst } = PLAN_LIMITS.free;
    let admitted = 0;
    for (let round = 0; round < 2; round++) {
      const key = await createApiKey(accounts, user.id, manager, { name: 'x', scopes: READ_SCOPES }, NOW);
      // The requests and the deletion of the key run concurrently. Only the requests that were admitted before the
      // deletion are counted.
      const spending = Promise.all(Array.from({ length: burst }, () => outcomeOf(key.key)));
      await Promise.all([spending, revokeKeyWithoutWebhooks(accounts, user.id, key.id, NOW)]);
      admitted += (await spending).filter((outcome) => outcome === 'admitted').length;
    }
    expect(admitted).toBeLessThanOrEqual(burst);
  });
});

describe('the quota of API keys', () => {
  test('concurrent requests that create keys never exceed the quota', async () => {
    const { manager, user } = await makeManager();
    const { maxApiKeys } = PLAN_LIMITS.free;
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        createApiKey(accounts, user.id, manager, { name: 'x', scopes: READ_SCOPES }, NOW),
      ),
    );
    const made = answers.filter(({ status }) => status === 'fulfilled').length;
    const { data } = await listKeys(accounts, user.id, PAGE, NOW);
    expect(data).toHaveLength(made);
    expect(data.length).toBeLessThanOrEqual(maxApiKeys);
    expect((await getUser(table, user.id))?.api_key_count).toBe(data.length);
    while ((await getUser(table, user.id))?.api_key_count !== maxApiKeys) {
      await createApiKey(accounts, user.id, manager, { name: 'x', scopes: READ_SCOPES }, NOW);
    }
    const createAnotherKey = () =>
      createApiKey(accounts, user.id, manager, { name: 'x', scopes: READ_SCOPES }, NOW);
    expect(await readRejectionCode(createAnotherKey())).toBe('api_key_limit_reached');
    const [first] = (await listKeys(accounts, user.id, PAGE, NOW)).data.filter(({ name }) => name === 'x');
    await revokeKeyWithoutWebhooks(accounts, user.id, first?.id ?? '', NOW);
    expect((await createAnotherKey()).status).toBe('active');
  });
});

describe('a change of plan', () => {
  test('a new plan applies to the next request of every key, even of keys that are created during the change', async () => {
    const { manager, user, hash } = await makeManager();
    const limiter = limiterAt(NOW);
    for (let request = 0; request < 101; request++) await limiter.admit(hash);
    const [, ...keys] = await Promise.all([
      updateUser(accounts, user.id, { plan: 'pro' }, NOW),
      ...Array.from({ length: 3 }, () =>
        createApiKey(accounts, user.id, manager, { name: 'x', scopes: READ_SCOPES }, NOW),
      ),
    ]);
    for (const each of [hash, ...keys.map(({ key }) => hashCredential(key))]) {
      expect(await limiter.admit(each)).toMatchObject({ outcome: 'admitted', status: { limit: 300 } });
    }
    expect(await outcomeOf(manager.presentedCredential)).toBe('admitted');
  });

  test('custom limits of an account apply only on the Enterprise plan', async () => {
    const { user } = await makeManager();
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

describe('a recent sign-in for changes of API keys', () => {
  const WRITE_SCOPES: readonly Scope[] = ['investments:write'];
  const lastAllowedTime = later(15 * 60 - 1);
  const firstRejectedTime = later(15 * 60);

  test('a recent sign-in is required to create or rotate a key that may move money or change webhook endpoints', async () => {
    const { manager, user } = await makeManager();
    const make = (scopes: readonly Scope[], now: Date) =>
      createApiKey(accounts, user.id, manager, { name: 'x', scopes }, now);
    const rotate = (id: string, now: Date) =>
      rotateKey(accounts, user.id, manager, id, { overlap_seconds: 60 }, now);
    const money = await make(WRITE_SCOPES, lastAllowedTime);
    expect(await readRejectionCode(make(WRITE_SCOPES, firstRejectedTime))).toBe('recent_sign_in_required');
    expect(await readRejectionCode(rotate(money.id, firstRejectedTime))).toBe('recent_sign_in_required');
    const both: readonly Scope[] = ['account:write', 'investments:read'];
    expect(await readRejectionCode(make(both, firstRejectedTime))).toBe('recent_sign_in_required');
    expect((await make(['account:write'], firstRejectedTime)).scopes).toEqual(['account:write']);
    const reader = await make(READ_SCOPES, firstRejectedTime);
    expect((await rotate(reader.id, firstRejectedTime)).scopes).toEqual(READ_SCOPES);
    expect((await rotate(money.id, lastAllowedTime)).scopes).toEqual(WRITE_SCOPES);
  });

  test('a recent sign-in is required to remove a restriction of a key, but not to add a restriction', async () => {
    const { manager, user } = await makeManager();
    const expires_at = later(3_000).toISOString();
    const wanted = {
      name: 'x',
      scopes: READ_SCOPES,
      expires_at,
      allowed_ips: ['192.0.2.0/24', '198.51.100.7'],
    };
    const { id } = await createApiKey(accounts, user.id, manager, wanted, NOW);
    const allow = (allowed_ips: string[] | null, now: Date) =>
      updateKey(accounts, user.id, manager, id, { allowed_ips }, now);
    const rotate = (expiresAt: string | null, now: Date) =>
      rotateKey(accounts, user.id, manager, id, { overlap_seconds: 60, expires_at: expiresAt }, now);
    for (const wider of [null, ['192.0.2.0/24', '203.0.113.9']]) {
      expect(await readRejectionCode(allow(wider, firstRejectedTime))).toBe('recent_sign_in_required');
    }
    for (const longer of [null, later(3_001).toISOString()]) {
      expect(await readRejectionCode(rotate(longer, firstRejectedTime))).toBe('recent_sign_in_required');
    }
    expect((await allow(['198.51.100.7'], firstRejectedTime)).allowed_ips).toEqual(['198.51.100.7']);
    expect((await allow(null, lastAllowedTime)).allowed_ips).toBeNull();
    expect((await rotate(expires_at, firstRejectedTime)).expires_at).toBe(expires_at);
  });
});

describe('the rotation of an API key', () => {
  test('a rotation creates a second key, and the old key expires after the overlap', async () => {
    const { manager, user } = await makeManager();
    const wanted = {
      name: 'ci',
      scopes: READ_SCOPES,
      expires_at: later(9_000).toISOString(),
      allowed_ips: ['192.0.2.0/24'],
    };
    const old = await createApiKey(accounts, user.id, manager, wanted, NOW);
    const rotated = await rotateKey(accounts, user.id, manager, old.id, { overlap_seconds: 60 }, NOW);
    expect(rotated).toMatchObject({
      ...wanted,
      previous: { id: old.id, expires_at: later(60).toISOString() },
    });
    const limiter = (at: Date) => limiterAt(at);
    const outcome = async (key: string, at: Date) =>
      (await limiter(at).admit(hashCredential(key), '192.0.2.1')).outcome;
    expect([await outcome(old.key, later(59)), await outcome(rotated.key, later(59))]).toEqual([
      'admitted',
      'admitted',
    ]);
    expect([await outcome(old.key, later(60)), await outcome(rotated.key, later(60))]).toEqual([
      'unusable',
      'admitted',
    ]);
    const again = rotateKey(accounts, user.id, manager, old.id, { overlap_seconds: 60 }, NOW);
    expect(await readRejectionCode(again)).toBe('api_key_not_rotatable');
  });

  test('if the successor of a rotated key is also rotated, the original key ends, so that at most two keys work', async () => {
    const { manager, user } = await makeManager();
    const rotate = (id: string) => rotateKey(accounts, user.id, manager, id, { overlap_seconds: 600 }, NOW);
    const first = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    const second = await rotate(first.id);
    const third = await rotate(second.id);
    const outcomes = await Promise.all([first, second, third].map(({ key }) => outcomeOf(key)));
    expect(outcomes).toEqual(['unusable', 'admitted', 'admitted']);
    expect((await getUser(table, user.id))?.api_key_count).toBe(1);
  });

  test('two concurrent rotations of a key create one successor', async () => {
    const { manager, user } = await makeManager();
    const { id } = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    const rotate = () => rotateKey(accounts, user.id, manager, id, { overlap_seconds: 600 }, NOW);
    const answers = await Promise.allSettled([rotate(), rotate(), rotate()]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listKeys(accounts, user.id, PAGE, NOW)).data).toHaveLength(2);
  });
});

describe('the revocation of an API key', () => {
  test('a revocation ends the key and disables the webhooks that the key created', async () => {
    const { manager, user } = await makeManager();
    const old = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    const next = await rotateKey(accounts, user.id, manager, old.id, { overlap_seconds: 600 }, NOW);
    const ended: string[] = [];
    const disableWebhooks = async (_: unknown, account: string, keyId: string) => {
      ended.push(`${account} ${keyId}`);
      return ['whk_1'];
    };
    const ending = { type: 'api_key.revoked', disableWebhooks } as const;
    expect(await revokeKey(accounts, user.id, old.id, NOW, ending)).toEqual({
      id: old.id,
      status: 'revoked',
      successor: next.id,
      webhooks_disabled: ['whk_1'],
    });
    expect(ended).toEqual([`${user.id} ${old.id}`]);
    expect([await outcomeOf(old.key), await outcomeOf(next.key)]).toEqual(['unusable', 'admitted']);
    expect(await readRejectionCode(revokeKeyWithoutWebhooks(accounts, user.id, old.id, NOW))).toBe(
      'api_key_not_found',
    );
    expect(await revokeKeyWithoutWebhooks(accounts, user.id, next.id, NOW)).toMatchObject({
      successor: null,
    });
  });

  test('a revocation can be repeated if it crashed before it disabled the webhooks of the key', async () => {
    const { manager, user } = await makeManager();
    const { id, key } = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    const crash = async () => Promise.reject(new Error('crashed'));
    const ending = { type: 'api_key.revoked', disableWebhooks: crash } as const;
    await expect(revokeKey(accounts, user.id, id, NOW, ending)).rejects.toThrow('crashed');
    expect(await outcomeOf(key)).toBe('unusable');
    expect((await listKeys(accounts, user.id, PAGE, NOW)).data).toMatchObject([{ id, status: 'expired' }]);
    expect(await revokeKeyWithoutWebhooks(accounts, user.id, id, NOW)).toMatchObject({ status: 'revoked' });
    expect((await listKeys(accounts, user.id, PAGE, NOW)).data).toEqual([]);
  });

  test('a rotated key counts towards the quota again after its successor is revoked', async () => {
    const { manager, user } = await makeManager();
    const old = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    const next = await rotateKey(accounts, user.id, manager, old.id, { overlap_seconds: 600 }, NOW);
    await revokeKeyWithoutWebhooks(accounts, user.id, next.id, NOW);
    expect(await outcomeOf(old.key)).toBe('admitted');
    expect((await getUser(table, user.id))?.api_key_count).toBe(1);
    expect((await listKeys(accounts, user.id, PAGE, NOW)).data).toMatchObject([
      { id: old.id, status: 'active' },
    ]);
  });

  test('if a key is rotated and revoked concurrently, no usable key remains after its successor is also revoked', async () => {
    const { manager, user } = await makeManager();
    const { id, key } = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    const rotate = () => rotateKey(accounts, user.id, manager, id, { overlap_seconds: 600 }, NOW);
    const [answer] = await Promise.all([
      revokeKeyWithoutWebhooks(accounts, user.id, id, NOW),
      rotate().catch(() => undefined),
      rotate().catch(() => undefined),
    ]);
    if (answer.successor !== null) await revokeKeyWithoutWebhooks(accounts, user.id, answer.successor, NOW);
    expect(await outcomeOf(key)).toBe('unusable');
    expect((await listKeys(accounts, user.id, PAGE, NOW)).data).toEqual([]);
  });
});

describe('a session that ended after the authorizer accepted the request', () => {
  test('a session that has ended cannot create, change or rotate a key', async () => {
    const { manager, user } = await makeManager();
    const { id } = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    await logout(accounts, manager.principal, NOW);
    const attempts = [
      createApiKey(accounts, user.id, manager, { name: 'y' }, NOW),
      updateKey(accounts, user.id, manager, id, { name: 'y' }, NOW),
      rotateKey(accounts, user.id, manager, id, { overlap_seconds: 60 }, NOW),
    ];
    expect(await Promise.all(attempts.map(readRejectionCode))).toEqual(attempts.map(() => 'unauthorized'));
    expect((await listKeys(accounts, user.id, PAGE, NOW)).data).toMatchObject([{ id, name: 'x' }]);
  });
});

describe('the report of a leaked API key', () => {
  test('a leak report ends the reported key, but not its successor', async () => {
    const { manager, user } = await makeManager();
    const old = await createApiKey(accounts, user.id, manager, { name: 'x' }, NOW);
    const next = await rotateKey(accounts, user.id, manager, old.id, { overlap_seconds: 600 }, NOW);
    const disabled: string[] = [];
    const report = (text: string) =>
      reportLeak(accounts, text, NOW, async (_, __, keyId) => {
        disabled.push(keyId);
        return [];
      });
    expect(await report(old.key)).toBeUndefined();
    expect(await report(old.key)).toBeUndefined();
    expect(await report('yk_test_unknown')).toBeUndefined();
    expect(await report(manager.presentedCredential)).toBeUndefined();
    expect(disabled).toEqual([old.id]);
    expect([await outcomeOf(old.key), await outcomeOf(next.key)]).toEqual(['unusable', 'admitted']);
    expect(await outcomeOf(manager.presentedCredential)).toBe('admitted');
    await processAllStreamRecords(table);
    const { data } = await listAuditEvents(table, user.id, { ...PAGE, type: 'api_key.leaked' });
    expect(data).toMatchObject([{ type: 'api_key.leaked', subject: old.id }]);
  });
});
