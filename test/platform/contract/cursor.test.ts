import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  cursorParams,
  encodeCursor,
  type ListPosition,
  pageOfList,
} from '../../../shared/platform/contract/cursor.ts';
import { anyCharacter } from '../../support/characters.ts';

const query = z.strictObject(cursorParams);
const listPositionOf = (place: ListPosition) => place;
const places = fc.uniqueArray(
  fc.record({ key: fc.constantFrom('1', '2', '3', '4'), id: fc.stringMatching(/^[a-zA-Z0-9]{1,4}$/) }),
  { selector: ({ key, id }) => `${key} ${id}`, maxLength: 40 },
);

test('a cursor is decoded to the key and the ids from which it was encoded', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 128 });
  fc.assert(
    fc.property(text, text, fc.option(text, { nil: undefined }), (key, id, userId) => {
      const after = encodeCursor({ key, id, userId });
      expect(after).toMatch(/^[\w-]+$/);
      expect(query.parse({ after }).after).toEqual({ key, id, userId });
    }),
  );
});

test('while a list changes, pages read with cursors repeat no item and skip no item that stays in the list', () => {
  const order = fc.constantFrom('asc' as const, 'desc' as const);
  fc.assert(
    fc.property(
      places,
      places,
      order,
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      (all, others, by, per_page, isRemoved) => {
        const stays = all.filter((_, index) => !isRemoved || index % 3 !== 0);
        // A list contains an item only once, so do not add the items that it already contains.
        const known = new Set(all.map(({ key, id }) => `${key} ${id}`));
        const added = others.filter(({ key, id }) => !known.has(`${key} ${id}`));
        const read: ListPosition[] = [];
        let list: readonly ListPosition[] = all;
        for (let after: ListPosition | undefined, isLast = false; !isLast; ) {
          const { items, meta } = pageOfList(list, { page: 1, per_page, after }, listPositionOf, by);
          read.push(...items);
          isLast = meta.next_after === null;
          if (meta.next_after !== null) after = query.parse({ after: meta.next_after }).after;
          list = [...stays, ...added];
        }
        const texts = read.map(({ key, id }) => `${key} ${id}`);
        const sorted = texts.toSorted();
        expect(texts).toEqual(by === 'asc' ? sorted : sorted.toReversed());
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts).toEqual(expect.arrayContaining(stays.map(({ key, id }) => `${key} ${id}`)));
      },
    ),
  );
});
