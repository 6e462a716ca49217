import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCount, formatDays, formatShares } from '../../clients/dashboard/src/design/format.ts';

describe('fractions of a total as percentages', () => {
  test('three fractions of one third are shown as whole percentages that add up to 100%', () => {
    expect(formatShares([1 / 3, 1 / 3, 1 / 3])).toEqual(['34%', '33%', '33%']);
  });

  test('if fractions are rounded to whole percentages, the fractions with the largest remainders are rounded up', () => {
    expect(formatShares([0.604, 0.206, 0.19])).toEqual(['60%', '21%', '19%']);
    expect(formatShares([0.25, 0.25, 0.5])).toEqual(['25%', '25%', '50%']);
    expect(formatShares([])).toEqual([]);
  });

  test('a fraction that is above zero but rounds to 0% is shown as <1%', () => {
    expect(formatShares([0.999, 0.001, 0])).toEqual(['100%', '<1%', '0%']);
  });

  test('the shown percentages of random amounts always add up to 100%', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, (amounts) => {
        const whole = amounts.reduce((sum, amount) => sum + amount, 0);
        const fractions = amounts.map((amount) => amount / whole);
        const percentages = formatShares(fractions).map((text) =>
          text === '<1%' ? 0 : Number.parseInt(text, 10),
        );
        expect(percentages.reduce((sum, each) => sum + each, 0)).toBe(100);
        for (const [index, each] of percentages.entries())
          expect(Math.abs(each - (fractions[index] ?? 0) * 100)).toBeLessThan(1);
      }),
    );
  });
});

test('a count is shown with the singular of its noun only if the count is 1', () => {
  expect(formatCount(1, 'position')).toBe('1 position');
  expect(formatCount(0, 'position')).toBe('0 positions');
  expect(formatCount(2_000, 'strategy', 'strategies')).toBe('2,000 strategies');
  expect(formatCount('1', 'share')).toBe('1 share');
  expect(formatCount('1.5', 'share')).toBe('1.5 shares');
  expect(formatDays(0.2)).toBe('1 day');
  expect(formatDays(1.2)).toBe('2 days');
});
