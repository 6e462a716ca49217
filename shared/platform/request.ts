import type { Plan } from './contract/plans.ts';
import type { Pagination } from './contract/responses.ts';
import type { Role, Scope } from './contract/scopes.ts';
import type { ApiVersion } from './contract/versions/versions.ts';
import type { Logger } from './log.ts';

/** The caller of a request. The data comes from the stored credential. */
export interface Principal {
  readonly credentialId: string;
  /**
   * Hash of the credential. It is part of the credential's table key, so a database transaction needs it to
   * check the credential.
   */
  readonly credentialHash: string;
  readonly kind: 'api_key' | 'session';
  readonly userId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** Creation time of the credential (ISO 8601). For a session, this is the time of the sign-in. */
  readonly createdAt: string;
}

export interface Reply {
  /** The value of `data` in the response. If its JSON text already exists, this is a `PreparedJson`. */
  readonly data: unknown;
  readonly pagination?: Pagination;
  /** Fields of `meta`, except `pagination`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whether this reply is a replay of the first response to a request with the same idempotency key. */
  readonly replayed?: boolean;
  /** HTTP status of the response. If undefined, the status of the route applies. */
  readonly status?: 200 | 201;
}

/** Data of the request that a handler may use in addition to its validated input. */
export interface RequestContext {
  readonly requestId: string;
  /**
   * The time at which the function started to process this request. Handlers must use this time and no other
   * clock.
   */
  readonly now: Date;
  readonly version: ApiVersion;
  readonly sourceIp: string;
  /** Shortened value of the header `User-Agent`. Undefined if the header is absent. */
  readonly userAgent?: string | undefined;
  /** Value of the header `Idempotency-Key`, on routes that support it. */
  readonly idempotencyKey: string | undefined;
  /** The authenticated caller. Undefined if the request was not authenticated. */
  readonly principal: Principal | undefined;
  /**
   * The credential as the caller sent it. Some encryption keys are derived from it, so that only this caller
   * can derive them again. It must never be logged.
   */
  readonly presentedCredential: string | undefined;
  readonly log: Logger;
}
