import * as z from 'zod/mini';

/** Maximum number of digits of an amount. It is the number of digits of the largest unsigned 256-bit integer. */
export const AMOUNT_MAX_DIGITS = 78;
/** Maximum number of characters in the text of an amount. A longer text is rejected before it is parsed. */
const AMOUNT_MAX_LENGTH = 2 * AMOUNT_MAX_DIGITS;

/** A decimal amount without a sign: digits, and optionally a dot and further digits. */
export const AMOUNT_PATTERN = /^\d+(\.\d+)?$/;

/**
 * Returns the rule that the text of an amount breaks. Returns undefined if the text is valid. The number of
 * decimals is checked later, because it depends on the asset.
 */
export function findBrokenAmountRule(text: string): string | undefined {
  // The length is checked first, because the time to match the patterns below grows with the square of the
  // length.
  if (text.length > AMOUNT_MAX_LENGTH) return `must have at most ${AMOUNT_MAX_DIGITS} digits`;
  if (/^-\d/.test(text)) return 'must be greater than 0';
  if (/^[+-]?(\d+\.?\d*|\.\d+)[eE][+-]?\d+$/.test(text))
    return 'must be written without an exponent, such as 1000 instead of 1e3';
  if (/^0x/i.test(text)) return 'must be a decimal number, not a hexadecimal number';
  if (!AMOUNT_PATTERN.test(text)) {
    return 'must be a decimal number such as "100.25": digits with at most one dot';
  }
  if (text.replace('.', '').length > AMOUNT_MAX_DIGITS)
    return `must have at most ${AMOUNT_MAX_DIGITS} digits`;
  if (/^[0.]+$/.test(text)) return 'must be greater than 0';
  return undefined;
}

/** Returns a finite number in decimal notation without an exponent. For example, 1e-7 becomes `0.0000001`. */
export function toPlainDecimal(value: number): string {
  const [mantissa = '', exponentText] = String(value).split('e');
  if (exponentText === undefined) return mantissa;
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [wholePart = '', fractionPart = ''] = mantissa.replace('-', '').split('.');
  const digits = wholePart + fractionPart;
  const decimalPointIndex = wholePart.length + exponent;
  if (decimalPointIndex <= 0) return `${sign}0.${'0'.repeat(-decimalPointIndex)}${digits}`;
  if (decimalPointIndex >= digits.length)
    return `${sign}${digits}${'0'.repeat(decimalPointIndex - digits.length)}`;
  return `${sign}${digits.slice(0, decimalPointIndex)}.${digits.slice(decimalPointIndex)}`;
}

const AMOUNT_TYPE_RULE =
  'must be a decimal string such as "100.25", or a JSON number of at most 15 significant digits';

/**
 * Schema of an amount in a request: a decimal string or a JSON number. The body parser has already checked
 * that a double represents the number exactly.
 */
export const amountInput = z.pipe(
  z.union([z.string(), z.number()], {
    error: (issue) => (issue.input === undefined ? 'is required' : AMOUNT_TYPE_RULE),
  }),
  z.transform((value: string | number, context) => {
    const text = typeof value === 'number' ? toPlainDecimal(value) : value;
    const problem = findBrokenAmountRule(text);
    if (problem !== undefined) context.issues.push({ code: 'custom', message: problem, input: value });
    return text;
  }),
);
