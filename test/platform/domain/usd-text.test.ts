import { expect, test } from 'vitest';
import { formatUsdText } from '../../../shared/platform/domain/usd-text.ts';

test.each([
  [0.005, '0.01 USD'],
  [99.5, '99.50 USD'],
  [100.4, '100 USD'],
  [999_999, '999,999 USD'],
  [1_000_000, '1 million USD'],
  [8_578_865, '8.57 million USD'],
  [140_541_449, '140 million USD'],
  [2_999_999_999, '2.99 billion USD'],
  [1e12, '1 trillion USD'],
  [-1_130_000, '-1.13 million USD'],
])('the USD amount %d is written as %s', (usd, text) => {
  expect(formatUsdText(usd)).toBe(text);
});
