import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isInvestmentActive,
  pickNewestInvestments,
  setInvestmentActive,
} from '../../../../shared/investments/domain/lists/active-set.ts';

test('a page of active or closed investments has the same items as the filtered full list', () => {
  const flags = fc.array(fc.boolean(), { maxLength: 60 });
  const state = fc.constantFrom(true, false, undefined);
  fc.assert(
    fc.property(
      flags,
      state,
      fc.nat(70),
      fc.integer({ min: 1, max: 20 }),
      (active, wanted, offset, limit) => {
        let set: Uint8Array<ArrayBuffer> = new Uint8Array();
        active.forEach((flag, i) => {
          set = setInvestmentActive(setInvestmentActive(set, i + 1, true), i + 1, flag);
        });
        const all = active
          .map((flag, i) => ({ flag, number: i + 1 }))
          .filter(({ flag }) => wanted === undefined || flag === wanted)
          .map(({ number }) => number)
          .reverse();
        expect(pickNewestInvestments(set, active.length, { active: wanted, offset, limit })).toEqual({
          numbers: all.slice(offset, offset + limit),
          total: all.length,
        });
        active.forEach((flag, i) => {
          expect(isInvestmentActive(set, i + 1)).toBe(flag);
        });
      },
    ),
  );
});
