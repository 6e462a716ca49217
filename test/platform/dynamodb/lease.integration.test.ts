import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeLease } from '../../../shared/platform/dynamodb/lease.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test('a worker can take the lease of another worker only after the lease has expired', async () => {
  const terms = (owner: string) => ({ name: 'lease-test', owner, durationMs: 1_000 });
  expect(await takeLease(table, terms('first'), 5_000)).toBe(true);
  expect(await takeLease(table, terms('second'), 5_999)).toBe(false);
  expect(await takeLease(table, terms('second'), 6_000)).toBe(true);
});
