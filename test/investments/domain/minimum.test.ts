import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertUsdToBaseUnits, roundUpToCents } from '../../../shared/investments/domain/minimum.ts';

test.each([
  [100, 1, 6, 100_000_000n],
  [100, 2500, 18, 40_000_000_000_000_000n],
  [0.1, 0.3, 0, 1n],
  [1, 3, 6, 333_334n],
  [0, 3, 6, 0n],
])(
  'a minimum of %d USD in an asset with a price of %d USD and %i decimals equals %s base units',
  (minimum, price, decimals, units) => {
    expect(convertUsdToBaseUnits(minimum, price, decimals)).toBe(units);
  },
);

test('a higher USD minimum or a lower asset price never lowers the minimum deposit in base units', () => {
  const figure = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(figure, figure, figure, (a, b, price) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(convertUsdToBaseUnits(low, price, 18)).toBeLessThanOrEqual(
        convertUsdToBaseUnits(high, price, 18),
      );
      expect(convertUsdToBaseUnits(price, high, 18)).toBeLessThanOrEqual(
        convertUsdToBaseUnits(price, low, 18),
      );
    }),
  );
});

test('messages round a minimum deposit up to two decimals, but show a minimum below one unit exactly', () => {
  expect(roundUpToCents(99_965_702n, 6)).toBe(99_970_000n);
  expect(roundUpToCents(99_970_000n, 6)).toBe(99_970_000n);
  expect(roundUpToCents(33_334n, 6)).toBe(33_334n);
  expect(roundUpToCents(150n, 2)).toBe(150n);
});
