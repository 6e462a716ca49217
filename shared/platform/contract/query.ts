import * as z from 'zod/mini';

/** Default and limit of items per page, for every list. */
const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;
/** Highest page number. page * per_page must stay an exact integer. */
export const PAGE_MAX = 1_000_000_000;

const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i;

const toNumber = (text: string) => Number(text);

/**
 * A whole number in decimal digits from `min` to `max`. The bounds are on the parsed number, which the
 * documents show.
 */
export function integerParam({ min, max }: { min: number; max: number }) {
  const rule = `must be a whole number from ${min} to ${max}`;
  const out = z.int(rule).check(z.minimum(min, rule), z.maximum(max, rule));
  return z.pipe(z.string().check(z.regex(INTEGER, rule)), z.pipe(z.transform(toNumber), out));
}

/** A decimal number from `min` to `max`, or of at least `min`, with or without an exponent. */
export function numberParam({ min, max }: { min: number; max?: number }) {
  if (max === undefined) {
    const rule = `must be a decimal number of at least ${min}`;
    return decimal(rule, z.number(rule).check(z.minimum(min, rule)));
  }
  const rule = `must be a decimal number from ${min} to ${max}`;
  return decimal(rule, z.number(rule).check(z.minimum(min, rule), z.maximum(max, rule)));
}

/** Any finite number, without bounds. A filter that excludes everything is valid. */
export function finiteParam() {
  const rule = 'must be a decimal number';
  return decimal(rule, z.number(rule));
}

/**
 * Only for numbers that are not amounts of money. Amounts have their own notation, which keeps all digits.
 */
function decimal(rule: string, out: z.ZodMiniNumber<number>) {
  return z.pipe(
    z.string().check(z.maxLength(64, rule), z.regex(DECIMAL, rule)),
    z.pipe(z.transform(toNumber), out),
  );
}

/** One of the choices, in any letter case. */
export function enumParam<const T extends readonly [string, ...string[]]>(choices: T) {
  return z.pipe(
    z.string().check(z.toLowerCase()),
    z.enum(choices, { error: `must be one of ${choices.join(', ')}` }),
  );
}

/**
 * Printable text. Excludes control, bidirectional, invisible and line-separating characters, fillers that
 * look like blanks, lone surrogates, and the replacement character. Allows the joiners U+200C and U+200D,
 * which scripts and emoji need.
 * The ranges are numeric, because Unicode property classes would be built at each start of a function.
 */
export const PRINTABLE =
  /^[\u0350-\u061b -~\u00a0-\u00ac\u00ae-\u034e\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u200c-\u200d\u2010-\u2027\u202f-\u205f\u2070-\u3163\u3165-\ud7ff\ue000-\ufefe\uff00-\uff9f\uffa1-\ufffc\ufffe-\u{1d172}\u{1d17b}-\u{dffff}\u{e0080}-\u{10ffff}]*$/u;

/** Matches a visible character. The blank Braille pattern is the only symbol that shows nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Whether a text has a character that a reader can see. ASCII is checked first, because the engine builds the
 * Unicode property classes at their first use.
 */
export const hasVisibleCharacter = (text: string): boolean => /[!-~]/.test(text) || VISIBLE.test(text);

/** Text of 1 to `max` characters, as the caller wrote it, with at least one visible character. */
export function textParam(max: number) {
  const rule = `must be 1 to ${max} printable characters`;
  return z.string().check(
    z.minLength(1, rule),
    z.maxLength(max, rule),
    z.regex(PRINTABLE, rule),
    z.refine((text) => text === '' || hasVisibleCharacter(text), 'must contain a visible character'),
  );
}

/**
 * A list of 1 to `max` values, separated by commas or as repeated parameters. `item` checks each value.
 * Duplicates are removed.
 */
export function listParam<T extends z.ZodMiniType<unknown, string>>(item: T, max: number) {
  const rule = `must be 1 to ${max} values separated by commas`;
  const textsOf = (input: string | string[]) =>
    [input].flat().flatMap((text) => text.split(',').map((part) => part.trim()));
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())], {
        error: ({ input }) => (input === undefined ? 'is required' : rule),
      }),
      z.transform(textsOf),
    ),
    // Checks the number of values before the values, so that too many wrong values are one issue.
    z.pipe(
      z.array(z.string()).check(z.minLength(1, rule), z.maxLength(max, rule)),
      z.pipe(
        z.transform((texts: string[]) => [...new Set(texts)]),
        z.array(item).check(z.minLength(1, rule), z.maxLength(max, rule)),
      ),
    ),
  );
}

/** An asset symbol in any letter case, converted to upper case. */
export function assetParam() {
  return textParam(64).check(z.toUpperCase());
}

/** Parses `true` and `false`. */
export function booleanParam() {
  return z.pipe(
    enumParam(['true', 'false']),
    z.pipe(
      z.transform((value: 'true' | 'false') => value === 'true'),
      z.boolean(),
    ),
  );
}

/**
 * The page parameters of every list. The pure marks let the bundler drop them from functions without a list.
 */
export const pageParams = {
  page: /* @__PURE__ */ z._default(/* @__PURE__ */ integerParam({ min: 1, max: PAGE_MAX }), 1),
  per_page: /* @__PURE__ */ z._default(
    /* @__PURE__ */ integerParam({ min: 1, max: PER_PAGE_MAX }),
    PER_PAGE_DEFAULT,
  ),
} as const;

export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

const DAY_MS = 86_400_000;
const MOMENT_RULE = 'must be a date (2026-03-31) or an ISO 8601 time with a time zone (2026-03-31T12:00:00Z)';

/**
 * A UTC date or a moment, parsed to epoch milliseconds: the first millisecond for `start`, the one after the
 * last for `end`. Both ends of a range are therefore inclusive for the caller.
 */
export function momentParam(edge: 'start' | 'end') {
  const day = z.iso.date();
  const dateTime = z.iso.datetime({ offset: true });
  return z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      if (day.safeParse(text).success) return Date.parse(text) + (edge === 'end' ? DAY_MS : 0);
      if (dateTime.safeParse(text).success) return Date.parse(text) + (edge === 'end' ? 1 : 0);
      context.issues.push({ code: 'custom', message: MOMENT_RULE, input: text });
      return z.NEVER;
    }),
  );
}
