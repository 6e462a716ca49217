import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bigintFromLimbs, toLimbs } from '../../../../shared/investments/domain/encoding/limbs.ts';

const amount = fc.bigInt({ min: -(10n ** 95n), max: 10n ** 95n });

test('an amount is encoded in parts of 18 digits, so that sums can be calculated part by part', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 50 }), (amounts) => {
      const sums: bigint[] = [];
      for (const value of amounts) {
        toLimbs(value).forEach((limb, i) => {
          expect(limb < 10n ** 18n && limb > -(10n ** 18n)).toBe(true);
          sums[i] = (sums[i] ?? 0n) + limb;
        });
      }
      expect(bigintFromLimbs(Array.from(sums, (limb) => limb ?? 0n))).toBe(
        amounts.reduce((a, b) => a + b, 0n),
      );
    }),
  );
});

test('toLimbs encodes the amount 0 as an empty list, and bigintFromLimbs decodes an empty list as 0', () => {
  expect(toLimbs(0n)).toEqual([]);
  expect(bigintFromLimbs([])).toBe(0n);
});
