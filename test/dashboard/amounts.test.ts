import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../clients/dashboard/src/design/amounts.ts';

const LOCALES = ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'en-IN', 'sv-SE', 'pt-BR', 'ja-JP'] as const;

describe('an amount that a user types', () => {
  test.each([
    ['en-US', '1,000', '1000'],
    ['en-US', '1,000.50', '1000.5'],
    ['en-US', ' 40.5 ', '40.5'],
    ['en-US', '1 000', '1000'],
    ['en-US', '0,5', '0.5'],
    ['en-US', '0,25', '0.25'],
    ['de-DE', '1.000', '1000'],
    ['de-DE', '1.000,50', '1000.5'],
    ['de-DE', '0.5', '0.5'],
    ['de-CH', '1\u2019000.25', '1000.25'],
    ['fr-FR', '1\u202f000,25', '1000.25'],
    ['en-IN', '12,34,567.8', '1234567.8'],
    ['en-US', '007', '7'],
    ['en-US', '.5', '0.5'],
    ['en-US', '100.', '100'],
    ['de-DE', ',5', '0.5'],
    ['de-DE', '.5', '0.5'],
  ])('in the locale %s, the amount %j is parsed as %s', (locale, text, amount) => {
    expect(parseAmount(text, locale)).toBe(amount);
  });

  test.each([
    ['en-US', '1,00,0'],
    ['en-US', '1.000.000'],
    ['en-US', '.'],
    ['en-US', '1e3'],
    ['en-US', '0x10'],
    ['en-US', '-5'],
    ['en-US', '1e5'],
    ['en-US', 'ten'],
    ['en-US', ''],
    ['de-DE', '1,000,000'],
  ])('in the locale %s, the invalid or ambiguous amount %j is rejected', (locale, text) => {
    expect(parseAmount(text, locale)).toBeUndefined();
  });

  test('an amount that the browser formatted is parsed to the same amount in every locale', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(cents, fc.constantFrom(...LOCALES), (value, locale) => {
        const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value / 100);
        expect(Number(parseAmount(shown, locale))).toBe(value / 100);
      }),
    );
  });
});
