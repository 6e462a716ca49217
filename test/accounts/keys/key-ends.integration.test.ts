import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { createKey, listKeys } from '../../../shared/accounts/keys/api-keys.ts';
import { revokeKey } from '../../../shared/accounts/keys/key-revocation.ts';
import { rotateKey } from '../../../shared/accounts/keys/key-rotation.ts';
import { getUser } from '../../../shared/accounts/store/users.ts';
import { PLAN_LIMITS } from '../../../shared/platform/contract/plans.ts';
import type { Scope } from '../../../shared/platform/contract/scopes.ts';
import { makeKey, NOW, principalWith, testAccounts } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

import { keyMakersOf, refusalCode } from '../support/key-makers.ts';

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
    const keys: { readonly id: string }[] = [];
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
    const left: Awaited<ReturnType<typeof rotated>>[] = [];
    for (let made = 1; made < maxApiKeys; made++) left.push(await rotated());
    expect(await refusalCode(rotated())).toBe('api_key_limit_reached');
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
      expect(await refusalCode(revokeKey(accounts, one.user.id, id, NOW))).toBe('api_key_not_found');
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
    expect(await refusalCode(rotate(made, second.id, 60))).toBe('api_key_not_rotatable');
    expect(await refusalCode(rotate(made, first.id, 60))).toBe('api_key_not_found');
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
    for (let round = 0; round < 3; round++) {
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
    expect(await refusalCode(rotateKey(accounts, weak, old.id, { overlap_seconds: 60 }, NOW))).toBe(
      'forbidden',
    );
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
