import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustInvestment } from '../../shared/investments/adjustments.ts';
import { advanceClock } from '../../shared/investments/advance-clock.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../shared/investments/contract/responses.ts';
import { getInvestment } from '../../shared/investments/investments.ts';
import { recordIndexObservations } from '../../shared/investments/observations.ts';
import { readSandboxTime } from '../../shared/investments/sandbox-time.ts';
import { deposit, withdraw } from '../../shared/investments/settlement/settle-transaction.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import { OPERATOR_CAUSE } from '../../shared/platform/audit/cause.ts';
import { readEventPage } from '../../shared/platform/audit/events.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { buildLedgerDependencies, DAY_MS, observationOf, publish, T0 } from '../support/ledger.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const caller = (atMs: number, key?: string) => ({
  ownerId: 'usr_clock',
  now: new Date(atMs),
  idempotencyKey: key,
  plan: 'free' as const,
});
const dependencies = () => buildLedgerDependencies(table);

async function valueAt(id: string, atMs: number): Promise<number> {
  const { data } = await getInvestment(table, 'usr_clock', id, await readSandboxTime(table, new Date(atMs)));
  return Number(investments.get.response.parse(data).value);
}

test('advancing the sandbox clock adds the earnings of the skipped time', async () => {
  const record = await publish(table, { current_apy: 10 });
  await table.settle();
  const body = { strategy_id: record.id, amount: '1000' };
  const first = await deposit(dependencies(), body, caller(T0, 'k'));
  const { investment_id: id } = transactionResult.parse(first.data);
  const moved = await advanceClock(table, {
    sandbox: true,
    advanceMs: 90 * DAY_MS,
    cause: OPERATOR_CAUSE,
    now: new Date(T0 + 1_000),
  });
  expect(investments.advanceClock.response.parse(moved.data)).toEqual({
    now: new Date(T0 + 1_000 + 90 * DAY_MS).toISOString(),
    ahead_seconds: 90 * 86_400,
  });
  await table.settle();
  expect(await valueAt(id, T0 + 1_000)).toBeCloseTo(1_000 * 1.1 ** (90 / 365), 3);
  // The idempotency key has expired, because the clock was advanced. The same request is therefore a new deposit.
  const again = await deposit(dependencies(), body, caller(T0 + 2_000, 'k'));
  expect(again.replayed).not.toBe(true);
  // An observation is stored with the time of the sandbox clock. With the earlier system time, it would change
  // values that were already read.
  const shown = await valueAt(id, T0 + 3_000);
  await recordIndexObservations(
    table,
    [observationOf({ ...record, current_apy: 50 })],
    () => new Date(T0 + 4_000),
  );
  await table.settle();
  expect(await valueAt(id, T0 + 3_000)).toBe(shown);
  await withdraw(dependencies(), { investment_id: id, amount: '10' }, caller(T0 + 600_000));
  const report = await verifyLedger(table, () => T0 + 700_000);
  expect([report.differences, report.moving, report.entries]).toEqual([[], [], 3]);
});

test('the ledger entry of an adjustment by an operator has the time of the sandbox clock', async () => {
  // Start after all entries of the previous test.
  const from = T0 + 1_000_000;
  const record = await publish(table, { current_apy: 10 });
  await table.settle();
  const body = { strategy_id: record.id, amount: '1000' };
  const { data } = await deposit(dependencies(), body, caller(from));
  const { investment_id: id } = transactionResult.parse(data);
  await advanceClock(table, {
    ...{ sandbox: true, advanceMs: 30 * DAY_MS, cause: OPERATOR_CAUSE },
    now: new Date(from),
  });
  await table.settle();
  const shown = await valueAt(id, from + 1_000);
  await adjustInvestment(buildLedgerDependencies(table), {
    ...{ ownerId: 'usr_clock', investmentId: id, amount: '-10', reason: 'a mistake', reference: 'r' },
    now: new Date(from + 1_000),
  });
  expect(await valueAt(id, from + 1_000)).toBeCloseTo(shown - 10, 5);
  expect((await verifyLedger(table, () => from + 2_000)).differences).toEqual([]);
});

test('three concurrent advances of the sandbox clock by one minute advance it by three minutes', async () => {
  const before = (await readSandboxTime(table, new Date(T0))).getTime();
  const cause = (id: number) => ({ ...OPERATOR_CAUSE, request_id: `request-${id}` });
  const move = (id: number) =>
    advanceClock(table, { sandbox: true, advanceMs: 60_000, cause: cause(id), now: new Date(T0) });
  await Promise.all([move(1), move(2), move(3)]);
  expect((await readSandboxTime(table, new Date(T0))).getTime() - before).toBe(180_000);
  await processAllStreamRecords(table);
  const { items: events } = await readEventPage(
    table,
    { type: 'sandbox.clock_moved' },
    { page: 1, per_page: 3 },
  );
  // Each advance is recorded once, despite conflicts.
  expect(events.map(({ request_id }) => request_id).toSorted()).toEqual([
    'request-1',
    'request-2',
    'request-3',
  ]);
  expect(events.map(({ details }) => details.advanced_seconds)).toEqual([60, 60, 60]);
  const secondsAhead = (before - T0) / 1_000;
  expect(events.map(({ details }) => Number(details.ahead_seconds)).toSorted((a, b) => a - b)).toEqual([
    secondsAhead + 60,
    secondsAhead + 120,
    secondsAhead + 180,
  ]);
});

test('advancing the sandbox clock by zero changes no time and records no event', async () => {
  const recorded = async () => {
    await processAllStreamRecords(table);
    return (await readEventPage(table, { type: 'sandbox.clock_moved' }, { page: 1, per_page: 1 })).pagination
      .total;
  };
  const [time, total] = [await readSandboxTime(table, new Date(T0)), await recorded()];
  await advanceClock(table, { sandbox: true, advanceMs: 0, cause: OPERATOR_CAUSE, now: new Date(T0) });
  expect([await readSandboxTime(table, new Date(T0)), await recorded()]).toEqual([time, total]);
});

test('a deployment without a sandbox rejects an advance of the clock with not_found', async () => {
  const request = { sandbox: false, advanceMs: 1_000, cause: OPERATOR_CAUSE, now: new Date(T0) };
  await expect(advanceClock(table, request)).rejects.toMatchObject({ code: 'not_found' });
});
