import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  divFloor,
  FIXED_ONE,
  fixedPointExp,
  fixedPointLn,
  mulDivUp,
  multiplyDivideDown,
} from '../../../shared/investments/domain/fixed-point.ts';

const positive = fc.bigInt({ min: 1n, max: 10n ** 60n });

describe('ln, exp and division in fixed-point numbers', () => {
  test('ln and exp of known values are correct to 40 decimal places', () => {
    const e = 2_718281828459045235360287471352662497757247093n;
    const ln10 = 2_302585092994045684017991454684364207601101488n;
    const areNearlyEqual = (a: bigint, b: bigint) => (a > b ? a - b : b - a) < 10n ** 5n;
    expect(areNearlyEqual(fixedPointExp(FIXED_ONE), e)).toBe(true);
    expect(areNearlyEqual(fixedPointLn(10n * FIXED_ONE), ln10)).toBe(true);
    expect(fixedPointLn(FIXED_ONE)).toBe(0n);
    expect(fixedPointExp(0n)).toBe(FIXED_ONE);
  });

  test('exp is the inverse of ln to 40 digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: FIXED_ONE / 10_000n, max: FIXED_ONE * 10_001n }), (y) => {
        const error = fixedPointExp(fixedPointLn(y)) - y;
        expect((error < 0n ? -error : error) * 10n ** 38n).toBeLessThan(y);
      }),
    );
  });

  test('exp never returns a smaller value for a larger argument, not even in the last digit', () => {
    const x = fc.bigInt({ min: -5n * FIXED_ONE, max: 5n * FIXED_ONE });
    fc.assert(
      fc.property(
        x,
        fc.oneof(fc.bigInt({ min: 0n, max: 3n }), fc.bigInt({ min: 0n, max: FIXED_ONE })),
        (a, step) => {
          expect(fixedPointExp(a + step)).toBeGreaterThanOrEqual(fixedPointExp(a));
        },
      ),
    );
  });

  test('the exact quotient is between the rounded-down and the rounded-up quotient, which differ by at most 1', () => {
    fc.assert(
      fc.property(positive, positive, positive, (a, b, c) => {
        const roundedDown = multiplyDivideDown(a, b, c);
        const up = mulDivUp(a, b, c);
        expect(roundedDown * c).toBeLessThanOrEqual(a * b);
        expect(up * c).toBeGreaterThanOrEqual(a * b);
        expect(up - roundedDown).toBeLessThanOrEqual(1n);
      }),
    );
  });

  test('division with rounding down returns the largest integer that does not exceed the quotient', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), positive, (a, b) => {
        const quotient = divFloor(a, b);
        expect(quotient * b <= a && a < (quotient + 1n) * b).toBe(true);
      }),
    );
  });
});
