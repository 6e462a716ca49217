import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLimbs, toLimbs } from '../../../../shared/investments/domain/encoding/limbs.ts';

const amount = fc.bigInt({ min: -(10n ** 95n), max: 10n ** 95n });

test('an amount is encoded as limbs of 18 digits that can be added separately', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 50 }), (amounts) => {
      const sums: bigint[] = [];
      for (const value of amounts) {
        toLimbs(value).forEach((limb, i) => {
          expect(limb < 10n ** 18n && limb > -(10n ** 18n)).toBe(true);
          sums[i] = (sums[i] ?? 0n) + limb;
        });
      }
      expect(fromLimbs(Array.from(sums, (limb) => limb ?? 0n))).toBe(amounts.reduce((a, b) => a + b, 0n));
    }),
  );
});

test('the amount zero is encoded as an empty list of limbs', () => {
  expect(toLimbs(0n)).toEqual([]);
  expect(fromLimbs([])).toBe(0n);
});
