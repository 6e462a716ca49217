import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { createKey } from '../../../shared/accounts/keys/api-keys.ts';
import { revokeKeysOfSessions } from '../../../shared/accounts/keys/key-revocation.ts';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import { NOW, testAccounts } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { beforeEachTransaction, keyFamily, killedBefore } from '../support/key-family.ts';
import { keyMakersOf, refusalCode } from '../support/key-makers.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = testAccounts(table);
});
afterAll(() => table.stop());

const { outcomeOf } = keyMakersOf(() => accounts);
/** More than any of these changes has transactions, so that one which never ends is seen to. */
const FLOOD = 30;

type Family = Awaited<ReturnType<typeof keyFamily>>;

/** Before each transaction of somebody else, every key that a leaked one has got so far makes another. */
function flooding({ make }: Family, leaked: string) {
  const texts = [leaked];
  const refusals = new Set<string>();
  const flood = async () => {
    for (const text of [...texts]) {
      if (texts.length > FLOOD) return;
      try {
        texts.push((await make(text)).key);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusals.add(error.code);
      }
    }
  };
  return { texts, refusals, table: beforeEachTransaction(table, flood) };
}

describe('a leaked key that makes keys all the time, as do those that it has made,', () => {
  test('stops with the first write of its revocation, and they make none from then on', async () => {
    const family = await keyFamily(accounts);
    const leaked = await family.make(family.session);
    await family.make(leaked.key);
    const flood = flooding(family, leaked.key);
    await family.revoke(leaked.id, flood.table);
    expect(flood.texts).toHaveLength(2);
    expect([...flood.refusals].sort()).toEqual(['forbidden', 'unauthorized']);
    expect(await family.listed()).toEqual([]);
    expect(await family.count()).toBe(0);
    for (const text of flood.texts) expect(await outcomeOf(text)).toBe('unusable');
  });

  test.each([0, 60])(
    'hinders no rotation that ends them, with %d seconds of overlap',
    async (overlap_seconds) => {
      const family = await keyFamily(accounts);
      const leaked = await family.make(family.session);
      const flood = flooding(family, leaked.key);
      const options = { overlap_seconds, end_descendants: true };
      const successor = await family.rotate(family.session, leaked.id, options, flood.table);
      expect(flood.texts).toHaveLength(2);
      const old = overlap_seconds === 0 ? [] : [leaked.id];
      expect(await family.working()).toEqual([...old, successor.id].sort());
      expect(await family.count()).toBe(1);
      const next = family.make(leaked.key);
      if (overlap_seconds === 0) expect(await refusalCode(next)).toBe('unauthorized');
      else expect((await next).status).toBe('active');
    },
  );

  test('hinders no rotation that shortens their time', async () => {
    const family = await keyFamily(accounts);
    const leaked = await family.make(family.session);
    const flood = flooding(family, leaked.key);
    const expires_at = new Date(NOW.getTime() + 60_000).toISOString();
    const options = { overlap_seconds: 0, end_descendants: false, expires_at };
    await family.rotate(family.session, leaked.id, options, flood.table);
    expect(flood.texts).toHaveLength(2);
    const made = (await family.listed()).filter(({ made_by }) => made_by === leaked.id);
    expect(made.map((key) => key.expires_at)).toEqual([expires_at]);
  });

  test('hinders no end of all keys that sessions have made', async () => {
    const family = await keyFamily(accounts);
    const leaked = await family.make(family.session);
    const flood = flooding(family, leaked.key);
    const since = { sinceMs: NOW.getTime(), presented: family.session, now: NOW };
    expect(await revokeKeysOfSessions({ ...accounts, table: flood.table }, family.user.id, since)).toBe(2);
    expect(await family.listed()).toEqual([]);
  });

  test('takes no other place while a session rotates it', async () => {
    const family = await keyFamily(accounts);
    const leaked = await family.make(family.session);
    const codes: (string | undefined)[] = [];
    const through = beforeEachTransaction(table, async (nth) => {
      if (nth === 1) return;
      codes.push(await refusalCode(family.rotate(leaked.key, leaked.id, { overlap_seconds: 60 })));
    });
    const { id } = await family.rotate(family.session, leaked.id, { overlap_seconds: 0 }, through);
    expect(await family.working()).toEqual([id]);
    expect(codes).toEqual(['forbidden']);
  });
});

test('a key that is on its way to being made when its maker’s maker ends is ended as well', async () => {
  const family = await keyFamily(accounts);
  const top = await family.make(family.session);
  const child = await family.make(top.key);
  let late: Promise<unknown> | undefined;
  const revoking = beforeEachTransaction(table, async (nth) => {
    // The top has ended, its child not yet: what the child had begun before that is stored now.
    if (nth === 2) await late;
  });
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let isRevoked = false;
  const making = beforeEachTransaction(table, async () => {
    reached();
    await expect.poll(() => isRevoked, { interval: 5 }).toBe(true);
  });
  late = family.make(child.key, making);
  await isReached;
  const revoked = family.revoke(top.id, revoking);
  await expect.poll(() => outcomeOf(top.key)).toBe('unusable');
  isRevoked = true;
  await Promise.all([late, revoked]);
  expect(await family.listed()).toEqual([]);
  expect(await family.count()).toBe(0);
});

test('a key makes none from the moment at which it was revoked, whatever it was let in with', async () => {
  const family = await keyFamily(accounts);
  const key = await family.make(family.session);
  const maker = await family.as(key.key);
  const through = beforeEachTransaction(table, () => family.revoke(key.id).catch(() => undefined));
  const child = createKey(
    { ...accounts, table: through },
    maker,
    { name: 'x', scopes: ['account:write'] },
    NOW,
  );
  expect(await refusalCode(child)).toBe('unauthorized');
  expect(await family.count()).toBe(0);
});

test.each([
  ['first', 1],
  ['last', 2],
])(
  'a replaced key that is revoked before its %s write puts no key in its successor’s place',
  async (_, write) => {
    const family = await keyFamily(accounts);
    const old = await family.make(family.session);
    const successor = await family.rotate(family.session, old.id, { overlap_seconds: 60 });
    const through = beforeEachTransaction(table, async (nth) => {
      // Stopped, and still on the list.
      if (nth === write) await family.revoke(old.id, killedBefore(table, 4)).catch(() => undefined);
    });
    const options = { overlap_seconds: 60, expires_at: new Date(NOW.getTime() + 60_000).toISOString() };
    const late = family.rotate(old.key, successor.id, options, through);
    expect(await refusalCode(late)).toBe('unauthorized');
    expect(await outcomeOf(old.key)).toBe('unusable');
    expect(await family.working()).toEqual([successor.id]);
    expect((await family.listed()).map(({ id }) => id)).toContain(old.id);
    // What was refused at its first write holds the line to nothing.
    if (write === 1) expect((await family.make(successor.key)).status).toBe('active');
  },
);
