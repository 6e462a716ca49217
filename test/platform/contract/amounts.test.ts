import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountInput,
  findBrokenAmountRule,
  toPlainDecimal,
} from '../../../shared/platform/contract/amounts.ts';

function problem(value: unknown): string | undefined {
  return amountInput.safeParse(value).error?.issues[0]?.message;
}

describe('an amount in a request', () => {
  test.each([
    ['1', '1'],
    ['100.25', '100.25'],
    ['0.000001', '0.000001'],
    [100.25, '100.25'],
    [0.0000001, '0.0000001'],
    ['9'.repeat(78), '9'.repeat(78)],
  ])('the amount %j is accepted', (value, text) => {
    expect(amountInput.parse(value)).toBe(text);
  });

  test.each([
    ['-1', /greater than 0/],
    [-1, /greater than 0/],
    ['0', /greater than 0/],
    [0, /greater than 0/],
    ['0.000', /greater than 0/],
    ['1e3', /without an exponent/],
    ['1E-3', /without an exponent/],
    ['0x10', /not a hexadecimal/],
    ['NaN', /decimal number such as "100.25"/],
    ['Infinity', /decimal number such as "100.25"/],
    ['', /decimal number such as "100.25"/],
    [' 1', /decimal number such as "100.25"/],
    ['+1', /decimal number such as "100.25"/],
    ['1,000', /decimal number such as "100.25"/],
    ['1_000', /decimal number such as "100.25"/],
    ['.5', /decimal number such as "100.25"/],
    ['5.', /decimal number such as "100.25"/],
    ['١٢', /decimal number such as "100.25"/],
    ['1'.repeat(79), /at most 78 digits/],
    ['9'.repeat(1_000_000), /at most 78 digits/],
    [`0.${'1'.repeat(78)}`, /at most 78 digits/],
    [true, /decimal string/],
    [null, /decimal string/],
    [['1'], /decimal string/],
    [{ amount: '1' }, /decimal string/],
    [undefined, /is required/],
  ])('the amount %j is rejected with the rule that it breaks', (value, rule) => {
    expect(problem(value)).toMatch(rule);
  });

  test('any text that is accepted as an amount has only digits and at most one dot', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)), (text) => {
        if (findBrokenAmountRule(text) === undefined) expect(text).toMatch(/^\d+(\.\d+)?$/);
      }),
    );
  });
});

test('toPlainDecimal writes any number exactly and without an exponent', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = toPlainDecimal(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});
