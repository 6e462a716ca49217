import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deductionsText } from '../../clients/dashboard/src/pages/allocation/allocation-texts.ts';

const NO_DEDUCTIONS = { gross_apy: 9.57, correction: 0, dilution: 0, impermanent_loss: 0, costs: 0.004 };

test('the text of an allocation lists every deduction from the expected APY, except deductions of 0', () => {
  expect(deductionsText({ ...NO_DEDUCTIONS, correction: 1.8412, costs: 0.04 })).toBe(
    'Deducted percentage points: 1.84 because an unusually high APY often does not last; 0.04 for costs.',
  );
  expect(deductionsText(NO_DEDUCTIONS)).toBe('Nothing is deducted.');
});

test('the rounded deductions add up to the difference between the rounded APYs before and after deductions', () => {
  // Each deduction alone would be rounded down, to a sum of 1.50. The rounded APYs differ by 1.51, so one deduction is
  // rounded up.
  expect(
    deductionsText({ ...NO_DEDUCTIONS, gross_apy: 5, correction: 1.0042, dilution: 0.5042, costs: 0.0042 }),
  ).toBe(
    'Deducted percentage points: 1.01 because an unusually high APY often does not last; 0.50 because your deposit lowers the yield.',
  );
  const names = ['correction', 'dilution', 'impermanent_loss', 'costs'] as const;
  // The API returns four decimals.
  const unitsPerPoint = 10_000;
  const deductions = fc.tuple(...names.map(() => fc.integer({ min: 0, max: 2 * unitsPerPoint })));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * unitsPerPoint }), deductions, (gross, values) => {
      const net = values.reduce((rest, value) => rest - value, gross);
      // Skip values that end in half a hundredth, because they can be rounded up or down.
      fc.pre(Math.abs(gross % 100) !== 50 && Math.abs(net % 100) !== 50);
      const text = deductionsText({
        gross_apy: gross / unitsPerPoint,
        ...{ correction: 0, dilution: 0, impermanent_loss: 0, costs: 0 },
        ...Object.fromEntries(names.map((name, index) => [name, (values[index] ?? 0) / unitsPerPoint])),
      });
      const hundredths = (text.match(/\d+\.\d\d/g) ?? []).map((each) => Math.round(Number(each) * 100));
      expect(hundredths.reduce((sum, each) => sum + each, 0)).toBe(
        Math.round(gross / 100) - Math.round(net / 100),
      );
    }),
  );
});
