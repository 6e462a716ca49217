import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accountEvent } from '../../../shared/accounts/contract/responses.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { listAllAuditEvents } from '../../../shared/accounts/events.ts';
import { updateKey } from '../../../shared/accounts/keys/key-changes.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { NOW, testAccounts } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { followAll } from '../../support/engine/stream.ts';
import { caseStride } from '../../support/scale.ts';
import { keyFamily, killedBefore } from '../support/key-family.ts';
import { keyMakersOf, refusalCode } from '../support/key-makers.ts';

let table: EmbeddedTable;
let accounts: Accounts;
beforeAll(async () => {
  table = await startTable();
  accounts = testAccounts(table);
});
afterAll(() => table.stop());

const { outcomeOf } = keyMakersOf(() => accounts);
type Family = Awaited<ReturnType<typeof keyFamily>>;

/** A key, what it has made and what that has made, beside a key that has nothing to do with them. */
async function grown() {
  const family = await keyFamily(accounts);
  const other = await family.make(family.session);
  const top = await family.make(family.session);
  const child = await family.make(top.key);
  const grandchild = await family.make(child.key);
  return { family, other, top, child, grandchild };
}

/** Does something again after it was killed before its `nth` write, and says whether it had got so far. */
async function killedOnce(nth: number, act: (on: Table) => Promise<unknown>): Promise<boolean> {
  const killed = await act(killedBefore(table, nth)).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Error && error.message === 'killed') return true;
      throw error;
    },
  );
  return killed;
}

/** A fresh state, a kill before one of the writes, and what must hold after it; how many writes there were, about. */
async function atEachWrite(check: (nth: number) => Promise<boolean>): Promise<number> {
  const stride = caseStride(4);
  let nth = 1;
  while (await check(nth)) nth += stride;
  return nth - 1;
}

/** The keys of which the record tells that they were revoked. */
async function revocations({ user }: Family) {
  const page = { page: 1, per_page: 100, account: user.id, type: 'api_key.revoked' as const };
  const { data } = await listAllAuditEvents(table, page);
  return z
    .array(accountEvent)
    .parse(data)
    .map(({ subject }) => subject)
    .sort();
}

describe('killed before any of its writes and begun anew,', () => {
  test('a revocation ends the key and all that comes from it, counts it once and tells of it once', async () => {
    const told: { family: Family; keys: string[] }[] = [];
    const writes = await atEachWrite(async (nth) => {
      const { family, other, top, child, grandchild } = await grown();
      const wasKilled = await killedOnce(nth, (on) => family.revoke(top.id, on));
      // With the first of its transactions the key has ended, and is on the list, as one that has, until all is done.
      const ended = (await family.listed()).find(({ id }) => id === top.id)?.status !== 'active';
      if (ended && wasKilled) {
        expect(await outcomeOf(top.key)).toBe('unusable');
        const late = await refusalCode(family.make(grandchild.key));
        expect(['forbidden', 'unauthorized']).toContain(late);
      }
      if (wasKilled)
        await family
          .revoke(top.id)
          .catch((error: unknown) => expect(error).toMatchObject({ code: 'api_key_not_found' }));
      expect(await family.working()).toEqual([other.id]);
      expect(await family.listed()).toHaveLength(1);
      expect(await family.count()).toBe(1);
      told.push({ family, keys: [top.id, child.id, grandchild.id].sort() });
      return wasKilled;
    });
    expect(writes).toBeGreaterThan(12);
    await followAll(table);
    for (const { family, keys } of told) expect(await revocations(family)).toEqual(keys);
  });

  test('a rotation that ends what the key has made does so, and makes one key', async () => {
    const options = { overlap_seconds: 0 };
    const told: { family: Family; keys: string[] }[] = [];
    const writes = await atEachWrite(async (nth) => {
      const { family, other, top, child, grandchild } = await grown();
      const wasKilled = await killedOnce(nth, (on) => family.rotate(top.key, top.id, options, on));
      const [replaced] = (await family.listed()).filter(({ replaced_by }) => replaced_by !== null);
      // Nothing is left to do where the key was replaced, and until then the key itself can do it.
      if (wasKilled && replaced === undefined) await family.rotate(top.key, top.id, options);
      const successor = (await family.listed()).find(({ id }) => id === top.id)?.replaced_by;
      expect(await family.working()).toEqual([other.id, successor].sort());
      expect(await family.count()).toBe(2);
      told.push({ family, keys: [child.id, grandchild.id].sort() });
      expect(await outcomeOf(top.key)).toBe('unusable');
      return wasKilled;
    });
    expect(writes).toBeGreaterThan(10);
    await followAll(table);
    for (const { family, keys } of told) expect(await revocations(family)).toEqual(keys);
  });

  test('a rotation to an earlier expiry leaves nothing that outlives it, and the line makes keys again', async () => {
    const expires_at = new Date(NOW.getTime() + 60_000).toISOString();
    const options = { overlap_seconds: 30, expires_at };
    const writes = await atEachWrite(async (nth) => {
      const { family, top, child, grandchild } = await grown();
      const wasKilled = await killedOnce(nth, (on) => family.rotate(top.key, top.id, options, on));
      const [replaced] = (await family.listed()).filter(({ replaced_by }) => replaced_by !== null);
      if (wasKilled && replaced === undefined) await family.rotate(top.key, top.id, options);
      const made = (await family.listed()).filter(({ id }) => [child.id, grandchild.id].includes(id));
      expect(made.map((key) => key.expires_at)).toEqual([expires_at, expires_at]);
      expect((await family.make(child.key)).expires_at).toBe(expires_at);
      return wasKilled;
    });
    expect(writes).toBeGreaterThan(5);
  });

  test('a change of a limit reaches all that share it, which make no key in between', async () => {
    const limits = { requests_per_minute: 1, burst: 2 };
    const writes = await atEachWrite(async (nth) => {
      const { family, top } = await grown();
      const session = await family.as(family.session);
      const put = (burst: number, on: Table = table) =>
        updateKey({ ...accounts, table: on }, session, top.id, { limits: { ...limits, burst } }, NOW);
      await put(9);
      const sharing = [top, await family.make(top.key)];
      sharing.push(await family.make(sharing[1]?.key ?? ''));
      const wasKilled = await killedOnce(nth, (on) => put(2, on));
      const shown = async () => {
        const ids = sharing.map(({ id }) => id);
        const keys = (await family.listed()).filter(({ id }) => ids.includes(id));
        return new Set(keys.map((key) => key.limits?.burst));
      };
      if ((await shown()).size > 1) {
        for (const { key } of sharing) expect(await refusalCode(family.make(key))).toBe('forbidden');
      }
      await put(2);
      expect(await shown()).toEqual(new Set([2]));
      const outcomes: string[] = [];
      for (const { key } of sharing) outcomes.push(await outcomeOf(key));
      expect(outcomes).toEqual(['admitted', 'admitted', 'refused']);
      return wasKilled;
    });
    expect(writes).toBeGreaterThan(5);
  });
});
