import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  countEntries,
  readPage,
  takeNextNumber,
  updateListEntries,
} from '../../../shared/platform/dynamodb/numbered-list.ts';
import { formatSequence, ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const entry = (number: number) => ({ id: `id-${number}`, number });
const enter = (number: number, list: string) => updateListEntries(table, entry(number), [list], []);
const leave = (number: number, list: string) => updateListEntries(table, entry(number), [], [list]);

const idsOf = ({ entries }: { readonly entries: readonly { readonly id: string }[] }) =>
  entries.map(({ id }) => id);

describe('a numbered list of items in the table', () => {
  test('two numbered lists that are read together have the same pages as one list sorted by number', async () => {
    let run = 0;
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 25_000 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 1, max: 7 }),
        async (all, stays, size) => {
          run += 1;
          const [list, other] = [`property-${run}`, `other-${run}`];
          await Promise.all(all.map((number) => enter(number, number % 3 === 0 ? other : list)));
          const live = all.filter(() => stays.next().value === true);
          const gone = all.filter((number) => !live.includes(number));
          await Promise.all(gone.map((number) => leave(number, number % 3 === 0 ? other : list)));
          const expected = live.toSorted((a, b) => b - a).map((number) => `id-${number}`);
          for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page += 1) {
            const found = await readPage(table, [list, other], { page, per_page: size });
            expect(idsOf(found)).toEqual(expected.slice((page - 1) * size, page * size));
            expect(found.total).toBe(expected.length);
            const oldest = await readPage(table, [list, other], { page, per_page: size, order: 'asc' });
            expect(idsOf(oldest)).toEqual(expected.toReversed().slice((page - 1) * size, page * size));
          }
          for (const order of ['asc', 'desc'] as const) {
            const inOrder = order === 'desc' ? expected : expected.toReversed();
            const read: string[] = [];
            for (let afterNumber: number | undefined, left = inOrder.length; left > 0; left -= size) {
              const found = await readPage(table, [list, other], {
                page: 1,
                per_page: size,
                order,
                afterNumber,
              });
              expect(found.total).toBe(left);
              read.push(...idsOf(found));
              afterNumber = found.entries.at(-1)?.number;
            }
            expect(read).toEqual(inOrder);
          }
          expect(await countEntries(table, list, other)).toBe(expected.length);
        },
      ),
      { numRuns: 6 },
    );
  });

  test('an item that is added or removed several times changes the list only once', async () => {
    const list = 'again';
    const all = async () => {
      const { entries, total } = await readPage(table, [list], { page: 1, per_page: 10 });
      return { ids: entries.map(({ id }) => id), total };
    };
    await Promise.all([enter(1, list), enter(1, list), enter(2, list)]);
    expect(await all()).toEqual({ ids: ['id-2', 'id-1'], total: 2 });
    // Store the entry but not its count, as if the writer had died between the two writes.
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: ITEMS.listChunk.key({ list, chunk: formatSequence(0) }),
        UpdateExpression: 'SET #at = :id ADD #version :one',
        ExpressionAttributeNames: { '#at': '3', '#version': 'v' },
        ExpressionAttributeValues: { ':id': 'id-3', ':one': 1 },
      }),
    );
    await enter(3, list);
    expect(await all()).toEqual({ ids: ['id-3', 'id-2', 'id-1'], total: 3 });
    await Promise.all([leave(2, list), leave(2, list), leave(9, list)]);
    expect(await all()).toEqual({ ids: ['id-3', 'id-1'], total: 2 });
  });

  test('items that are added to the list at the same time get different numbers', async () => {
    const list = 'concurrent';
    const numbers = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const number = await takeNextNumber(table, list);
        await enter(number, list);
        if (number % 2 === 0) await leave(number, list);
        return number;
      }),
    );
    expect(new Set(numbers).size).toBe(60);
    const { entries, total } = await readPage(table, [list], { page: 1, per_page: 100 });
    expect(total).toBe(30);
    expect(new Set(entries).size).toBe(30);
  });
});
