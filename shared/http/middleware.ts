import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { RateLimitStatus } from '../access/domain/rate-limit.ts';
import type { Route } from '../platform/contract/route.ts';
import type { Logger } from '../platform/log.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';

/** Values that the middlewares of a request share. They are in middy's `request.internal`. */
export interface RequestInternals extends Record<string, unknown> {
  readonly route: Route;
  /** Start of the request in milliseconds, on the clock of `performance.now()`. */
  start: number;
  log: Logger;
  /** Headers of the response, for success and for errors. The middleware `response-headers` creates the object. */
  headers: Record<string, string>;
  /** The original error, before the error envelope converted it to a response. */
  originalError?: unknown;
}

interface ValidatedRequest {
  readonly route: Route;
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

export interface AdmittedCaller {
  readonly principal: Principal;
  readonly presentedCredential: string;
  readonly rateLimit: RateLimitStatus;
}

type MutableFields<T> = { -readonly [Key in keyof T]?: T[Key] | undefined };

/** Lambda's context, with the request fields that the middleware chain adds for handlers. */
export interface MiddlewareContext extends Context, MutableFields<RequestContext> {
  validated?: ValidatedRequest;
  /**
   * The authenticated caller of this request, and the caller's rate limit. Undefined if the request has no
   * credential.
   */
  admission?: AdmittedCaller;
  /**
   * The admitted caller of an MCP request, if the MCP endpoint calls this endpoint to run a tool. This call is not
   * authenticated or counted again.
   */
  admittedAs?: AdmittedCaller | undefined;
}

/**
 * The result of a handler or of the middleware chain. A handler returns a reply, which the success envelope
 * converts to a response.
 */
export type HandlerResult = APIGatewayProxyResult | Reply;

export type Request = middy.Request<
  APIGatewayProxyEvent,
  HandlerResult,
  Error,
  MiddlewareContext,
  RequestInternals
>;

/** A middy middleware. `after` and `onError` hooks run in the reverse order of registration. */
export type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEvent,
  HandlerResult,
  Error,
  MiddlewareContext,
  RequestInternals
>;

export function isResponse(result: HandlerResult | null | undefined): result is APIGatewayProxyResult {
  return result !== null && result !== undefined && 'statusCode' in result;
}
