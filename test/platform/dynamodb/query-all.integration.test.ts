import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchPut } from '../../../shared/platform/dynamodb/batch.ts';
import { queryAll } from '../../../shared/platform/dynamodb/query-all.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
  await batchPut(table, [
    { pk: 'A', sk: 'x1' },
    { pk: 'A', sk: 'x2' },
    { pk: 'A', sk: 'y1' },
    { pk: 'B', sk: 'x1' },
  ]);
});
afterAll(() => table.stop());

const listSortKeys = (items: readonly Record<string, unknown>[]) => items.map(({ sk }) => sk);

test('queryAll returns the items of a partition with a sort key prefix, in order', async () => {
  expect(listSortKeys(await queryAll(table, { pk: 'A', sk: 'x' }))).toEqual(['x1', 'x2']);
});

test('queryAll with an empty sort key prefix returns the whole partition', async () => {
  const values: unknown[] = [];
  const watched = interceptCommands(table, ({ input }) => {
    values.push(...Object.values(input.ExpressionAttributeValues ?? {}));
  });
  expect(listSortKeys(await queryAll(watched, { pk: 'A', sk: '' }))).toEqual(['x1', 'x2', 'y1']);
  expect(values).toEqual(['A']);
});
