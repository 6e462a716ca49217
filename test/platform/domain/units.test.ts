import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BASE_UNITS_MAX,
  countDecimalPlaces,
  fromBaseUnits,
  toBaseUnits,
} from '../../../shared/platform/domain/units.ts';
import { assetDecimals } from '../../../shared/strategies/domain/asset-decimals.ts';
import { ASSET_DECIMALS_CASES } from '../../investments/domain/support/cases.ts';

describe('decimal texts and base units', () => {
  test('the conversion to base units and back returns the same amount, for any amount and decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -BASE_UNITS_MAX, max: BASE_UNITS_MAX }),
        fc.integer({ min: 0, max: 30 }),
        (units, decimals) => {
          const text = fromBaseUnits(units, decimals);
          expect(text).not.toMatch(/\.\d*0$/);
          const magnitude = toBaseUnits(text.replace('-', ''), decimals);
          expect(text.startsWith('-') ? -magnitude : magnitude).toBe(units);
        },
      ),
    );
  });

  test.each([
    ['1', 6, 1_000_000n],
    ['0.000001', 6, 1n],
    ['1.50', 6, 1_500_000n],
    ['1.5000000000', 6, 1_500_000n],
    ['007.5', 2, 750n],
    ['3', 0, 3n],
  ])('%s with %i decimals is %s base units', (text, decimals, units) => {
    expect(toBaseUnits(text, decimals)).toBe(units);
  });

  test('an amount with more decimal places than the asset is rejected, not rounded', () => {
    expect(() => toBaseUnits('0.0000001', 6)).toThrow(RangeError);
    expect(countDecimalPlaces('1.2300')).toBe(2);
  });
});

test.each(ASSET_DECIMALS_CASES)('the asset %s has %i decimals', (asset, decimals) => {
  expect(assetDecimals(asset)).toBe(decimals);
});
