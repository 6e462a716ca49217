import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { RateLimitStatus } from '../access/domain/rate-limit.ts';
import type { Route } from '../platform/contract/route.ts';
import type { Logger } from '../platform/log.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';

/** The values that middlewares share: middy's `request.internal`. */
export interface Internal extends Record<string, unknown> {
  readonly route: Route;
  /** When the request came, on the clock of `performance.now()`; set by the access log, as is `log`. */
  start: number;
  log: Logger;
  /** Headers that the response carries, whether it succeeds or fails; begun by `response-headers`. */
  headers: Record<string, string>;
  /** What was thrown, as it was before it became a response. */
  thrown?: unknown;
}

/** What a request brings, and the route whose schemas it passed. */
interface Validated {
  readonly route: Route;
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

/** Who was let in, and what is left of their limit since. */
export interface Admission {
  readonly principal: Principal;
  readonly presentedCredential: string;
  readonly rateLimit: RateLimitStatus;
}

type Writable<T> = { -readonly [Key in keyof T]?: T[Key] | undefined };

/** Lambda's context, to which the chain adds what a handler may use of the request. */
export interface CallContext extends Context, Writable<RequestContext> {
  validated?: Validated;
  /** Of this request, where it came with a credential. */
  admission?: Admission;
  /** The admission of the request that this one is a part of. It is not admitted or charged a second time. */
  admittedAs?: Admission | undefined;
}

/** A handler gives a reply, the success envelope makes the response of it. */
export type Answer = APIGatewayProxyResult | Reply;

export type Request = middy.Request<APIGatewayProxyEvent, Answer, Error, CallContext, Internal>;

/** A middy middleware. The outermost is registered first: `after` and `onError` run in reverse. */
export type Middleware = middy.MiddlewareObj<APIGatewayProxyEvent, Answer, Error, CallContext, Internal>;

/** The response as far as there is one: what a handler gave is none yet. */
export function isResponse(answer: Answer | null | undefined): answer is APIGatewayProxyResult {
  return answer !== null && answer !== undefined && 'statusCode' in answer;
}
