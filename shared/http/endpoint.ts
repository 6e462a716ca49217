import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { errorText } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Route, RouteInput } from '../platform/contract/route.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import { accessLog } from './access-log.ts';
import { authenticate } from './authenticate.ts';
import { errorEnvelope } from './error-envelope.ts';
import { exactNumbers } from './exact-numbers.ts';
import { jsonBodyParser } from './json-body-parser.ts';
import { type Answer, type CallContext, type Internal, isResponse, type Middleware } from './middleware.ts';
import { responseHeaders } from './response-headers.ts';
import { successEnvelope } from './success-envelope.ts';
import { validate } from './validate.ts';

type Run<R extends Route> = (input: RouteInput<R>, context: ContextOf<R>) => Promise<Reply> | Reply;

type Timed = Pick<Context, 'getRemainingTimeInMillis'>;

/** The context of a handler. It contains the caller, except on public routes. */
type ContextOf<R extends Route> = R['access'] extends 'public'
  ? RequestContext & Timed
  : RequestContext & Timed & { readonly principal: Principal };

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Remaining time in milliseconds at which a slow request is answered with an error, while there is
 * still time for the answer.
 */
const ANSWER_MS = 500;

const INTERNAL_ERROR_TEXT = errorText(new ApiError('internal_error'));

/**
 * Returns the middleware chain, outermost first. `before` runs in this order, `after` and `onError`
 * in reverse. So the log sees the final response, and errors are in their envelope when
 * http-error-handler sends them.
 * Middleware that must also see errors has to be before http-error-handler in this list, because
 * that one creates their responses.
 */
export function middlewares(): readonly Middleware[] {
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
    exactNumbers(),
    jsonBodyParser(),
    validate(),
  ];
}

/**
 * Returns whether the chain is complete: the input was validated by this route's schemas, and the
 * caller is known.
 */
function isReady<R extends Route>(
  route: R,
  context: CallContext,
): context is CallContext & ContextOf<R> & { readonly validated: { readonly input: RouteInput<R> } } {
  return (
    context.validated?.route === route &&
    context.log !== undefined &&
    context.version !== undefined &&
    (route.access === 'public' || context.principal !== undefined)
  );
}

/**
 * Creates the Lambda handler of a route: the shared chain around `run`, which gets validated input
 * and returns the data.
 * Every error becomes an error envelope; only the text of an ApiError reaches the caller. A request
 * that takes too long gets `internal_error`.
 */
export function endpoint<R extends Route>(route: R, run: Run<R>, chain = middlewares()): Handler {
  const base = (_: APIGatewayProxyEvent, context: CallContext) => {
    if (!isReady(route, context)) throw new Error(`The chain before ${route.id} is incomplete`);
    return run(context.validated.input, context);
  };
  const handler = middy<APIGatewayProxyEvent, Answer, Error, CallContext, Internal>(base, {
    internal: { route },
    timeoutEarlyInMillis: ANSWER_MS,
    timeoutEarlyResponse: () => {
      throw new Error(`The time of ${route.id} was over before it had an answer`);
    },
  });
  // Innermost, so that the handler's reply becomes a response before any other middleware sees it.
  handler.use([...chain, successEnvelope()]);
  return async (event, context) => {
    const answer = await handler(event, context);
    if (!isResponse(answer)) throw new Error(`The chain around ${route.id} made no response`);
    return answer;
  };
}
