import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { credentialHash } from '../../../shared/access/domain/credential.ts';
import { getCredential } from '../../../shared/access/store/credentials.ts';
import { accountEvent } from '../../../shared/accounts/contract/responses.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { listAllAuditEvents } from '../../../shared/accounts/events.ts';
import { createKey, listKeys } from '../../../shared/accounts/keys/api-keys.ts';
import { revokeKey, revokeKeysOfSessions } from '../../../shared/accounts/keys/key-revocation.ts';
import { type RotateOptions, rotateKey } from '../../../shared/accounts/keys/key-rotation.ts';
import { getUser, type UserItem } from '../../../shared/accounts/store/users.ts';
import {
  makeKey,
  makeSession,
  makeUser,
  NOW,
  principalWith,
  refusalOf,
  testAccounts,
} from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { followAll } from '../../support/engine/stream.ts';

import { keyMakersOf, refusalCode } from '../support/key-makers.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = testAccounts(table);
});
afterAll(() => table.stop());

const PAGE = { page: 1, per_page: 100 };
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const { makeMaker, outcomeOf } = keyMakersOf(() => accounts);

/** An account in which a session and its keys make further keys. */
async function family() {
  const user = await makeUser(accounts, { plan: 'pro' });
  const session = await makeSession(accounts, user.id, NOW);
  const as = async (text: string) => {
    const item = await getCredential(table, credentialHash(text));
    if (item === undefined) throw new Error('The credential is not stored');
    return { principal: principalWith(user, item), presentedCredential: text };
  };
  return {
    user,
    session: session.text,
    as,
    make: async (by: string, at = NOW) =>
      createKey(accounts, await as(by), { name: 'x', scopes: ['account:write'] }, at),
    rotate: async (by: string, id: string, overlap_seconds = 0, at = NOW) =>
      rotateKey(accounts, await as(by), id, { overlap_seconds, end_descendants: false }, at),
    rotateWith: async (by: string, id: string, options: RotateOptions) =>
      rotateKey(accounts, await as(by), id, options, NOW),
    /** The keys that work, once the overlaps are over. */
    left: async () => {
      const { data } = await listKeys(accounts, user.id, PAGE, later(300));
      return ids(...data.filter(({ status }) => status !== 'expired'));
    },
    count: async () => (await getUser(table, user.id))?.api_key_count,
  };
}

const ids = (...keys: readonly { readonly id: string }[]) => keys.map(({ id }) => id).sort();

describe('a key never outlives the key that made it', () => {
  test('revoking a key ends all that it has made, directly or not, and tells of each with the cause', async () => {
    const { user, session, make, left, count } = await family();
    const [top, other] = [await make(session), await make(session)];
    const child = await make(top.key);
    const grandchild = await make(child.key);
    await make(top.key);
    const ofOther = await make(other.key);
    await revokeKey(accounts, user.id, top.id, NOW);
    expect(await left()).toEqual(ids(other, ofOther));
    expect(await count()).toBe(2);
    expect(await outcomeOf(grandchild.key)).toBe('unusable');
    await followAll(table);
    const page = { ...PAGE, account: user.id, type: 'api_key.revoked' as const };
    const { data } = await listAllAuditEvents(table, page);
    const rows = z.array(accountEvent).parse(data);
    expect(rows).toHaveLength(4);
    expect(rows.find(({ subject }) => subject === grandchild.id)?.details).toEqual({ revoked_with: top.id });
    expect(rows.find(({ subject }) => subject === top.id)?.details).toEqual({});
  });

  test('what it has made goes on with its successor, and ends with that one', async () => {
    const { user, session, make, rotate, left } = await family();
    const first = await make(session);
    const child = await make(first.key);
    const second = await rotate(first.key, first.id, 60);
    await revokeKey(accounts, user.id, first.id, NOW);
    expect(await left()).toEqual(ids(second, child));
    const third = await rotate(session, second.id);
    expect(await outcomeOf(child.key)).toBe('admitted');
    const younger = await make(third.key);
    await revokeKey(accounts, user.id, third.id, NOW);
    expect(await left()).toEqual([]);
    for (const { key } of [child, younger, second]) expect(await outcomeOf(key)).toBe('unusable');
  });

  test('what it has made, directly or not, ends at the latest with the last of those that rotations make of it', async () => {
    const { session, make, rotateWith } = await family();
    const top = await make(session);
    const child = await make(top.key);
    const grandchild = await make(child.key);
    const expires_at = later(3).toISOString();
    const successor = await rotateWith(top.key, top.id, {
      overlap_seconds: 10,
      expires_at,
      end_descendants: false,
    });
    expect(successor.expires_at).toBe(expires_at);
    for (const { key } of [child, grandchild]) {
      expect(await outcomeOf(key, later(9))).toBe('admitted');
      expect(await outcomeOf(key, later(10))).toBe('unusable');
    }
    const younger = await make(child.key);
    expect(younger.expires_at).toBe(later(10).toISOString());
    await rotateWith(session, successor.id, { overlap_seconds: 2, end_descendants: false });
    expect(await outcomeOf(younger.key, later(3))).toBe('unusable');
    expect(await outcomeOf(younger.key, later(2))).toBe('admitted');
  });

  test('a rotation without overlap ends what it has made, unless told otherwise, but not the key presented', async () => {
    const { session, make, rotateWith, left } = await family();
    const top = await make(session);
    const [child, other] = [await make(top.key), await make(top.key)];
    await make(other.key);
    const second = await rotateWith(session, top.id, { overlap_seconds: 60 });
    expect(await left()).toHaveLength(4);
    const third = await rotateWith(child.key, second.id, { overlap_seconds: 0 });
    expect(await left()).toEqual(ids(child, third));
    await rotateWith(session, third.id, { overlap_seconds: 0 });
    expect(await outcomeOf(child.key)).toBe('unusable');
  });

  test('no key gives the successor of one that it has not made alone more time than that one has', async () => {
    const { user, session, make, rotateWith, as } = await family();
    const top = await make(session);
    const expires_at = later(60).toISOString();
    const body = { name: 'x', scopes: ['account:write'], expires_at } as const;
    const child = await createKey(accounts, await as(top.key), body, NOW);
    const stranger = await makeKey(accounts, user.id);
    const longer = { overlap_seconds: 0, expires_at: null };
    expect(await refusalCode(rotateWith(stranger.text, child.id, longer))).toBe('invalid_request');
    expect((await rotateWith(top.key, child.id, longer)).expires_at).toBeNull();
  });

  test('keys that are made while their maker is rotated without overlap are ended, or not made', async () => {
    const { session, make, rotateWith, as, left } = await family();
    const key = await make(session);
    const maker = await as(key.key);
    const child = () => createKey(accounts, maker, { name: 'x', scopes: ['account:write'] }, NOW);
    const rotated = rotateWith(session, key.id, { overlap_seconds: 0 });
    await Promise.allSettled([child(), rotated, child(), child()]);
    expect(await left()).toEqual(ids(await rotated));
  });

  test('a key that another key rotates comes from both, also where it has made that one', async () => {
    const { user, session, make, rotate, left } = await family();
    const top = await make(session);
    const child = await make(top.key);
    const rotated = await rotate(child.key, top.id);
    expect(await left()).toEqual(ids(child, rotated));
    await revokeKey(accounts, user.id, child.id, NOW);
    expect(await left()).toEqual([]);
  });

  test('a key that is revoked meanwhile makes none and rotates none', async () => {
    const { user, session, make, rotate, as, left } = await family();
    const [key, other] = [await make(session), await make(session)];
    const maker = await as(key.key);
    await revokeKey(accounts, user.id, key.id, NOW);
    const late = createKey(accounts, maker, { name: 'late', scopes: ['account:write'] }, NOW);
    expect(await refusalCode(late)).toBe('unauthorized');
    expect(await refusalCode(rotate(key.key, other.id))).toBe('unauthorized');
    expect(await left()).toEqual(ids(other));
  });

  test('making keys while their maker is revoked leaves none', async () => {
    const { user, session, make, as, left } = await family();
    const key = await make(session);
    const maker = await as(key.key);
    const child = () => createKey(accounts, maker, { name: 'x', scopes: ['account:write'] }, NOW);
    await Promise.allSettled([child(), revokeKey(accounts, user.id, key.id, NOW), child(), child()]);
    expect(await left()).toEqual([]);
  });
});

describe('keys of sessions since a time', () => {
  const since = later(10);
  const endSince = (user: UserItem, presented = '') =>
    revokeKeysOfSessions(accounts, user.id, { sinceMs: since.getTime(), presented, now: later(60) });

  test('are those too that they made and those that took their place', async () => {
    const { user, session, make, rotate, left } = await family();
    const key = await make(session, later(20));
    const child = await make(key.key, later(21));
    const successor = await rotate(key.key, key.id, 60, later(22));
    await make(successor.key, later(23));
    await rotate(child.key, successor.id, 60, later(24));
    expect(await endSince(user)).toBe(4);
    expect(await left()).toEqual([]);
  });

  test('are none of a key from before, which it made or which took its place', async () => {
    const { user, session, make, rotate, left } = await family();
    const before = await make(session, later(5));
    const child = await make(before.key, later(20));
    const successor = await rotate(before.key, before.id, 0, later(21));
    const own = await make(session, later(30));
    expect(await endSince(user, own.id)).toBe(0);
    expect(await left()).toEqual(ids(child, successor, own));
  });
});

describe('rotation', () => {
  test('again tells of the key before the last, which it ends; a replaced key names its successor', async () => {
    const { user, session, make, rotate } = await family();
    const first = await make(session);
    const second = await rotate(session, first.id, 60);
    const error = await refusalOf(rotate(session, first.id, 60));
    expect(error.message).toContain(second.id);
    expect(error.details).toEqual({ status: 'replaced', replaced_by: second.id });
    await rotate(session, second.id, 60);
    await followAll(table);
    const { data } = await listAllAuditEvents(table, { ...PAGE, account: user.id, type: 'api_key.revoked' });
    const event = { subject: first.id, details: { replaced_by: second.id } };
    expect(data).toMatchObject([event]);
  });

  test('by a key is refused of what it could not have made: another limit, more addresses or time; of itself it is possible', async () => {
    const { user, maker } = await makeMaker();
    const narrow = {
      limits: { requests_per_minute: 6, burst: 6 },
      allowed_ips: ['127.0.0.9'],
      expiresMicros: later(600).getTime() * 1_000,
    };
    const { item, text } = await makeKey(accounts, user.id, narrow);
    const by = { principal: principalWith(user, item), presentedCredential: text };
    const rotated = async (id: string) => rotateKey(accounts, by, id, { overlap_seconds: 60 }, NOW);
    for (const wider of [
      { ...narrow, allowed_ips: ['0.0.0.0/0'] },
      { ...narrow, allowed_ips: undefined },
      { ...narrow, limits: { requests_per_minute: 60, burst: 100 } },
      { ...narrow, limits: { requests_per_minute: 1, burst: 1 } },
      { ...narrow, limits: undefined },
      { ...narrow, expiresMicros: later(601).getTime() * 1_000 },
      { ...narrow, expiresMicros: undefined },
    ]) {
      const other = await makeKey(accounts, user.id, wider);
      expect(await refusalCode(rotated(other.item.id))).toBe('invalid_request');
      const { data } = await listKeys(accounts, user.id, PAGE, NOW);
      expect(data.find(({ id }) => id === other.item.id)?.status).toBe('active');
      await revokeKey(accounts, user.id, other.item.id, NOW);
    }
    const within = await makeKey(accounts, user.id, {
      ...narrow,
      shares_limit: item.id,
      expiresMicros: later(60).getTime() * 1_000,
    });
    expect((await rotated(within.item.id)).allowed_ips).toEqual(['127.0.0.9']);
    expect(await rotated(item.id)).toMatchObject({ allowed_ips: ['127.0.0.9'], limits: narrow.limits });
    const wide = await makeKey(accounts, user.id, { limits: { requests_per_minute: 60, burst: 100 } });
    const options = { overlap_seconds: 60 };
    expect((await rotateKey(accounts, maker, wide.item.id, options, NOW)).limits?.burst).toBe(100);
  });
});
