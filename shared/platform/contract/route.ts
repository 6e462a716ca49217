import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call a route: anybody (`public`), any valid credential (`authenticated`), a session, or a
 * credential with a scope.
 */
export type Access = 'public' | 'authenticated' | 'session' | Scope;

/**
 * What the route's Lambda function may do to items of the table, besides taking a token from the caller's
 * bucket.
 */
export type TableAccess = 'none' | 'read' | 'write';

/**
 * The record of one endpoint, as far as its Lambda function needs it. documented-route.ts adds the
 * documentation.
 * Infrastructure, validation, documentation and tests are all derived from the two.
 */
export interface Route {
  /**
   * `group.action`. It also names the handler file, the Lambda function, the sample event and the OpenAPI
   * operation.
   */
  readonly id: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whether the route also answers HEAD, which monitoring tools use. */
  readonly head?: boolean;
  /** Path below the version segment. Path parameters are written as `{name}`. */
  readonly path: `/${string}`;
  /** Ids of the API versions that contain the route; all versions if absent. */
  readonly versions?: readonly string[];
  readonly summary: string;
  readonly access: Access;
  readonly table: TableAccess;
  /** Kinds of items that the function may write; if absent, all kinds to which its code refers. */
  readonly writes?: readonly string[];
  /**
   * Whether the function's transactions require that the caller's credential is active (see
   * access/transact-as.ts).
   */
  readonly checksCaller?: boolean;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  readonly status: 200 | 201;
  /** For status 201: the path of the created resource, with `{field}` for fields of the response data. */
  readonly location?: `/${string}`;
  readonly paginated: boolean;
  /**
   * Whether the response is compressed with gzip: if the caller accepts it, or if the response exceeds
   * Lambda's size limit otherwise.
   */
  readonly compressed?: boolean;
  /** Whether the route supports `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** The route's own error codes, besides those of every route. */
  readonly errors: readonly ErrorCode[];
  /** Error codes by field. They replace `invalid_request` if that field is the first with an issue. */
  readonly fieldErrors?: Readonly<Record<string, ErrorCode>>;
  readonly lambda?: {
    readonly memoryMb?: number;
    readonly timeoutSeconds?: number;
    /** Names of additional environment variables for the function (see shared/platform/config.ts). */
    readonly settings?: readonly string[];
  };
  /** Marks the two responses without the envelope, which are read by other programs. */
  readonly format?: 'openapi' | 'html';
}

type ParsedInput<T> = T extends z.ZodMiniType ? z.output<T> : undefined;

/** The validated input of a route's handler. */
export interface RouteInput<R extends Route> {
  readonly params: ParsedInput<R['params']>;
  readonly query: ParsedInput<R['query']>;
  readonly body: ParsedInput<R['body']>;
}

/**
 * The type error for a declared but unused query parameter. It shows the parameter's name in the compiler's
 * message.
 */
interface UnappliedParameter<Name> {
  readonly 'declared and not applied': Name;
}

/**
 * The query of a route whose use case applies the parameters `Name`, besides `page` and `per_page`. If the
 * route declares another parameter, the use case does not compile until it applies that one too.
 */
export type AppliedQuery<R extends Route, Name extends keyof RouteInput<R>['query']> = [
  Exclude<keyof RouteInput<R>['query'], Name | 'page' | 'per_page'>,
] extends [never]
  ? RouteInput<R>['query']
  : UnappliedParameter<Exclude<keyof RouteInput<R>['query'], Name | 'page' | 'per_page'>>;

/** The HTTP methods of a route. */
export function routeMethods({ method, head }: Route): readonly string[] {
  return head === true ? [method, 'HEAD'] : [method];
}

/** Declares a route. Keeps the exact types, so that the handler's input is inferred from the schemas. */
export function defineRoute<const R extends Route>(record: R): R {
  return record;
}

/** The error codes of a route, except its own list. */
export function commonErrors(route: Route): readonly ErrorCode[] {
  const commonCodes: ErrorCode[] = ['invalid_request', 'not_found', 'rate_limit_exceeded', 'internal_error'];
  if (route.access === 'public') return commonCodes;
  // Any route can return `forbidden`, because a key's address allowlist may exclude the caller.
  const authenticatedErrors = [...commonCodes, 'unauthorized', 'forbidden'] as const;
  return route.access === 'session' ? [...authenticatedErrors, 'session_required'] : authenticatedErrors;
}
