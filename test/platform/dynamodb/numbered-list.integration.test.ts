import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incrementUpdates } from '../../../shared/platform/dynamodb/increments.ts';
import {
  countOf,
  enter,
  type ListChange,
  leave,
  nextNumber,
  readPage,
} from '../../../shared/platform/dynamodb/numbered-list.ts';
import { transactIf } from '../../../shared/platform/dynamodb/transact.ts';
import { type EmbeddedTable, startTable } from '../../support/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const apply = (...changes: ListChange[]) =>
  transactIf(table, [
    ...changes.map(({ write }) => write),
    ...incrementUpdates(changes.flatMap(({ increments }) => increments)),
  ]);

describe('a numbered list', () => {
  test('pages exactly as an array of the live entries does, whatever has left', async () => {
    let run = 0;
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 25_000 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 1, max: 7 }),
        async (all, stays, size) => {
          run += 1;
          const list = `property-${run}`;
          await apply(...all.map((number) => enter({ list, number }, `id-${number}`)));
          const live = all.filter(() => stays.next().value);
          const gone = all.filter((number) => !live.includes(number));
          if (gone.length > 0) await apply(...gone.map((number) => leave({ list, number })));
          const expected = live.toSorted((a, b) => b - a).map((number) => `id-${number}`);
          for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page += 1) {
            const found = await readPage(table, list, { page, per_page: size });
            expect(found.ids).toEqual(expected.slice((page - 1) * size, page * size));
            expect(found.total).toBe(expected.length);
          }
          expect(await countOf(table, list)).toBe(expected.length);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('refuses to list a number twice or to remove what is not there, and counts neither', async () => {
    const entry = { list: 'twice', number: 1 };
    await apply(enter(entry, 'a'));
    expect(await apply(enter(entry, 'b'))).toEqual({ held: false, failed: [0] });
    expect(await apply(leave({ ...entry, number: 2 }))).toEqual({ held: false, failed: [0] });
    expect(await readPage(table, entry.list, { page: 1, per_page: 10 })).toEqual({ ids: ['a'], total: 1 });
  });

  test('gives each of many at once a number of its own, and loses no entry', async () => {
    const list = 'concurrent';
    const numbers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const number = await nextNumber(table, list);
        await apply(enter({ list, number }, `id-${index}`));
        return number;
      }),
    );
    expect(new Set(numbers).size).toBe(60);
    const { ids, total } = await readPage(table, list, { page: 1, per_page: 100 });
    expect(total).toBe(60);
    expect(new Set(ids).size).toBe(60);
  });
});
