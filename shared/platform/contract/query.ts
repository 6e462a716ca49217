import * as z from 'zod/mini';

/** Items per page when the caller does not say, and at most, for every collection. */
const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;
/** The last page that can be asked for: page x per_page stays an exact integer everywhere. */
export const PAGE_MAX = 1_000_000_000;

const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i;

const toNumber = (text: string) => Number(text);

/**
 * A whole number in plain decimal digits within [min, max]. The number that the text is read as has the bounds, as it is
 * what the documents show.
 */
export function integerParam({ min, max }: { min: number; max: number }) {
  const rule = `must be a whole number from ${min} to ${max}`;
  const out = z.int(rule).check(z.minimum(min, rule), z.maximum(max, rule));
  return z.pipe(z.string().check(z.regex(INTEGER, rule)), z.pipe(z.transform(toNumber), out));
}

/** A number in decimal notation, with or without an exponent, within [min, max]. */
export function numberParam({ min, max }: { min: number; max: number }) {
  const rule = `must be a decimal number from ${min} to ${max}`;
  return decimal(rule, z.number(rule).check(z.minimum(min, rule), z.maximum(max, rule)));
}

/** Any finite number: a bound that no figure reaches is a fair question, with an empty answer. */
export function finiteParam() {
  const rule = 'must be a decimal number';
  return decimal(rule, z.number(rule));
}

/** Amounts of money have a notation of their own, in which no digit is lost. */
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
 * No control, bidirectional, invisible or line-separating characters, no fillers that look like blanks, no halves of
 * characters, and no replacement character. The joiners U+200C and U+200D are allowed, because scripts and emoji need them. The classes are written as numbers, because
 * Unicode's own are tables that every start of a function would make.
 */
export const PRINTABLE =
  /^[\u0350-\u061b -~\u00a0-\u00ac\u00ae-\u034e\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u200c-\u200d\u2010-\u2027\u202f-\u205f\u2070-\u3163\u3165-\ud7ff\ue000-\ufefe\uff00-\uff9f\uffa1-\ufffc\ufffe-\u{1d172}\u{1d17b}-\u{dffff}\u{e0080}-\u{10ffff}]*$/u;

/** Spaces, the blank Braille pattern, joiners and variation selectors: a text of these alone shows nothing. */
const BLANK = /^(?:[\s\u2800]|\u200c|\u200d|[\ufe00-\ufe0f])*$/u;

/** Text of 1 to `max` characters, as the caller wrote it, with at least one visible character. */
export function textParam(max: number) {
  const rule = `must be 1 to ${max} printable characters`;
  return z.string().check(
    z.minLength(1, rule),
    z.maxLength(max, rule),
    z.regex(PRINTABLE, rule),
    z.refine((text) => text === '' || !BLANK.test(text), 'must not be blank'),
  );
}

/** A list of 1 to `max` items, separated by commas or given one by one, each checked by `item`; repeats are left out. */
export function listParam<T extends z.ZodMiniType<unknown, string>>(item: T, max: number) {
  const rule = `must be 1 to ${max} values separated by commas`;
  const textsOf = (given: string | string[]) =>
    [given].flat().flatMap((text) => text.split(',').map((part) => part.trim()));
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())], {
        error: ({ input }) => (input === undefined ? 'is required' : rule),
      }),
      z.transform(textsOf),
    ),
    // How many there are is asked before what they are, so that many wrong ones are one mistake.
    z.pipe(
      z.array(z.string()).check(z.minLength(1, rule), z.maxLength(max, rule)),
      z.pipe(
        z.transform((texts: string[]) => [...new Set(texts)]),
        z.array(item).check(z.minLength(1, rule), z.maxLength(max, rule)),
      ),
    ),
  );
}

/** An asset symbol in any letter case, understood as upper case. */
export function assetParam() {
  return textParam(64).check(z.toUpperCase());
}

/** `true` or `false`. */
export function booleanParam() {
  return z.pipe(
    enumParam(['true', 'false']),
    z.pipe(
      z.transform((value: 'true' | 'false') => value === 'true'),
      z.boolean(),
    ),
  );
}

/** The two parameters of every collection: pure, so that no function makes them that has none. */
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
 * A day (UTC) or a moment, as epoch milliseconds: for `start` its first one, for `end` the one after its last, so that
 * both ends of a range are inclusive for the caller.
 */
export function momentParam(edge: 'start' | 'end') {
  const day = z.iso.date();
  const moment = z.iso.datetime({ offset: true });
  return z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      if (day.safeParse(text).success) return Date.parse(text) + (edge === 'end' ? DAY_MS : 0);
      if (moment.safeParse(text).success) return Date.parse(text) + (edge === 'end' ? 1 : 0);
      context.issues.push({ code: 'custom', message: MOMENT_RULE, input: text });
      return z.NEVER;
    }),
  );
}
