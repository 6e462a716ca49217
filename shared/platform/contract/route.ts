import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/**
 * The callers that may use a route. `public`: everybody. `authenticated`: callers with any valid credential.
 * `session`: callers with a session. The name of a scope: callers whose credential has this scope.
 */
export type RouteAccess = 'public' | 'authenticated' | 'session' | Scope;

/**
 * Whether the route's Lambda function reads or writes items of the table. Reads and writes for the rate limit
 * do not count, because every request makes them.
 */
export type TableAccess = 'none' | 'read' | 'write';

/** Declares one endpoint. Infrastructure, validation, documents and tests are derived from this record. */
export interface Route {
  /**
   * Id of the route, as `group.action`. It is also the name of the handler file, the Lambda function, the
   * sample event and the OpenAPI operation.
   */
  readonly id: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whether the route also accepts HEAD requests, which monitoring tools send. */
  readonly head?: boolean;
  /** Path without the version segment. Path parameters are written as `{name}`. */
  readonly path: `/${string}`;
  /** Ids of the API versions that contain the route. If absent, all versions contain it. */
  readonly versions?: readonly string[];
  readonly summary: string;
  readonly access: RouteAccess;
  readonly table: TableAccess;
  /**
   * Kinds of items that the Lambda function may write. If absent, the function may write all kinds that its
   * code uses.
   */
  readonly writes?: readonly string[];
  /** Whether the function's DynamoDB transactions check that the caller's credential is still active. */
  readonly checksCaller?: boolean;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  readonly status: 200 | 201;
  /**
   * Path of the created resource, for routes with status 201. `{field}` is replaced by a field of the
   * response data.
   */
  readonly location?: `/${string}`;
  readonly paginated: boolean;
  /** Whether the response may be compressed with gzip. */
  readonly compressed?: boolean;
  /** Whether the route supports the header `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Error codes of this route. They do not include the codes that every route has. */
  readonly errors: readonly ErrorCode[];
  /**
   * Error code by field. It replaces `invalid_request` if the first issue of a request is about this field.
   */
  readonly fieldErrors?: Readonly<Record<string, ErrorCode>>;
  readonly lambda?: {
    readonly memoryMb?: number;
    readonly timeoutSeconds?: number;
    /** Names of additional environment variables that the Lambda function needs (see shared/platform/config.ts). */
    readonly settings?: readonly string[];
  };
  /** Format of a response without the envelope. */
  readonly format?: 'openapi' | 'html';
}

type ParsedInput<T> = T extends z.ZodMiniType ? z.output<T> : undefined;

export interface RouteInput<R extends Route> {
  readonly params: ParsedInput<R['params']>;
  readonly query: ParsedInput<R['query']>;
  readonly body: ParsedInput<R['body']>;
}

/** The compiler shows this type if a route declares a query parameter that its use case does not apply. */
interface UnappliedParameter<Name> {
  readonly 'declared and not applied': Name;
}

/**
 * Type of the query of a use case. `Name` lists the parameters that the use case applies.
 * The type does not compile if `Name` lacks a query parameter of the route, except `page` and `per_page`.
 */
export type AppliedQuery<R extends Route, Name extends keyof RouteInput<R>['query']> = [
  Exclude<keyof RouteInput<R>['query'], Name | 'page' | 'per_page'>,
] extends [never]
  ? RouteInput<R>['query']
  : UnappliedParameter<Exclude<keyof RouteInput<R>['query'], Name | 'page' | 'per_page'>>;

export function routeMethods({ method, head }: Route): readonly string[] {
  return head === true ? [method, 'HEAD'] : [method];
}

/**
 * Declares a route. The result keeps the exact types of the record, so that the handler's input type is
 * inferred from the schemas.
 */
export function defineRoute<const R extends Route>(record: R): R {
  return record;
}

/**
 * Returns the error codes that every route with the same access can return. `errors` of the route does not
 * contain them.
 */
export function commonErrorCodesOf(route: Route): readonly ErrorCode[] {
  const commonErrorCodes: ErrorCode[] = [
    'invalid_request',
    'not_found',
    'rate_limit_exceeded',
    'internal_error',
  ];
  if (route.access === 'public') return commonErrorCodes;
  // Every route with authentication can return `forbidden`, because the caller's IP address may not be in the
  // key's allowlist.
  const authenticatedErrorCodes = [...commonErrorCodes, 'unauthorized', 'forbidden'] as const;
  return route.access === 'session'
    ? [...authenticatedErrorCodes, 'session_required']
    : authenticatedErrorCodes;
}
