import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/** 'public' needs no credential, 'authenticated' any valid one, 'session' a session, a scope one that carries it. */
export type Access = 'public' | 'authenticated' | 'session' | Scope;

/** What the Lambda may do to the items that its code names, beyond taking a token from the caller's bucket. */
export type TableAccess = 'none' | 'read' | 'write';

/**
 * One endpoint as data: the part that its function loads. The part for readers of the API is in documented-route.ts.
 * Infrastructure, validation, documentation and tests all derive from the two.
 */
export interface Route {
  /** `group.action`: also names the handler file, the Lambda, the event and the OpenAPI operation. */
  readonly id: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whether HEAD asks for the same without its body, as programs that watch a service do. */
  readonly head?: boolean;
  /** Path below the version segment, with `{name}` for path parameters. */
  readonly path: `/${string}`;
  /** Ids of the API versions that have the route; all of them when absent. */
  readonly versions?: readonly string[];
  readonly summary: string;
  readonly access: Access;
  readonly table: TableAccess;
  /** The kinds of items that its function may write; all those that its code names when absent. */
  readonly writes?: readonly string[];
  /** Whether its transactions carry the condition that the caller's credential is active (see access/transact-as.ts). */
  readonly checksCaller?: boolean;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  readonly status: 200 | 201;
  /** Of a 201: the path of what was created, with `{field}` for fields of the answer's data. */
  readonly location?: `/${string}`;
  readonly paginated: boolean;
  /**
   * Whether the answer leaves the function gzipped where the caller understands that, and whenever it is larger than a
   * function may answer with otherwise.
   */
  readonly compressed?: boolean;
  /** Whether the endpoint honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Codes beyond those that every route can answer with. */
  readonly errors: readonly ErrorCode[];
  /** Codes that replace `invalid_request` when this field is the first that fails. */
  readonly fieldErrors?: Readonly<Record<string, ErrorCode>>;
  readonly lambda?: {
    readonly memoryMb?: number;
    readonly timeoutSeconds?: number;
    /** Names of further settings (see shared/platform/config.ts) that this function needs. */
    readonly settings?: readonly string[];
  };
  /** The two answers that programs other than ours read, and which therefore stand outside the envelope. */
  readonly format?: 'openapi' | 'html';
}

type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;

/** What the handler of a route receives after validation. */
export interface RouteInput<R extends Route> {
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: Parsed<R['body']>;
}

/** Names a parameter in the compiler's message. */
interface NotApplied<Name> {
  readonly 'declared and not applied': Name;
}

/**
 * The query of a route whose use case applies the parameters `Name` beside `page` and `per_page`. When the route declares
 * another parameter, the use case does not compile until it applies that one too.
 */
export type AppliedQuery<R extends Route, Name extends keyof RouteInput<R>['query']> = [
  Exclude<keyof RouteInput<R>['query'], Name | 'page' | 'per_page'>,
] extends [never]
  ? RouteInput<R>['query']
  : NotApplied<Exclude<keyof RouteInput<R>['query'], Name | 'page' | 'per_page'>>;

/** The methods that a route answers. */
export function methodsOf({ method, head }: Route): readonly string[] {
  return head === true ? [method, 'HEAD'] : [method];
}

/** Keeps the exact types of a record, so that the handler's input is inferred from its schemas. */
export function defineRoute<const R extends Route>(record: R): R {
  return record;
}

/** Codes that a route can answer with apart from its own list. */
export function commonErrors(route: Route): readonly ErrorCode[] {
  const always: ErrorCode[] = ['invalid_request', 'not_found', 'rate_limit_exceeded', 'internal_error'];
  if (route.access === 'public') return always;
  // A key that may be used from some addresses alone is forbidden to others whatever the route asks for.
  const known = [...always, 'unauthorized', 'forbidden'] as const;
  return route.access === 'session' ? [...known, 'session_required'] : known;
}
