import type { Plan } from './contract/plans.ts';
import type { Pagination } from './contract/responses.ts';
import type { Role, Scope } from './contract/scopes.ts';
import type { ApiVersion } from './contract/versions/versions.ts';
import type { Logger } from './log.ts';

/** The caller, as stored in the credential's item. */
export interface Principal {
  readonly credentialId: string;
  /** Hash under which the credential is stored, for conditions of transactions. */
  readonly credentialHash: string;
  readonly kind: 'api_key' | 'session';
  readonly userId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** Creation time of the credential (ISO 8601). For a session: the time of the sign-in. */
  readonly createdAt: string;
}

/** The result of a handler, from which the envelope middleware makes the response. */
export interface Reply {
  /** The value of `data`, or its prepared JSON text. */
  readonly data: unknown;
  readonly pagination?: Pagination;
  /** Fields of `meta`, except `pagination`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whether this is a replay of the first response to an idempotent request. */
  readonly replayed?: boolean;
  /** Replaces the route's status if a replay has another one. */
  readonly status?: 200 | 201;
}

/** The request's data that a handler may use besides its validated input. */
export interface RequestContext {
  readonly requestId: string;
  /** The time at which the function began to serve this request. Handlers must use no other clock. */
  readonly now: Date;
  /** The API version of the request's path. */
  readonly version: ApiVersion;
  readonly sourceIp: string;
  /** The `User-Agent` header, shortened; undefined if absent. */
  readonly userAgent?: string | undefined;
  /** The `Idempotency-Key` header, on routes that support it. */
  readonly idempotencyKey: string | undefined;
  /** The caller; undefined only on public routes. */
  readonly principal: Principal | undefined;
  /** The credential's text, to derive keys that only this caller can derive again. Never log it. */
  readonly presentedCredential: string | undefined;
  readonly log: Logger;
}
