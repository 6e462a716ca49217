import type { Plan } from './contract/plans.ts';
import type { Pagination } from './contract/responses.ts';
import type { Role, Scope } from './contract/scopes.ts';
import type { ApiVersion } from './contract/versions/versions.ts';
import type { Logger } from './log.ts';

/** Who is calling, as the credential's own item says. */
export interface Principal {
  readonly credentialId: string;
  /** The hash under which the credential is stored: names it in the conditions of a transaction. */
  readonly credentialHash: string;
  readonly kind: 'api_key' | 'session';
  readonly userId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** When the credential was made, in ISO 8601: for a session, when its user signed in. */
  readonly createdAt: string;
}

/** What a handler gives back; the envelope makes the response of it. */
export interface Reply {
  /** The value of `data`, or its prepared JSON text. */
  readonly data: unknown;
  readonly pagination?: Pagination;
  /** Keys of `meta` beside pagination. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whether this repeats the first answer to an idempotent request. */
  readonly replayed?: boolean;
  /** Overrides the route's status where an idempotent replay repeats another. */
  readonly status?: 200 | 201;
}

/** What a handler may use of the request besides its validated input. */
export interface RequestContext {
  readonly requestId: string;
  /** The only clock: when the function began to serve this request. */
  readonly now: Date;
  /** The version of the API that the caller addressed. */
  readonly version: ApiVersion;
  readonly sourceIp: string;
  /** The `User-Agent` header, shortened; undefined where there is none. */
  readonly userAgent?: string | undefined;
  /** The `Idempotency-Key` header on routes that honour it. */
  readonly idempotencyKey: string | undefined;
  /** The caller; undefined on public routes only. */
  readonly principal: Principal | undefined;
  /** The credential as presented, for deriving keys that only the caller can derive again. Never log it. */
  readonly presentedCredential: string | undefined;
  readonly log: Logger;
}
