import { LOCALE } from './locale.ts';

// A small loss that is rounded to zero has no sign.
const usdCurrencyOptions = { style: 'currency', currency: 'USD', signDisplay: 'negative' } as const;
const compactUsdFormat = new Intl.NumberFormat(LOCALE, {
  ...usdCurrencyOptions,
  notation: 'compact',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const centsFormat = new Intl.NumberFormat(LOCALE, usdCurrencyOptions);
const wholeNumberFormat = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const twoDecimalsOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const percentFormat = new Intl.NumberFormat(LOCALE, { ...twoDecimalsOptions, style: 'percent' });
const axisPercentFormat = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 4 });
const signedPercentFormat = new Intl.NumberFormat(LOCALE, {
  ...twoDecimalsOptions,
  style: 'percent',
  signDisplay: 'exceptZero',
});
const signedPercentagePointFormat = new Intl.NumberFormat(LOCALE, {
  ...twoDecimalsOptions,
  signDisplay: 'exceptZero',
});
const wholePercentFormat = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const amountFormat = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 6,
  roundingMode: 'trunc',
  signDisplay: 'negative',
});
const dateTimeFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });

const NO_VALUE_TEXT = '–';
type FormattableNumber = number | null | undefined;

/** Replaces the hyphen of a negative figure with a minus sign. */
const withMinusSign = (text: string) => text.replace('-', '−');

/** Formats US dollars in short form, such as `$1.23B`. Amounts below 10,000 are shown to the cent. */
export function formatShortUsd(value: FormattableNumber): string {
  if (value === null || value === undefined) return NO_VALUE_TEXT;
  return withMinusSign(Math.abs(value) < 10_000 ? centsFormat.format(value) : compactUsdFormat.format(value));
}

/** Formats the full amount in US dollars, to the cent. */
export function formatUsd(value: FormattableNumber): string {
  return value === null || value === undefined ? NO_VALUE_TEXT : withMinusSign(centsFormat.format(value));
}

/** Formats a number of days, rounded up. */
export function formatDays(value: number): string {
  return formatCount(Math.ceil(value), 'day');
}

/** Formats a percentage. The value is in percent: 5 becomes `5.00%`. */
export function formatPercent(value: FormattableNumber): string {
  return value === null || value === undefined
    ? NO_VALUE_TEXT
    : withMinusSign(percentFormat.format(value / 100));
}

/** Formats a round percentage on an axis, without needless decimals: 5 becomes `5%`. */
export function formatAxisPercent(value: number): string {
  return withMinusSign(axisPercentFormat.format(value / 100));
}

/** Formats a change in percent or in percentage points, with its sign. */
export function formatChange(
  value: FormattableNumber,
  unit: '%' | 'points' | 'percentage points' = '%',
): string {
  if (value === null || value === undefined) return NO_VALUE_TEXT;
  const text =
    unit === '%'
      ? signedPercentFormat.format(value / 100)
      : `${signedPercentagePointFormat.format(value)} ${unit}`;
  return withMinusSign(text);
}

/** Formats a fraction of 1 as a percentage without decimals. */
export function formatShare(value: FormattableNumber): string {
  if (value === null || value === undefined) return NO_VALUE_TEXT;
  return value > 0 && value < 0.005
    ? `<${wholePercentFormat.format(0.01)}`
    : wholePercentFormat.format(value);
}

/**
 * Rounds values to whole numbers that add up to `total`. The values with the largest remainders are rounded up.
 * `total` must differ from the sum of the values by less than 1.
 */
export function roundToTotal(values: readonly number[], total: number): number[] {
  const flooredValues = values.map(Math.floor);
  // A floating-point error can make the total smaller than the sum of the rounded-down values.
  const roundedUpCount = Math.max(
    0,
    flooredValues.reduce((rest, flooredValue) => rest - flooredValue, total),
  );
  const remainderAt = (index: number) => (values[index] ?? 0) - (flooredValues[index] ?? 0);
  const indexesSortedByRemainder = [...values.keys()].sort(
    (one, other) => remainderAt(other) - remainderAt(one),
  );
  const roundedUpIndexes = new Set(indexesSortedByRemainder.slice(0, roundedUpCount));
  return flooredValues.map((flooredValue, index) => flooredValue + (roundedUpIndexes.has(index) ? 1 : 0));
}

/**
 * Formats the parts of a whole (each a fraction of 1) as whole percentages that add up: three thirds become 34%, 33%
 * and 33%. A part that is above 0 but rounds to 0% becomes `<1%`.
 */
export function formatShares(fractions: readonly number[]): string[] {
  const percentages = fractions.map((part) => part * 100);
  const total = percentages.reduce((sum, percentage) => sum + percentage, 0);
  return roundToTotal(percentages, Math.round(total)).map((wholePercent, index) => {
    return wholePercent === 0
      ? formatShare(Math.min(fractions[index] ?? 0, 0.004))
      : wholePercentFormat.format(wholePercent / 100);
  });
}

export function formatDecimal(value: number, fractionDigits: number): string {
  return value.toLocaleString(LOCALE, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Formats exact decimal text of an asset amount: at most six decimals, rounded down. Returns other text unchanged. */
export function formatAmount(text: string): string {
  return isDecimal(text) ? withMinusSign(amountFormat.format(text)) : text;
}

/** `title` is the exact amount if the text leaves digits out. */
export interface FormattedFigure {
  readonly text: string;
  readonly title?: string;
}

const CENT = 0.01;

/**
 * Formats an amount of an asset for a table. An amount worth less than one cent is shown as `<$0.01`. A loss of less
 * than one cent is shown as `$0.00`, with the exact amount as the title.
 *
 * @param price the price of one unit of the asset in US dollars; undefined if unknown
 * @param reason text to add to the title of such a loss, which explains the loss
 */
export function formatAssetAmount(
  amount: string,
  { asset, price, reason = '' }: { asset: string; price: number | undefined; reason?: string },
): FormattedFigure {
  const exactAmountText = `${withMinusSign(amount)} ${asset}`;
  const valueUsd = price === undefined ? Number.NaN : Number(amount) * price;
  if (Number(amount) === 0 || !(Math.abs(valueUsd) < CENT))
    return { text: `${formatAmount(amount)} ${asset}`, title: exactAmountText };
  return valueUsd < 0
    ? { text: formatUsd(0), title: `${exactAmountText}. ${reason}`.trim() }
    : { text: `<${formatUsd(CENT)}`, title: exactAmountText };
}

const feeFormat = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });

/** Formats a network fee in the chain's native coin, to two significant digits. */
export const formatFee = (value: number): string => feeFormat.format(value);

export function formatNumber(value: FormattableNumber): string {
  return value === null || value === undefined ? NO_VALUE_TEXT : wholeNumberFormat.format(value);
}

/** Formats a number, or an already formatted number, with its noun: `1 key` or `2 keys`. */
export const formatCount = (value: number | string, singular: string, plural = `${singular}s`): string =>
  `${typeof value === 'number' ? formatNumber(value) : value} ${Number(value) === 1 ? singular : plural}`;

const TIME_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relativeTimeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a time relative to another time, such as `3 hours ago` or `in 2 days`. */
export function formatRelativeTime(atMs: number, nowMs: number): string {
  const secondsFromNow = (atMs - nowMs) / 1_000;
  const [unit, secondsPerUnit] = TIME_UNITS.find(([, each]) => Math.abs(secondsFromNow) >= each) ?? [];
  if (unit === undefined || secondsPerUnit === undefined)
    return Math.abs(secondsFromNow) < 45
      ? 'just now'
      : relativeTimeFormat.format(Math.round(secondsFromNow / 60), 'minute');
  // A past time is rounded down, like an age. A future time is rounded to the nearest unit, so that 90 days are shown
  // as 3 months.
  const amount = secondsFromNow / secondsPerUnit;
  return relativeTimeFormat.format(amount < 0 ? Math.trunc(amount) : Math.round(amount), unit);
}

/** Formats the exact time in the user's time zone and in UTC. */
export function formatExactTime(atMs: number): string {
  const at = new Date(atMs);
  return `${dateTimeFormat.format(at)} (${at.toISOString()})`;
}

const SPELLING_BY_WORD: Readonly<Record<string, string>> = {
  aave: 'Aave',
  bnb: 'BNB',
  bsc: 'BSC',
  ips: 'IPs',
  lp: 'LP',
  tvl: 'TVL',
  apy: 'APY',
  url: 'URL',
  usd: 'USD',
  usde: 'USDe',
  zksync: 'zkSync',
};

/** Formats a key of the API as a title: `aave-v3` becomes `Aave v3`, `liquidity_pool` becomes `Liquidity pool`. */
export function formatKeyAsTitle(key: string): string {
  const [first = '', ...otherWords] = key.split(/[-_ ]/);
  const head = SPELLING_BY_WORD[first] ?? first.charAt(0).toUpperCase() + first.slice(1);
  return [head, ...otherWords.map((word) => SPELLING_BY_WORD[word] ?? word)].join(' ');
}

/** Shortens an address or id to its first 6 and last 4 characters. Text of at most 14 characters is unchanged. */
export function shortenAddressOrId(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}
