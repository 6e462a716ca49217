import { toPlainDecimal } from '../../platform/contract/amounts.ts';
import { mulDivUp } from './fixed-point.ts';

/** Converts a positive number to an exact fraction, for example 0.25 to 25/100. */
function toFraction(value: number): { numerator: bigint; denominator: bigint } {
  const [wholePart = '', fractionDigits = ''] = toPlainDecimal(value).split('.');
  return { numerator: BigInt(wholePart + fractionDigits), denominator: 10n ** BigInt(fractionDigits.length) };
}

/**
 * Returns the smallest deposit in base units that is worth at least `minimumUsd`; 0 when there is no minimum.
 * Computes with exact decimals, without floating-point errors. `priceUsd` is the price of one unit of the asset.
 */
export function convertUsdToBaseUnits(minimumUsd: number, priceUsd: number, decimals: number): bigint {
  if (minimumUsd <= 0) return 0n;
  const minimumFraction = toFraction(minimumUsd);
  const priceFraction = toFraction(priceUsd);
  return mulDivUp(
    minimumFraction.numerator * priceFraction.denominator,
    10n ** BigInt(decimals),
    minimumFraction.denominator * priceFraction.numerator,
  );
}

const SHOWN_DECIMALS = 2;

/** Rounds an amount in base units up to the next hundredth of a unit. Does not round an amount below one unit. */
export function roundUpToCents(assets: bigint, decimals: number): bigint {
  if (decimals <= SHOWN_DECIMALS || assets < 10n ** BigInt(decimals)) return assets;
  const step = 10n ** BigInt(decimals - SHOWN_DECIMALS);
  return ((assets + step - 1n) / step) * step;
}
