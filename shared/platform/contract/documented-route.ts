import type * as z from 'zod/mini';
import { AMOUNT_MAX_DIGITS, AMOUNT_PATTERN } from './amounts.ts';
import { CURSOR_MAX_LENGTH } from './cursor.ts';
import type { MetaShape } from './responses.ts';
import type { Route } from './route.ts';

/** JSON Schema of a value in the form that the caller sends. */
interface FieldJsonSchema {
  readonly type: 'integer' | 'number' | 'string' | 'boolean' | 'array' | 'object';
  readonly [keyword: string]: unknown;
}

/** Description of a request field, with a JSON Schema if the field's zod schema does not show the format. */
export type FieldDescription = string | { readonly description: string; readonly schema: FieldJsonSchema };

export type RequestPart = 'params' | 'query' | 'body';

type FieldNamesOf<S> = S extends z.ZodMiniObject<infer Shape> ? keyof Shape : never;

/**
 * Type that requires a description for each request field of a route. If a description is missing, the code
 * does not compile.
 */
type FieldDescriptions<R extends Route> = {
  readonly [P in RequestPart as FieldNamesOf<R[P]> extends never ? never : P]: Readonly<
    Record<FieldNamesOf<R[P]>, FieldDescription>
  >;
};

/** A request that the service sends later to the `url` of the caller's original request. */
export interface CallbackDocumentation {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodMiniType;
}

/** Documentation of a route. The route's Lambda function does not load it. */
export interface RouteDocumentation {
  readonly description?: string;
  readonly fields: { readonly [P in RequestPart]?: Readonly<Record<string, FieldDescription>> };
  /** JSON Schema rules that involve more than one field of the body. */
  readonly bodyRules?: Readonly<Record<string, unknown>>;
  /** Schema of the field `data` of a success response. */
  readonly response: z.ZodMiniType;
  /** Schemas of the fields of `meta`, except `pagination`. */
  readonly meta?: MetaShape;
  readonly callbacks?: readonly CallbackDocumentation[];
  /** First characters of an example response without the JSON envelope, such as an HTML page. */
  readonly exampleText?: unknown;
  /** Example values for a first call. The documentation, the sample events and the tests use these values. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

/** A route with its documentation. Infrastructure, documents and tests use it. */
export type DocumentedRoute = Route & RouteDocumentation;

/** Combines a route with its documentation. If a request field has no description, the code does not compile. */
export function documentRoute<
  const R extends Route,
  const D extends RouteDocumentation & { readonly fields: FieldDescriptions<R> },
>(route: R, documentation: D): R & D {
  return { ...route, ...documentation };
}

export const PAGE_PARAMETER_DESCRIPTIONS = {
  page: 'Page number. A page after the last one is empty.',
  per_page: 'Items per page.',
} as const;

export const CURSOR_DESCRIPTIONS = {
  after: {
    description:
      'Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added.',
    schema: { type: 'string', minLength: 1, maxLength: CURSOR_MAX_LENGTH },
  },
  ...PAGE_PARAMETER_DESCRIPTIONS,
} as const;

/** Patterns of a date, a time of day and a moment. A moment is a date, or a date with a time of day and a time zone. */
const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME_OF_DAY_PATTERN = '([01]\\d|2[0-3]):[0-5]\\d';
const MOMENT_PATTERN = `^${DAY}(T${TIME_OF_DAY_PATTERN}(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]${TIME_OF_DAY_PATTERN}))?$`;

/**
 * Returns the documentation of a parameter that `momentParam` creates. The schema describes the text that the
 * caller sends.
 */
export function describeMoment(description: string): FieldDescription {
  return { description, schema: { type: 'string', pattern: MOMENT_PATTERN } };
}

/** Documentation of a field with the schema `amountInput`. */
export const AMOUNT_DESCRIPTION: FieldDescription = {
  description:
    'Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number with at most 15 significant digits is accepted too.',
  schema: { type: 'string', pattern: AMOUNT_PATTERN.source, maxLength: AMOUNT_MAX_DIGITS + 1 },
};
