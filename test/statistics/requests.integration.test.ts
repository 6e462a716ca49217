import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import { readCredentialUses, readUsage } from '../../shared/access/usage.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { collectRequests } from '../../shared/statistics/requests.ts';
import { readCounters } from '../../shared/statistics/store/counters.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { CALL_FAULTS, type Fault, FaultyNetwork } from '../support/engine/faulty.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 15, 6);

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const createTable = (): Promise<EmbeddedTable> => engine.another();

/** Returns admitted and rejected requests by the hour, from the statistics. */
async function totals(table: Table) {
  const sums: Record<string, number[]> = {};
  for (const [group, counters] of await readCounters(table, 'requests')) {
    sums[group] = [Number(counters.get('admitted')), Number(counters.get('refused'))];
  }
  return sums;
}

const hourGroupOf = (atMs: number) => `HOUR#${new Date(atMs).toISOString().slice(0, 13)}`;

test('every request is counted once, even if runs of the counting job are interrupted', async () => {
  const schedule = fc.record({
    requests: fc.array(fc.record({ hour: fc.nat(30), account: fc.nat(2), key: fc.nat(1) }), {
      minLength: 1,
      maxLength: 30,
    }),
    faults: fc.array(fc.constantFrom<Fault>('none', 'none', 'none', ...CALL_FAULTS), { maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(schedule, async ({ requests, faults }) => {
      const table = await createTable();
      const accounts = createAccountsContext(table);
      const users = await Promise.all(Array.from({ length: 3 }, () => makeUser(accounts)));
      const keys = await Promise.all(
        users.map(({ id }) => Promise.all([makeKey(accounts, id), makeKey(accounts, id)])),
      );
      await processAllStreamRecords(table);
      let nowMs = START_MS;
      const limiter = new CredentialLimiter(
        () => table,
        () => nowMs * 1_000,
      );
      const expected: Record<string, number[]> = {};
      const used = new Map<string, number>();
      const network = new FaultyNetwork();
      for (let hour = 0; hour <= 32; hour += 1) {
        for (const request of requests.filter((each) => each.hour === hour)) {
          nowMs = START_MS + hour * HOUR_MS + 60_000;
          const key = keys[request.account]?.[request.key];
          await limiter.admit(key?.hash ?? '');
          const group = hourGroupOf(nowMs);
          expected[group] = [(expected[group]?.[0] ?? 0) + 1, 0];
          used.set(key?.item.id ?? '', (used.get(key?.item.id ?? '') ?? 0) + 1);
        }
        // The job runs once per hour, at minute 30. After a failed run, there is no retry before the run of the next
        // hour.
        const runAt = new Date(START_MS + hour * HOUR_MS + HOUR_MS / 2);
        const { table: broken } = network.process(table, faults.splice(0, 3));
        await collectRequests(broken, runAt).catch(() => undefined);
      }
      await network.deliverLate(true);
      const end = new Date(START_MS + 34 * HOUR_MS + HOUR_MS / 2);
      await collectRequests(table, end);
      expect(await totals(table)).toEqual(expected);
      const series = await Promise.all(users.map(({ id }) => readUsage(table, id, end.getTime() * 1_000)));
      for (const [index, { from }] of series[0]?.hours.entries() ?? []) {
        const admitted = series.reduce((sum, { hours }) => sum + (hours[index]?.admitted ?? 0), 0);
        expect([from, admitted]).toEqual([from, expected[hourGroupOf(Date.parse(from))]?.[0] ?? 0]);
      }
      for (const [index, { id }] of users.entries()) {
        const findCredentialUse = await readCredentialUses(table, id, end.getTime() * 1_000);
        for (const { item } of keys[index] ?? []) {
          expect(findCredentialUse(item.id)?.admitted ?? 0).toBe(used.get(item.id) ?? 0);
          const { days } = await readUsage(table, id, end.getTime() * 1_000, item.id);
          expect(days.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(used.get(item.id) ?? 0);
        }
      }
    }),
    { numRuns: 3 },
  );
});

test('the request counts of a day are moved out of the account record only after the day has ended', async () => {
  const table = await createTable();
  const accounts = createAccountsContext(table);
  const { id } = await makeUser(accounts);
  const key = await makeKey(accounts, id);
  await processAllStreamRecords(table);
  let nowMs = START_MS;
  const limiter = new CredentialLimiter(
    () => table,
    () => nowMs * 1_000,
  );
  for (let hour = 0; hour < 18; hour += 1) {
    nowMs = START_MS + hour * HOUR_MS;
    await limiter.admit(key.hash);
  }
  const counted = async () => Object.keys((await getAccountRecord(table, id))?.counts ?? {}).length;
  expect(await collectRequests(table, new Date(nowMs + HOUR_MS / 2))).toMatchObject({
    accounts: 1,
    moved: 0,
  });
  expect(await counted()).toBe(18);
  const midnight = START_MS + 18 * HOUR_MS;
  expect(await collectRequests(table, new Date(midnight + HOUR_MS / 2))).toMatchObject({ moved: 18 });
  expect(await counted()).toBe(0);
  const use = (await readCredentialUses(table, id, (midnight + HOUR_MS) * 1_000))(key.item.id);
  expect(use).toEqual({ admitted: 18, refused: 0, lastHour: Math.floor(nowMs / HOUR_MS) });
});
