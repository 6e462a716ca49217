/** Maximum amount in base units: 2^256 - 1, as in ERC-20. */
export const BASE_UNITS_MAX = 2n ** 256n - 1n;

export function absoluteValue(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Returns the number of decimal places of a decimal text. Trailing zeros are not counted, so `1.250` has 2. */
export function countDecimalPlaces(text: string): number {
  const fractionPart = text.split('.')[1] ?? '';
  return fractionPart.replace(/0+$/, '').length;
}

/**
 * Converts a decimal text to base units of `10^-decimals` without rounding.
 *
 * @throws RangeError if the text has more decimal places
 */
export function toBaseUnits(text: string, decimals: number): bigint {
  if (countDecimalPlaces(text) > decimals) throw new RangeError(`more than ${decimals} decimal places`);
  const [wholePart = '', fractionPart = ''] = text.split('.');
  return BigInt(wholePart + fractionPart.slice(0, decimals).padEnd(decimals, '0'));
}

/**
 * Converts base units to a decimal text without trailing zeros. It is the inverse of `toBaseUnits`. The
 * amount may be negative.
 */
export function fromBaseUnits(amountBaseUnits: bigint, decimals: number): string {
  const sign = amountBaseUnits < 0n ? '-' : '';
  const digits = absoluteValue(amountBaseUnits)
    .toString()
    .padStart(decimals + 1, '0');
  const wholePart = digits.slice(0, digits.length - decimals);
  const fractionPart = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fractionPart === '' ? sign + wholePart : `${sign}${wholePart}.${fractionPart}`;
}
