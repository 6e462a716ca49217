import type * as z from 'zod/mini';
import { AMOUNT_MAX_DIGITS, AMOUNT_PATTERN } from './amounts.ts';
import { CURSOR_MAX_LENGTH } from './cursor.ts';
import type { MetaShape } from './responses.ts';
import type { Route } from './route.ts';

/** How a value reads in OpenAPI. */
interface WireSchema {
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'array' | 'object';
  readonly [keyword: string]: unknown;
}

/** What a value of a request means; with the schema on the wire where the check behind it does not show that. */
export type FieldText = string | { readonly description: string; readonly schema: WireSchema };

/** Where the values of a request stand. */
export type RequestPart = 'params' | 'query' | 'body';

type FieldsOf<S> = S extends z.ZodMiniObject<infer Shape> ? keyof Shape : never;

/** A text for each value that a request to the route may carry: one that is missing does not compile. */
type FieldTexts<R extends Route> = {
  readonly [P in RequestPart as FieldsOf<R[P]> extends never ? never : P]: Readonly<
    Record<FieldsOf<R[P]>, FieldText>
  >;
};

/** What the service sends by itself, from then on, to the `url` that a request gave: its name, and what is in it. */
export interface Callback {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodMiniType;
}

/** What readers of the API need of a route and its function does not load. */
export interface RouteDocumentation {
  readonly description?: string;
  readonly fields: { readonly [P in RequestPart]?: Readonly<Record<string, FieldText>> };
  /** What holds of the body's fields together, in JSON schema's words. */
  readonly bodyRules?: Readonly<Record<string, unknown>>;
  /** Schema of `data`. */
  readonly response: z.ZodMiniType;
  /** Keys of `meta` beside `pagination`. */
  readonly meta?: MetaShape;
  readonly callbacks?: readonly Callback[];
  /** The beginning of an answer that stands outside the envelope. */
  readonly exampleText?: unknown;
  /** Values that make a good first call: for the documentation, the events and the tests. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

/** A route with all that is known of it: what infrastructure, documents and tests read. */
export type DocumentedRoute = Route & RouteDocumentation;

/** Puts a route and its documentation together; a value of a request without a text does not compile. */
export function documentRoute<
  const R extends Route,
  const D extends RouteDocumentation & { readonly fields: FieldTexts<R> },
>(route: R, documentation: D): R & D {
  return { ...route, ...documentation };
}

/** The two parameters of every collection. */
export const PAGE_TEXTS = {
  page: 'Page number. A page past the end is empty, with the true totals.',
  per_page: 'Items per page.',
} as const;

/** The parameters of a collection that can change while a caller reads it. */
export const CURSOR_TEXTS = {
  after: {
    description:
      'Cursor: the `meta.next_after` of the answer before. Keeps only what comes after it, so that each item is read once even if others are added.',
    schema: { type: 'string', minLength: 1, maxLength: CURSOR_MAX_LENGTH },
  },
  ...PAGE_TEXTS,
} as const;

/** A day, or a time with its zone. */
const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME_OF_DAY = '([01]\\d|2[0-3]):[0-5]\\d';
const MOMENT_PATTERN = `^${DAY}(T${TIME_OF_DAY}(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]${TIME_OF_DAY}))?$`;

/** Of a `momentParam`, which is read as epoch milliseconds. */
export function momentText(description: string): FieldText {
  return { description, schema: { type: 'string', pattern: MOMENT_PATTERN } };
}

/** Of an `amountInput`, whose digits the service checks. */
export const AMOUNT_TEXT: FieldText = {
  description:
    'Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number of at most 15 significant digits is understood too.',
  schema: { type: 'string', pattern: AMOUNT_PATTERN.source, maxLength: AMOUNT_MAX_DIGITS + 1 },
};
