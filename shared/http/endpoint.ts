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

/** On every route but the public ones the caller is known. */
type ContextOf<R extends Route> = R['access'] extends 'public'
  ? RequestContext & Timed
  : RequestContext & Timed & { readonly principal: Principal };

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** So much of a function's time is left when a request is answered that has taken the rest: enough for the answer. */
const ANSWER_MS = 500;

const UNFORESEEN = errorText(new ApiError('internal_error'));

/**
 * The chain, outermost first. `before` runs down the list, `after` and `onError` run up it: so the log sees the
 * response as it leaves, and every error is in its envelope when http-error-handler sends it. Another middleware works
 * at any place of it; what is to reach errors as well stands before http-error-handler, which makes their responses.
 */
export function middlewares(): readonly Middleware[] {
  return [
    accessLog(),
    responseHeaders(),
    { name: 'http-error-handler', ...httpErrorHandler({ logger: false, fallbackMessage: UNFORESEEN }) },
    errorEnvelope(),
    { name: 'http-header-normalizer', ...httpHeaderNormalizer() },
    authenticate(),
    exactNumbers(),
    jsonBodyParser(),
    validate(),
  ];
}

/** Whether the chain has done its part: this very route's schemas passed the input, and its caller is known. */
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
 * The Lambda handler of a route: the shared chain around `run`, which receives validated input and returns the data.
 * Whatever `run` throws becomes an error envelope; only an ApiError's text reaches the caller. Where it takes longer than
 * the function has, the answer is `internal_error` while there is time for one.
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
  // The innermost: what the handler gives is a response before any other middleware sees it.
  handler.use([...chain, successEnvelope()]);
  return async (event, context) => {
    const answer = await handler(event, context);
    if (!isResponse(answer)) throw new Error(`The chain around ${route.id} made no response`);
    return answer;
  };
}
