import * as z from 'zod/mini';

/** The most digits that an amount may have: as many as the largest unsigned 256-bit integer. */
export const AMOUNT_MAX_DIGITS = 78;
/** Longer texts are rejected unread: an amount with its dot, a sign and an exponent is far below. */
const AMOUNT_MAX_LENGTH = 2 * AMOUNT_MAX_DIGITS;

/** An amount as it is written: digits with at most one dot between them. */
export const AMOUNT_PATTERN = /^\d+(\.\d+)?$/;

/** The rule that an amount's text breaks, or undefined. How many decimals it may have depends on the asset. */
export function amountProblem(text: string): string | undefined {
  // First, because the patterns below take time by the square of the length. No other rule is told of such a text.
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

/**
 * A finite number in plain decimal notation, digit for digit the shortest text that reads back as the same number:
 * 1e-7 is `0.0000001`. Numbers of at most 15 significant digits come back exactly as they were written.
 */
export function plainDecimal(value: number): string {
  const [mantissa = '', exponentText] = String(value).split('e');
  if (exponentText === undefined) return mantissa;
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const TYPE_RULE =
  'must be a decimal string such as "100.25", or a JSON number of at most 15 significant digits';

/** An amount in a request: a decimal string, or a JSON number (whose digits the body's reader has checked). */
export const amountInput = z.pipe(
  z.union([z.string(), z.number()], {
    error: (issue) => (issue.input === undefined ? 'is required' : TYPE_RULE),
  }),
  z.transform((value: string | number, context) => {
    const text = typeof value === 'number' ? plainDecimal(value) : value;
    const problem = amountProblem(text);
    if (problem !== undefined) context.issues.push({ code: 'custom', message: problem, input: value });
    return text;
  }),
);
