import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DailySeries } from '../../shared/market/domain/history/history.ts';
import { readHistories, readHistory, writeHistory } from '../../shared/market/store/history.ts';
import { batchPut } from '../../shared/platform/dynamodb/batch.ts';
import { releaseLease, renewLease, takeLease } from '../../shared/platform/dynamodb/lease.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

describe('histories of many strategies, read together', () => {
  const FIRST_DAY = Date.UTC(2025, 10, 1) / 86_400_000;
  const series = (base: number): DailySeries => ({
    firstDay: FIRST_DAY,
    apy: Float32Array.from({ length: 200 }, (_, day) => base + day),
    tvl: Float32Array.from({ length: 200 }, (_, day) => 1e6 + base + day),
  });

  test('reading the histories of several strategies together gives the same result as reading them one by one', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `strat_${index}`);
    await writeHistory(
      table,
      ids.map((strategyId, index) => ({ strategyId, series: series(index) })),
    );
    await table.settle();
    const found = await readHistories(table, [...ids, 'strat_none'], FIRST_DAY + 20, FIRST_DAY + 180);
    expect([...found.keys()].sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect(found.get(id)).toEqual(await readHistory(table, id, FIRST_DAY + 20, FIRST_DAY + 180));
    }
  });

  test('reading the histories of an empty list of strategies returns an empty result', async () => {
    expect(await readHistories(table, [], FIRST_DAY, FIRST_DAY + 10)).toEqual(new Map());
  });
});

describe('a lease in the table', () => {
  const mine = { name: 'test', owner: 'me', durationMs: 1_000 };
  const theirs = { ...mine, owner: 'they' };

  test('a second worker can take a lease only after the lease has expired or was released', async () => {
    expect(await takeLease(table, mine, 0)).toBe(true);
    expect(await takeLease(table, theirs, 999)).toBe(false);
    expect(await renewLease(table, theirs, 999)).toBe(false);
    expect(await renewLease(table, mine, 999)).toBe(true);
    expect(await takeLease(table, theirs, 1_998)).toBe(false);
    expect(await takeLease(table, theirs, 1_999)).toBe(true);
    expect(await renewLease(table, mine, 2_000)).toBe(false);
    await releaseLease(table, mine);
    expect(await takeLease(table, mine, 2_000)).toBe(false);
    await releaseLease(table, theirs);
    expect(await takeLease(table, mine, 2_000)).toBe(true);
  });
});

describe('a meter of consumed units', () => {
  test('a meter sums the consumed read units and write units separately until it is stopped', async () => {
    const meter = startCapacityMeter(table.client);
    const items = Array.from({ length: 30 }, (_, index) => ({
      ...ITEMS.lease.key({ name: `metered-${index}` }),
      text: 'x'.repeat(1_500),
    }));
    await batchPut(table, items);
    await table.client.send(
      new GetCommand({ TableName: table.name, Key: ITEMS.lease.key({ name: 'metered-0' }) }),
    );
    expect(meter.writeUnits).toBe(60);
    expect(meter.readUnits).toBe(0.5);
    meter.stop();
    await batchPut(table, items);
    expect(meter.writeUnits).toBe(60);
  });
});
