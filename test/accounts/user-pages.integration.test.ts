import { afterAll, beforeAll, expect, test } from 'vitest';
import { listUsers } from '../../shared/accounts/administration.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { runAndRecordCalls } from '../support/engine/metered.ts';
import { generatedUser, generateUsers } from '../support/generated-users.ts';

const USERS = 1_200;
/**
 * Difference between the numbers of consecutive users. It is so large that long lists need a second group of chunks. It
 * has no common divisor with 3 and 100, so that all plans and roles occur (see `generatedUser`).
 */
const USER_NUMBER_STEP = 11;
const PER_PAGE = 10;

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
  await generateUsers(table, USERS, USER_NUMBER_STEP);
});
afterAll(() => table.stop());

async function measurePageCost(page: number) {
  const meter = startCapacityMeter(table.client);
  const { calls } = await runAndRecordCalls(table, () => listUsers(table, { page, per_page: PER_PAGE }));
  meter.stop();
  return { calls, readUnits: meter.readUnits };
}

test('the last page of the list of users needs the same database calls as the first page', async () => {
  const first = await measurePageCost(1);
  for (const page of [2, 28, 29, 57, 119, 120]) {
    const { calls, readUnits } = await measurePageCost(page);
    expect(calls).toEqual(first.calls);
    expect(readUnits).toBeLessThanOrEqual(first.readUnits + 2);
  }
});

test('every page of a long list of users has the expected users and the correct total', async () => {
  const numbers = Array.from({ length: USERS }, (_, index) => (USERS - index) * USER_NUMBER_STEP);
  for (const page of [1, 28, 29, 30, 60, 119, 120, 121]) {
    const expected = numbers
      .slice((page - 1) * PER_PAGE, page * PER_PAGE)
      .map((number) => generatedUser(number).id);
    const { data, pagination } = await listUsers(table, { page, per_page: PER_PAGE });
    expect(data).toMatchObject(expected.map((id) => ({ id })));
    expect(pagination?.total).toBe(USERS);
  }
});

test('with order=asc the list of users starts with the oldest user', async () => {
  const { data, pagination } = await listUsers(table, { page: 2, per_page: PER_PAGE, order: 'asc' });
  const expected = Array.from({ length: PER_PAGE }, (_, index) =>
    generatedUser((PER_PAGE + index + 1) * USER_NUMBER_STEP),
  );
  expect(data).toMatchObject(expected.map(({ id }) => ({ id })));
  expect(pagination?.total).toBe(USERS);
});

test('a page of a filtered list of users has only matching users', async () => {
  const matching = Array.from({ length: USERS }, (_, index) =>
    generatedUser((USERS - index) * USER_NUMBER_STEP),
  ).filter(({ plan, role }) => plan === 'pro' && role === 'admin');
  const { data, pagination } = await listUsers(table, {
    plan: 'pro',
    role: 'admin',
    page: 2,
    per_page: 3,
  });
  expect(data).toMatchObject(matching.slice(3, 6).map(({ id }) => ({ id })));
  expect(matching.length).toBeGreaterThan(3);
  expect(pagination?.total).toBe(matching.length);
});
