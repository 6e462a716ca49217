import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { formatErrorBody } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Route, RouteInput } from '../platform/contract/route.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import { accessLog } from './access-log.ts';
import { authenticate } from './authenticate.ts';
import { errorEnvelope } from './error-envelope.ts';
import { rejectInexactBody } from './exact-numbers.ts';
import { jsonBodyParser } from './json-body-parser.ts';
import {
  type HandlerResult,
  isResponse,
  type Middleware,
  type MiddlewareContext,
  type RequestInternals,
} from './middleware.ts';
import { responseHeaders } from './response-headers.ts';
import { successEnvelope } from './success-envelope.ts';
import { requestValidator } from './validate.ts';

type RouteHandler<R extends Route> = (input: RouteInput<R>, context: ContextOf<R>) => Promise<Reply> | Reply;

type RemainingTimeReader = Pick<Context, 'getRemainingTimeInMillis'>;

type ContextOf<R extends Route> = R['access'] extends 'public'
  ? RequestContext & RemainingTimeReader
  : RequestContext & RemainingTimeReader & { readonly principal: Principal };

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * If a request is still running when the Lambda function has only this much time left (in milliseconds), the caller
 * gets an error response.
 */
const TIME_FOR_ERROR_RESPONSE_MS = 500;

const INTERNAL_ERROR_TEXT = formatErrorBody(new ApiError('internal_error'));

/**
 * Returns the middleware chain, outermost first. Middy runs `before` hooks in this order, but `after` and `onError`
 * hooks in reverse order.
 * After an error, errorEnvelope therefore runs before http-error-handler, which creates the response.
 */
export function createMiddlewares(): readonly Middleware[] {
  return [
    accessLog(),
    responseHeaders(),
    {
      name: 'http-error-handler',
      ...httpErrorHandler({ logger: false, fallbackMessage: INTERNAL_ERROR_TEXT }),
    },
    errorEnvelope(),
    { name: 'http-header-normalizer', ...httpHeaderNormalizer() },
    authenticate(),
    rejectInexactBody(),
    jsonBodyParser(),
    requestValidator(),
  ];
}

/** Returns whether the middlewares have validated the input and, except on public routes, authenticated the caller. */
function isContextComplete<R extends Route>(
  route: R,
  context: MiddlewareContext,
): context is MiddlewareContext & ContextOf<R> & { readonly validated: { readonly input: RouteInput<R> } } {
  return (
    context.validated?.route === route &&
    context.log !== undefined &&
    context.version !== undefined &&
    (route.access === 'public' || context.principal !== undefined)
  );
}

/**
 * Creates the Lambda handler of a route. `run` gets the validated input and returns the data.
 * Callers see the text of an error only if it is an ApiError. After a timeout, they get `internal_error`.
 */
export function endpoint<R extends Route>(
  route: R,
  run: RouteHandler<R>,
  chain = createMiddlewares(),
): Handler {
  const base = (_: APIGatewayProxyEvent, context: MiddlewareContext) => {
    if (!isContextComplete(route, context)) throw new Error(`The chain before ${route.id} is incomplete`);
    return run(context.validated.input, context);
  };
  const handler = middy<APIGatewayProxyEvent, HandlerResult, Error, MiddlewareContext, RequestInternals>(
    base,
    {
      internal: { route },
      timeoutEarlyInMillis: TIME_FOR_ERROR_RESPONSE_MS,
      timeoutEarlyResponse: () => {
        throw new Error(`The time of ${route.id} was over before it had an answer`);
      },
    },
  );
  // The success envelope is the innermost middleware, so that every other middleware gets a response instead of the
  // handler's reply.
  handler.use([...chain, successEnvelope()]);
  return async (event, context) => {
    const response = await handler(event, context);
    if (!isResponse(response)) throw new Error(`The chain around ${route.id} made no response`);
    return response;
  };
}
