import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialHash } from '../../../shared/access/domain/credential.ts';
import { getCredential } from '../../../shared/access/store/credentials.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { createKey, getKey } from '../../../shared/accounts/keys/api-keys.ts';
import { type KeyChange, updateKey } from '../../../shared/accounts/keys/key-changes.ts';
import { revokeKey } from '../../../shared/accounts/keys/key-revocation.ts';
import { rotateKey } from '../../../shared/accounts/keys/key-rotation.ts';
import { makeKey, makeSession, makeUser, NOW, principalWith, testAccounts } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interposed } from '../../support/engine/interposed.ts';
import { keyMakersOf, refusalCode } from '../support/key-makers.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = testAccounts(table);
});
afterAll(() => table.stop());

const { outcomeOf } = keyMakersOf(() => accounts);
const ALLOWED = { allowed_ips: ['203.0.113.0/24'] };
const LIMITED = { limits: { requests_per_minute: 30, burst: 10 } };

/** A key of an account, and the session that changes it. */
async function changed() {
  const user = await makeUser(accounts, { plan: 'pro' });
  const session = await makeSession(accounts, user.id, NOW);
  const key = await makeKey(accounts, user.id);
  const as = ({ item, text }: typeof key) => ({
    principal: principalWith(user, item),
    presentedCredential: text,
  });
  const maker = as(session);
  const put = (change: KeyChange, through = accounts) => updateKey(through, maker, key.item.id, change, NOW);
  /** Accounts in which the key is changed right before the first transaction of anything else. */
  const interruptedBy = (change: KeyChange): Accounts => {
    let done: Promise<unknown> | undefined;
    const between = interposed(table, async ({ kind }) => {
      if (kind !== 'TransactWriteCommand') return;
      done ??= put(change);
      await done;
    });
    return { ...accounts, table: between };
  };
  const stored = (id = key.item.id) => getKey(accounts, user.id, id, NOW);
  return { key, as, maker, put, interruptedBy, stored };
}

describe('two changes at once', () => {
  test('of different fields are both kept, in whatever order they come', async () => {
    const changes = fc.shuffledSubarray([{ name: 'renamed' }, ALLOWED, LIMITED], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const { put, stored } = await changed();
        await Promise.all(all.map((change) => put(change)));
        expect(await stored()).toMatchObject(Object.assign({}, ...all));
      }),
      { numRuns: 5 },
    );
  });

  test('one of which reads before the other writes, leave a restriction where it is', async () => {
    const { put, interruptedBy, stored } = await changed();
    await put({ name: 'renamed' }, interruptedBy({ ...ALLOWED, ...LIMITED }));
    expect(await stored()).toMatchObject({ name: 'renamed', ...ALLOWED, ...LIMITED });
  });

  test('ten of one key are all made', async () => {
    const { put } = await changed();
    const all = Array.from({ length: 10 }, (_, index) => put({ name: `name ${index}` }));
    expect(await Promise.all(all)).toHaveLength(10);
  });
});

describe('a key that is restricted meanwhile', () => {
  test('hands the restriction on to the key that takes its place', async () => {
    const { key, maker, interruptedBy } = await changed();
    const options = { overlap_seconds: 0 };
    const through = interruptedBy({ ...ALLOWED, ...LIMITED });
    expect(await rotateKey(through, maker, key.item.id, options, NOW)).toMatchObject({
      ...ALLOWED,
      ...LIMITED,
    });
  });

  test('hands it on to the key that it makes', async () => {
    const { key, as, interruptedBy } = await changed();
    const through = interruptedBy(ALLOWED);
    const child = { name: 'child', scopes: ['market:read'] } as const;
    expect(await createKey(through, as(key), child, NOW)).toMatchObject(ALLOWED);
  });
});

describe('a restriction that the owner has put on a key', () => {
  test.each([
    ['its addresses', ALLOWED, { allowed_ips: null }],
    ['its limit', LIMITED, { limits: null }],
    ['another limit', LIMITED, { limits: { requests_per_minute: 60, burst: 100 } }],
  ])('is lifted by no request of the key that was on its way: %s', async (_, set, lift) => {
    const { key, as, put, interruptedBy, stored } = await changed();
    const between = updateKey(interruptedBy(set), as(key), key.item.id, lift, NOW);
    expect(await refusalCode(between)).toBe('invalid_request');
    expect(await stored()).toMatchObject(set);
    await put(set);
    expect(await refusalCode(updateKey(accounts, as(key), key.item.id, lift, NOW))).toBe('invalid_request');
    expect(await stored()).toMatchObject(set);
  });

  test('holds for what the key changes of others, whatever it carried when it was let in', async () => {
    const { key, as, interruptedBy, stored } = await changed();
    const other = await makeKey(accounts, key.item.user_id, ALLOWED);
    const lift = updateKey(interruptedBy(ALLOWED), as(key), other.item.id, { allowed_ips: null }, NOW);
    expect(await refusalCode(lift)).toBe('invalid_request');
    expect(await stored(other.item.id)).toMatchObject(ALLOWED);
  });

  test('and one that has ended since it was let in changes nothing', async () => {
    const { key, as, put, stored } = await changed();
    const other = await makeKey(accounts, key.item.user_id);
    await revokeKey(accounts, key.item.user_id, key.item.id, NOW);
    const late = updateKey(accounts, as(key), other.item.id, { name: 'late' }, NOW);
    expect(await refusalCode(late)).toBe('unauthorized');
    expect(await refusalCode(put({ name: 'late' }))).toBe('api_key_not_found');
    expect(await stored(other.item.id)).toMatchObject({ name: 'test' });
  });
});

describe('a key changes', () => {
  const WEAK = { scopes: ['account:write', 'market:read'] } as const;
  const by = async (made: Awaited<ReturnType<typeof changed>>, options: Parameters<typeof makeKey>[2]) =>
    made.as(await makeKey(accounts, made.key.item.user_id, options));

  test.each([
    ['may do more', WEAK],
    ['lives longer', { expiresMicros: NOW.getTime() * 1_000 + 1 }],
    ['may be used from elsewhere', { allowed_ips: ['203.0.113.7'] }],
    ['has another limit', { limits: { requests_per_minute: 1, burst: 1 } }],
  ])('none that %s, in nothing', async (_, options) => {
    const made = await changed();
    const weaker = await by(made, options);
    await made.put({ ...ALLOWED, ...LIMITED });
    const changes: KeyChange[] = [
      { allowed_ips: null, limits: null },
      { allowed_ips: ['203.0.113.7'] },
      { name: 'x' },
    ];
    for (const change of changes) {
      const attempt = updateKey(accounts, weaker, made.key.item.id, change, NOW);
      expect(await refusalCode(attempt)).toBe('forbidden');
    }
    expect(await made.stored()).toMatchObject({ ...ALLOWED, ...LIMITED });
  });

  test('itself and those that it could have made; a session changes any', async () => {
    const made = await changed();
    const own = made.as(made.key);
    const child = await makeKey(accounts, made.key.item.user_id, { ...WEAK, ...ALLOWED });
    for (const id of [made.key.item.id, child.item.id]) {
      expect(await updateKey(accounts, own, id, { allowed_ips: null }, NOW)).toMatchObject({
        allowed_ips: null,
      });
    }
    expect(await made.put({ name: 'renamed' })).toMatchObject({ name: 'renamed' });
  });
});

describe("a key's own limit", () => {
  const LIMIT = { requests_per_minute: 1, burst: 4 };
  const moves = ['rotate', 'make', 'narrow', 'spend'] as const;

  test('is never evaded by the key, whatever it rotates, makes or changes in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 6 }), async (all) => {
        const { key, as, put } = await changed();
        await put({ limits: LIMIT });
        const keys = [key.text];
        let admitted = 0;
        const spend = async (text: string) => {
          const outcomes = await Promise.all(Array.from({ length: 3 }, () => outcomeOf(text)));
          admitted += outcomes.filter((outcome) => outcome === 'admitted').length;
        };
        const presented = async () => {
          const text = keys.at(-1) ?? '';
          const item = await getCredential(table, credentialHash(text));
          if (item === undefined) throw new Error('The key is not stored');
          return { item, text, maker: as({ ...key, item, text }) };
        };
        for (const move of all) {
          const { item, maker } = await presented();
          await spend(maker.presentedCredential);
          if (move === 'rotate') {
            const { key: next } = await rotateKey(accounts, maker, item.id, { overlap_seconds: 60 }, NOW);
            keys.push(next);
          } else if (move === 'make') {
            const child = { name: 'child', scopes: item.scopes };
            keys.push((await createKey(accounts, maker, child, NOW)).key);
          } else if (move === 'narrow') {
            const limits = { requests_per_minute: 1, burst: 3 };
            const attempt = updateKey(accounts, maker, item.id, { limits }, NOW);
            expect(await refusalCode(attempt)).toBe('invalid_request');
          }
        }
        for (const text of keys) await spend(text);
        expect(admitted).toBe(LIMIT.burst);
      }),
      { numRuns: 8 },
    );
  });

  test('is that of all that the key has made, also where it changes, until one is given another', async () => {
    const { key, as, put, stored, maker } = await changed();
    await put(LIMITED);
    const restricted = as({ ...key, item: { ...key.item, ...LIMITED } });
    const child = await createKey(accounts, restricted, { name: 'child', scopes: ['market:read'] }, NOW);
    expect(child).toMatchObject(LIMITED);
    await put({ limits: LIMIT });
    expect((await stored(child.id)).limits).toEqual(LIMIT);
    for (let spent = 0; spent < LIMIT.burst; spent += 1) expect(await outcomeOf(key.text)).toBe('admitted');
    expect(await outcomeOf(child.key)).toBe('refused');
    await updateKey(accounts, maker, child.id, LIMITED, NOW);
    expect(await outcomeOf(child.key)).toBe('admitted');
    await put({ limits: null });
    expect((await stored(child.id)).limits).toEqual(LIMITED.limits);
  });
});
