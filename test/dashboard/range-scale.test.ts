import { expect, test } from 'vitest';
import { buildScaleContaining } from '../../clients/dashboard/src/charts/range-scale.ts';

/** Largest floating-point error of a quotient. */
const ROUNDING_ERROR_MAX = 1e-9;

test('the axis of expected APYs begins at 0 and ends at the highest value, rounded up', () => {
  expect(buildScaleContaining([4.4, 2.1, 7.9])).toEqual({ low: 0, high: 8, labels: [0, 8] });
  expect(buildScaleContaining([0.12, 0.31])).toEqual({ low: 0, high: 0.4, labels: [0, 0.4] });
  expect(buildScaleContaining([10])).toEqual({ low: 0, high: 10, labels: [0, 10] });
});

test('if some expected APYs are negative, their axis begins below 0 and has a label at 0', () => {
  expect(buildScaleContaining([-0.4, 11])).toEqual({ low: -5, high: 15, labels: [-5, 0, 15] });
  expect(buildScaleContaining([-12, -3])).toEqual({ low: -15, high: 0, labels: [-15, 0] });
});

test('the axis for expected APYs goes from 0 to 1 if all expected APYs are 0', () => {
  expect(buildScaleContaining([0, 0])).toEqual({ low: 0, high: 1, labels: [0, 1] });
});

test('neighbouring labels on a chart axis are at least 20% of the axis length apart', () => {
  for (let exponent = -3; exponent <= 4; exponent += 1)
    for (const lower of [-7.3, -1, -0.2, 0, 0.4])
      for (const upper of [0.5, 1, 3.33, 9.99]) {
        const values = [lower, upper].map((value) => value * 10 ** exponent);
        const { low, high, labels } = buildScaleContaining(values);
        expect(low).toBeLessThanOrEqual(Math.min(0, ...values) * (1 - ROUNDING_ERROR_MAX));
        expect(high).toBeGreaterThanOrEqual(Math.max(0, ...values) * (1 - ROUNDING_ERROR_MAX));
        for (const [index, label] of labels.slice(1).entries())
          expect((label - (labels[index] ?? 0)) / (high - low)).toBeGreaterThanOrEqual(
            0.2 - ROUNDING_ERROR_MAX,
          );
      }
});
