/** Returns the characters with which a locale separates digit groups and decimals. */
function separatorsOf(locale: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const separatorOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  return { group: separatorOf('group') ?? ',', decimal: separatorOf('decimal') ?? '.' };
}

const PLAIN_NUMBER_PATTERN = /^(\d+(\.\d+)?|\.\d+)$/;

/** Whether the digit groups of a whole number are valid, as in `1,234,567` or, in India, `12,34,567`. */
const areDigitGroupsValid = (groups: readonly string[]) =>
  /^\d{1,3}$/.test(groups[0] ?? '') &&
  /^\d{3}$/.test(groups.at(-1) ?? '') &&
  groups.slice(1, -1).every((each) => /^\d{2,3}$/.test(each));

/**
 * Joins the integer digits and the decimals of a number, without unnecessary zeros: `01234` and `50` become
 * `1234.5`. Without digits, the result is `0`.
 */
function normalizeNumberText(integerDigits: string, fractionDigits: string): string {
  const significantDecimals = fractionDigits.replace(/0+$/, '');
  return `${integerDigits.replace(/^0+(?=\d)/, '') || '0'}${significantDecimals === '' ? '' : `.${significantDecimals}`}`;
}

/**
 * Converts an amount that a user typed in their locale to the API's format: `1,000.50` in English and `1.000,50` in
 * German become `1000.5`.
 * In `0.5`, the dot cannot be a thousands separator, so it is the decimal separator in German too. Undefined if the
 * text is not an amount or has two possible meanings.
 */
export function parseAmount(text: string, locale: string): string | undefined {
  const { group, decimal } = separatorsOf(locale);
  // Spaces and apostrophes can only separate groups of digits.
  const typedText = text.trim().replace(/[\s\u00a0\u202f'\u2019]/g, '');
  if (/^\d+$/.test(typedText)) return normalizeNumberText(typedText, '');
  const [typedIntegerPart = '', typedDecimals = '', ...otherParts] = typedText.split(decimal);
  if (otherParts.length > 0) return undefined;
  // A side of the decimal separator may be empty, as in `.5` or `100.`, but not both.
  const integerDigits = typedIntegerPart === '' && typedDecimals !== '' ? '0' : typedIntegerPart;
  const digitGroups = integerDigits.split(group);
  if (
    /^\d*$/.test(typedDecimals) &&
    (digitGroups.length === 1 || areDigitGroupsValid(digitGroups)) &&
    /^\d+$/.test(digitGroups.join(''))
  )
    return normalizeNumberText(digitGroups.join(''), typedDecimals);
  const withDotSeparator = typedText.replace(/[.,]/, '.');
  if (typedText.includes(decimal) || !PLAIN_NUMBER_PATTERN.test(withDotSeparator)) return undefined;
  const [digitsBeforeDot = '', digitsAfterDot = ''] = withDotSeparator.split('.');
  return digitsAfterDot.length === 3 ? undefined : normalizeNumberText(digitsBeforeDot, digitsAfterDot);
}
