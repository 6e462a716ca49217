import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { RateLimitStatus } from '../access/domain/rate-limit.ts';
import type { Route } from '../platform/contract/route.ts';
import type { Logger } from '../platform/log.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';

/** Values that middleware share: middy's `request.internal`. */
export interface Internal extends Record<string, unknown> {
  readonly route: Route;
  /**
   * Start of the request on the clock of `performance.now()`. The access log sets `start` and
   * `log`.
   */
  start: number;
  log: Logger;
  /** Headers of the response, whether it succeeds or fails. Created by `response-headers`. */
  headers: Record<string, string>;
  /** The original error, before it became a response. */
  thrown?: unknown;
}

/** The validated input of a request, and the route whose schemas checked it. */
interface Validated {
  readonly route: Route;
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

/** The authenticated caller and the rate limit after the request. */
export interface Admission {
  readonly principal: Principal;
  readonly presentedCredential: string;
  readonly rateLimit: RateLimitStatus;
}

type Writable<T> = { -readonly [Key in keyof T]?: T[Key] | undefined };

/** Lambda's context with the request fields that the chain adds for handlers. */
export interface CallContext extends Context, Writable<RequestContext> {
  validated?: Validated;
  /** The admission of this request, if it came with a credential. */
  admission?: Admission;
  /**
   * The admission of the outer request of which this one is a part. It is not admitted or counted
   * again.
   */
  admittedAs?: Admission | undefined;
}

/** A handler returns a reply, which the success envelope converts to a response. */
export type Answer = APIGatewayProxyResult | Reply;

export type Request = middy.Request<APIGatewayProxyEvent, Answer, Error, CallContext, Internal>;

/** A middy middleware. The outermost is registered first: `after` and `onError` run in reverse. */
export type Middleware = middy.MiddlewareObj<APIGatewayProxyEvent, Answer, Error, CallContext, Internal>;

/** Returns whether the answer is a response. A handler's reply is not one yet. */
export function isResponse(answer: Answer | null | undefined): answer is APIGatewayProxyResult {
  return answer !== null && answer !== undefined && 'statusCode' in answer;
}
