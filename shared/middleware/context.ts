import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Pagination } from '../contract/envelope.ts';
import type { Plan } from '../contract/plans.ts';
import type { Route } from '../contract/route.ts';
import type { Role, Scope } from '../contract/scopes.ts';
import type { Logger } from './log.ts';

/** Who is calling, as the credential's own item says. */
export interface Principal {
  readonly credentialId: string;
  readonly kind: 'api_key' | 'session';
  readonly userId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
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
  readonly sourceIp: string;
  /** The `Idempotency-Key` header on routes that honour it. */
  readonly idempotencyKey: string | undefined;
  /** The caller; undefined on public routes only. */
  readonly principal: Principal | undefined;
  /** The credential as presented, for deriving keys that only the caller can derive again. Never log it. */
  readonly presentedCredential: string | undefined;
  readonly log: Logger;
}

/** One request on its way through the chain. */
export interface Exchange {
  readonly route: Route;
  readonly event: APIGatewayProxyEvent;
  readonly requestId: string;
  readonly now: Date;
  readonly startedAtMs: number;
  readonly log: Logger;
  /** Headers that the response carries, whether it succeeds or fails. */
  readonly headers: Record<string, string>;
  principal: Principal | undefined;
  presentedCredential: string | undefined;
  idempotencyKey: string | undefined;
  /** The parsed JSON body before validation. */
  body: unknown;
  input: unknown;
  reply: Reply | undefined;
}

/** What a middleware sees of one run of the chain. */
export interface Passage {
  event: Exchange;
  response: APIGatewayProxyResult | null | undefined;
  error: Error | null | undefined;
}

/** One concern of the chain. Registered outermost first: `after` and `onError` run in reverse. */
export interface Step {
  readonly name: string;
  readonly before?: (passage: Passage) => void | Promise<void>;
  readonly after?: (passage: Passage) => void | Promise<void>;
  readonly onError?: (passage: Passage) => void | Promise<void>;
}

/** A request header by its lower-case name, whatever case it came in. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined && key.length === name.length && key.toLowerCase() === name) return value;
  }
  return undefined;
}
