import { afterAll, beforeAll, expect, test } from 'vitest';
import { getStrategies, getStrategy, putStrategies } from '../../shared/strategies/store/strategies.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { randomRecords, strategyRecordOf } from '../support/records.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test('a strategy that is read from the database, alone or in a batch, equals the strategy that was written', async () => {
  const records = [...randomRecords(260)];
  await putStrategies(table, records);
  await table.settle();
  const [first] = records;
  if (first === undefined) throw new Error('no records');
  expect(await getStrategy(table, first.id)).toEqual(first);
  const found = await getStrategies(table, [...records.map(({ id }) => id), first.id, 'strat_none']);
  expect(found.size).toBe(records.length);
  for (const record of records) expect(found.get(record.id)).toEqual(record);
});

test('a strategy that is written again replaces the stored one', async () => {
  const record = strategyRecordOf({ id: 'strat_again' });
  await putStrategies(table, [record]);
  await putStrategies(table, [{ ...record, status: 'unlisted', apy_reward: 2 }]);
  await table.settle();
  expect(await getStrategy(table, record.id)).toEqual({ ...record, status: 'unlisted', apy_reward: 2 });
});

test('reading an unknown strategy returns undefined', async () => {
  expect(await getStrategy(table, 'strat_none')).toBeUndefined();
  expect(await getStrategies(table, [])).toEqual(new Map());
});
