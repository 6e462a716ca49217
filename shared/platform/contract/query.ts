import * as z from 'zod';

/** Items per page when the caller does not say, and at most, for every collection. */
export const PER_PAGE_DEFAULT = 10;
export const PER_PAGE_MAX = 100;
/** The last page that can be asked for: page x per_page stays an exact integer everywhere. */
export const PAGE_MAX = 1_000_000_000;

const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/;

/** How a parameter reads in OpenAPI: its wire type, which the string pattern behind it does not show. */
export interface WireSchema {
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'array';
  readonly [keyword: string]: unknown;
}

/** Attaches the wire type, so that the documentation derives from the same call as the check. */
function documented<T extends z.ZodType>(schema: T, wire: WireSchema): T {
  return schema.meta({ wire });
}

/** A whole number in plain decimal digits within [min, max]. */
export function integerParam(range: { min: number; max: number }) {
  const rule = `must be a whole number from ${range.min} to ${range.max}`;
  const schema = z
    .string()
    .regex(INTEGER, rule)
    .transform(Number)
    .refine((value) => value >= range.min && value <= range.max, rule);
  return documented(schema, { type: 'integer', minimum: range.min, maximum: range.max });
}

/** A number in plain decimal notation (no exponent) within [min, max]. */
export function numberParam(range: { min: number; max: number }) {
  const rule = `must be a decimal number from ${range.min} to ${range.max}`;
  const schema = z
    .string()
    .regex(DECIMAL, rule)
    .transform(Number)
    .refine((value) => value >= range.min && value <= range.max, rule);
  return documented(schema, { type: 'number', minimum: range.min, maximum: range.max });
}

const FINITE = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?$/i;

/** Any finite number: a bound that no figure reaches is a fair question, with an empty answer. */
export function finiteParam() {
  const rule = 'must be a decimal number';
  const schema = z
    .string()
    .max(64, rule)
    .regex(FINITE, rule)
    .transform(Number)
    .refine((value) => Number.isFinite(value), rule);
  return documented(schema, { type: 'number' });
}

/** One of the choices, in any letter case. */
export function enumParam<const T extends readonly [string, ...string[]]>(choices: T) {
  const rule = `must be one of ${choices.join(', ')}`;
  const schema = z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.enum(choices, { error: rule }));
  return documented(schema, { type: 'string', enum: choices });
}

/** Text of 1 to `max` characters without control characters, as the caller wrote it. */
export function textParam(max: number) {
  const rule = `must be 1 to ${max} printable characters`;
  const schema = z
    .string()
    .min(1, rule)
    .max(max, rule)
    .refine((value) => !/[\p{Cc}\p{Cs}\uFFFD]/u.test(value), rule);
  return documented(schema, { type: 'string', minLength: 1, maxLength: max });
}

/** The schemas of lists, which callers may also write by repeating the parameter. */
const LISTS = new WeakSet<object>();

/** Whether a parameter is a list: `a=1,2` and `a=1&a=2` are then the same. */
export function isList(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  if (LISTS.has(schema)) return true;
  const { def } = schema._zod;
  return 'innerType' in def && def.innerType instanceof z.core.$ZodType && isList(def.innerType);
}

/** A list of 1 to `max` different items, separated by commas or repeated, each checked by `item`. */
export function listParam<T extends z.ZodType<unknown, string>>(item: T, max: number) {
  const rule = `must be 1 to ${max} values separated by commas`;
  const schema = z
    .string()
    .transform((value) => [...new Set(value.split(',').map((part) => part.trim()))])
    .pipe(z.array(item).min(1, rule).max(max, rule));
  const list = documented(schema, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: max });
  LISTS.add(list);
  return list;
}

/** An asset symbol in any letter case, understood as upper case. */
export const assetParam = textParam(64).transform((value) => value.toUpperCase());

/** `true` or `false`. */
export const booleanParam = documented(
  enumParam(['true', 'false']).transform((value) => value === 'true'),
  { type: 'boolean' },
);

/** The two parameters of every collection. */
export const pageParams = {
  page: integerParam({ min: 1, max: PAGE_MAX })
    .default(1)
    .meta({ description: 'Page number. A page past the end is empty, with the true totals.' }),
  per_page: integerParam({ min: 1, max: PER_PAGE_MAX })
    .default(PER_PAGE_DEFAULT)
    .meta({ description: 'Items per page.' }),
} as const;

export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

const DAY_MS = 86_400_000;
const MOMENT_RULE = 'must be a day (2026-03-31) or an ISO 8601 time with its zone (2026-03-31T12:00:00Z)';

/**
 * A day (UTC) or a moment, as epoch milliseconds: for `start` its first one, for `end` the one after its last, so that
 * both ends of a range are inclusive for the caller.
 */
export function momentParam(edge: 'start' | 'end') {
  const schema = z.string().transform((text, context) => {
    if (z.iso.date().safeParse(text).success) return Date.parse(text) + (edge === 'end' ? DAY_MS : 0);
    if (z.iso.datetime({ offset: true }).safeParse(text).success) {
      return Date.parse(text) + (edge === 'end' ? 1 : 0);
    }
    context.addIssue({ code: 'custom', message: MOMENT_RULE });
    return z.NEVER;
  });
  return documented(schema, { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] });
}
