import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmptySeries, type DailySeries } from '../../shared/market/domain/history/history.ts';
import { readHistory, writeHistory } from '../../shared/market/store/history.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / DAY_MS;
const FIRST_DAY = dayOf('2025-01-20');
const DAYS = 400;
const LAST_DAY = FIRST_DAY + DAYS - 1;

function rising(start: number): DailySeries {
  return {
    firstDay: FIRST_DAY,
    apy: Float32Array.from({ length: DAYS }, (_, index) => start + index / 8),
    tvl: Float32Array.from({ length: DAYS }, (_, index) => 1_000_000 + index),
  };
}

/** Returns the table, and the kinds of commands that were sent to it. */
function counted() {
  const sent: string[] = [];
  return { sent, table: interceptCommands(table, ({ kind }) => void sent.push(kind)) };
}

describe('the stored history of a strategy', () => {
  test('a history of any range is read with one Query call', async () => {
    const series = rising(1);
    await writeHistory(table, [
      { strategyId: 'strat_a', series },
      { strategyId: 'strat_b', series: rising(500) },
    ]);
    await table.settle();
    const watched = counted();
    expect(await readHistory(watched.table, 'strat_a', FIRST_DAY, LAST_DAY)).toEqual(series);
    expect(watched.sent).toEqual(['QueryCommand']);
    const week = await readHistory(table, 'strat_b', FIRST_DAY + 70, FIRST_DAY + 76);
    expect([...week.apy]).toEqual([...rising(500).apy.slice(70, 77)]);
  });

  test('if no history of a strategy is stored, every day of its history is returned as unknown', async () => {
    expect(await readHistory(table, 'strat_none', FIRST_DAY, LAST_DAY)).toEqual(
      createEmptySeries(FIRST_DAY, DAYS),
    );
  });
});
