import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DailySeries, emptySeries } from '../../shared/market/domain/history.ts';
import { mergeDays, readHistory, writeHistory } from '../../shared/market/store/history.ts';
import { type EmbeddedTable, startTable } from '../support/embedded-table.ts';
import { interposed } from '../support/interposed.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / DAY_MS;
const FIRST = dayOf('2025-01-20');
const DAYS = 400;
const LAST = FIRST + DAYS - 1;

function rising(start: number): DailySeries {
  return {
    firstDay: FIRST,
    apy: Float32Array.from({ length: DAYS }, (_, index) => start + index / 8),
    tvl: Float32Array.from({ length: DAYS }, (_, index) => 1_000_000 + index),
  };
}

/** The table, and what was sent to it by kind of command. */
function counted() {
  const sent: string[] = [];
  return { sent, table: interposed(table, ({ kind }) => void sent.push(kind)) };
}

describe('a written history', () => {
  test('is read back day by day in one Query, over any range', async () => {
    const series = rising(1);
    await writeHistory(table, [
      { strategyId: 'strat_a', series },
      { strategyId: 'strat_b', series: rising(500) },
    ]);
    const watched = counted();
    expect(await readHistory(watched.table, 'strat_a', FIRST, LAST)).toEqual(series);
    expect(watched.sent).toEqual(['QueryCommand']);
    const week = await readHistory(table, 'strat_b', FIRST + 70, FIRST + 76);
    expect([...week.apy]).toEqual([...rising(500).apy.slice(70, 77)]);
  });

  test('of a strategy without one is unknown on every day', async () => {
    expect(await readHistory(table, 'strat_none', FIRST, LAST)).toEqual(emptySeries(FIRST, DAYS));
  });
});

describe('readings merged into a history', () => {
  test('change their own days and figures only', async () => {
    await writeHistory(table, [{ strategyId: 'strat_merge', series: rising(1) }]);
    await mergeDays(table, [
      { strategyId: 'strat_merge', day: FIRST + 10, apy: 99, tvl: Number.NaN },
      { strategyId: 'strat_merge', day: LAST + 1, apy: 7, tvl: 8 },
    ]);
    const expected = rising(1);
    expected.apy[10] = 99;
    const read = await readHistory(table, 'strat_merge', FIRST, LAST + 1);
    expect(read.apy.slice(0, DAYS)).toEqual(expected.apy);
    expect(read.tvl.slice(0, DAYS)).toEqual(expected.tvl);
    expect([read.apy[DAYS], read.tvl[DAYS]]).toEqual([7, 8]);
  });

  test('of a quarter boundary go to both quarters, and several of one strategy to one item', async () => {
    const day = dayOf('2025-07-01');
    const watched = counted();
    const written = await mergeDays(watched.table, [
      { strategyId: 'strat_edge', day: day - 1, apy: 1, tvl: 10 },
      { strategyId: 'strat_edge', day, apy: 2, tvl: 20 },
      { strategyId: 'strat_edge', day: day + 1, apy: 3, tvl: 30 },
    ]);
    expect(written).toBe(2);
    expect(watched.sent).toEqual(['BatchGetCommand', 'BatchWriteCommand']);
    const read = await readHistory(table, 'strat_edge', day - 1, day + 1);
    expect([...read.apy]).toEqual([1, 2, 3]);
  });

  test('that change nothing are not written', async () => {
    const reading = { strategyId: 'strat_same', day: FIRST, apy: 5.5, tvl: 1_000 };
    expect(await mergeDays(table, [reading])).toBe(1);
    const watched = counted();
    expect(await mergeDays(watched.table, [reading])).toBe(0);
    expect(watched.sent).toEqual(['BatchGetCommand']);
  });

  test('of thousands of strategies are all there', async () => {
    const count = 2_345;
    const readings = Array.from({ length: count }, (_, index) => ({
      strategyId: `strat_many_${index}`,
      day: FIRST,
      apy: index,
      tvl: index * 2,
    }));
    expect(await mergeDays(table, readings)).toBe(count);
    for (const index of [0, 99, 100, 1_234, count - 1]) {
      const { apy, tvl } = await readHistory(table, `strat_many_${index}`, FIRST, FIRST);
      expect([apy[0], tvl[0]]).toEqual([index, index * 2]);
    }
  });
});
