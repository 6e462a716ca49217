import * as z from 'zod/mini';

/** Default and maximum number of items per page. They apply to every list. */
const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;
/** Maximum page number. With this limit, a double represents page * per_page exactly. */
export const PAGE_NUMBER_MAX = 1_000_000_000;

const INTEGER_PATTERN = /^[+-]?\d{1,15}$/;
const DECIMAL_PATTERN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i;

const toNumber = (text: string) => Number(text);

/** Creates the schema of a whole number from `min` to `max`, which is sent as text. */
export function integerParam({ min, max }: { min: number; max: number }) {
  const rule = `must be a whole number from ${min} to ${max}`;
  const out = z.int(rule).check(z.minimum(min, rule), z.maximum(max, rule));
  return z.pipe(z.string().check(z.regex(INTEGER_PATTERN, rule)), z.pipe(z.transform(toNumber), out));
}

/**
 * Creates the schema of a decimal number, with or without an exponent. The number must be from `min` to
 * `max`, or at least `min` if there is no `max`.
 */
export function numberParam({ min, max }: { min: number; max?: number }) {
  if (max === undefined) {
    const rule = `must be a decimal number of at least ${min}`;
    return createDecimalSchema(rule, z.number(rule).check(z.minimum(min, rule)));
  }
  const rule = `must be a decimal number from ${min} to ${max}`;
  return createDecimalSchema(rule, z.number(rule).check(z.minimum(min, rule), z.maximum(max, rule)));
}

/**
 * Creates the schema of a decimal number without limits. Filters use it, because a value that no item can have must
 * give an empty list and not an error.
 */
export function finiteNumberParam() {
  const rule = 'must be a decimal number';
  return createDecimalSchema(rule, z.number(rule));
}

/**
 * Creates the schema of a decimal number. It must not be used for amounts of money, because a number loses
 * digits of long amounts.
 */
function createDecimalSchema(rule: string, out: z.ZodMiniNumber<number>) {
  return z.pipe(
    z.string().check(z.maxLength(64, rule), z.regex(DECIMAL_PATTERN, rule)),
    z.pipe(z.transform(toNumber), out),
  );
}

/** Creates the schema of a text that must be one of the choices, in any letter case. */
export function enumParam<const T extends readonly [string, ...string[]]>(choices: T) {
  return z.pipe(
    z.string().check(z.toLowerCase()),
    z.enum(choices, { error: `must be one of ${choices.join(', ')}` }),
  );
}

/**
 * Pattern of printable text, without invisible characters and characters that change the text direction. The
 * joiners U+200C and U+200D are allowed, because some scripts and emoji need them.
 * Numeric ranges are used, because Unicode property classes would slow down each start of a function.
 */
export const PRINTABLE_TEXT_PATTERN =
  /^[\u0350-\u061b -~\u00a0-\u00ac\u00ae-\u034e\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u200c-\u200d\u2010-\u2027\u202f-\u205f\u2070-\u3163\u3165-\ud7ff\ue000-\ufefe\uff00-\uff9f\uffa1-\ufffc\ufffe-\u{1d172}\u{1d17b}-\u{dffff}\u{e0080}-\u{10ffff}]*$/u;

/** Matches a visible character. The blank Braille pattern (U+2800) shows nothing and is excluded. */
const VISIBLE_CHARACTER_PATTERN = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns whether a text contains a visible character. ASCII is checked first, because the first use of
 * VISIBLE_CHARACTER_PATTERN is slow.
 */
export const hasVisibleCharacter = (text: string): boolean =>
  /[!-~]/.test(text) || VISIBLE_CHARACTER_PATTERN.test(text);

/**
 * Creates the schema of a text with 1 to `max` characters. The text must contain a visible character. It is not
 * trimmed or changed.
 */
export function textParam(max: number) {
  const rule = `must be 1 to ${max} printable characters`;
  return z.string().check(
    z.minLength(1, rule),
    z.maxLength(max, rule),
    z.regex(PRINTABLE_TEXT_PATTERN, rule),
    z.refine((text) => text === '' || hasVisibleCharacter(text), 'must contain a visible character'),
  );
}

/**
 * Creates the schema of a list with 1 to `max` values. The caller separates them by commas or repeats the
 * parameter. `item` checks each value. Duplicates are removed.
 */
export function listParam<T extends z.ZodMiniType<unknown, string>>(item: T, max: number) {
  const rule = `must be 1 to ${max} values separated by commas`;
  const toTextArray = (input: string | string[]) =>
    [input].flat().flatMap((text) => text.split(',').map((part) => part.trim()));
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())], {
        error: ({ input }) => (input === undefined ? 'is required' : rule),
      }),
      z.transform(toTextArray),
    ),
    // Check the number of values first, so that a list with too many values causes only one issue.
    z.pipe(
      z.array(z.string()).check(z.minLength(1, rule), z.maxLength(max, rule)),
      z.pipe(
        z.transform((texts: string[]) => [...new Set(texts)]),
        z.array(item).check(z.minLength(1, rule), z.maxLength(max, rule)),
      ),
    ),
  );
}

/** Creates the schema of an asset symbol. Any letter case is accepted and converted to upper case. */
export function assetParam() {
  return textParam(64).check(z.toUpperCase());
}

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
 * Page parameters of every list. The `@__PURE__` marks let the bundler remove the parameters from functions that return
 * no list.
 */
export const pageParams = {
  page: /* @__PURE__ */ z._default(/* @__PURE__ */ integerParam({ min: 1, max: PAGE_NUMBER_MAX }), 1),
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
 * Creates the schema of a parameter with a UTC date or a time. The result is in epoch milliseconds: for `start` the
 * first millisecond of the date or time, for `end` the first millisecond after it.
 */
export function momentParam(edge: 'start' | 'end') {
  const day = z.iso.date();
  const dateTimeSchema = z.iso.datetime({ offset: true });
  return z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      if (day.safeParse(text).success) return Date.parse(text) + (edge === 'end' ? DAY_MS : 0);
      if (dateTimeSchema.safeParse(text).success) return Date.parse(text) + (edge === 'end' ? 1 : 0);
      context.issues.push({ code: 'custom', message: MOMENT_RULE, input: text });
      return z.NEVER;
    }),
  );
}
