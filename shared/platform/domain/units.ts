/** Base units are below 2^256, as an ERC-20 balance is. */
export const BASE_UNITS_MAX = 2n ** 256n - 1n;

/** An amount without its sign. */
export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Decimal places of a plain decimal text (`1.250` has 3), trailing zeros not counted. */
export function decimalPlaces(text: string): number {
  const fraction = text.split('.')[1] ?? '';
  return fraction.replace(/0+$/, '').length;
}

/**
 * A plain decimal text in units of `10^-decimals`, exactly.
 *
 * @throws RangeError when the text has more decimal places than that.
 */
export function toBaseUnits(text: string, decimals: number): bigint {
  if (decimalPlaces(text) > decimals) throw new RangeError(`more than ${decimals} decimal places`);
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Base units as a decimal text without trailing zeros: the inverse of `toBaseUnits`, for negative ones too. */
export function fromBaseUnits(amountBaseUnits: bigint, decimals: number): string {
  const sign = amountBaseUnits < 0n ? '-' : '';
  const digits = magnitude(amountBaseUnits)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}
