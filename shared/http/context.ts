import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../platform/contract/route.ts';
import type { Logger } from '../platform/log.ts';
import type { Principal, Reply } from '../platform/request.ts';

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
