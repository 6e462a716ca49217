import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedTable, startTable } from '../support/embedded-table.ts';
import { scatter } from './support/delivery-chaos.ts';

const ACCOUNTS = 25;
const ENDPOINTS = 2;
const EVENTS = 400;

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test('10,000 events to 50 endpoints, with kills and bells doubled, lost and out of order: each arrives, in the order of the first attempts, and none is invented', async () => {
  expect([ACCOUNTS * EVENTS, ACCOUNTS * ENDPOINTS]).toEqual([10_000, 50]);
  await scatter(table, { accounts: ACCOUNTS, endpoints: ENDPOINTS, events: EVENTS, seed: 16 });
}, 1_800_000);
