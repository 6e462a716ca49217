import { randomUUID } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Route, RouteInput } from '../platform/contract/route.ts';
import { VERSIONS } from '../platform/contract/version-table.ts';
import { versionHeaders, versionOfPath } from '../platform/contract/versions.ts';
import { createLogger } from '../platform/log.ts';
import type { Principal, Reply, RequestContext } from '../platform/request.ts';
import { accessLog } from './access-log.ts';
import { authenticate } from './authenticate.ts';
import type { Exchange, Step } from './context.ts';
import { envelope } from './envelope.ts';
import { errors } from './errors.ts';
import { jsonBody } from './json-body.ts';
import { requestId } from './request-id.ts';
import { validate } from './validate.ts';

type Run<R extends Route> = (input: RouteInput<R>, context: ContextOf<R>) => Promise<Reply> | Reply;

/** On every route but the public ones the caller is known. */
type ContextOf<R extends Route> = R['access'] extends 'public'
  ? RequestContext
  : RequestContext & { readonly principal: Principal };

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The chain, outermost first. `before` runs down the list, `after` and `onError` run up it: so the log sees the
 * response as it leaves, and errors of every step below `errors` reach it.
 */
export function steps(): readonly Step[] {
  return [requestId(), accessLog(), errors(), envelope(), authenticate(), jsonBody(), validate()];
}

function openExchange(route: Route, event: APIGatewayProxyEvent): Exchange {
  const id = event.requestContext?.requestId ?? randomUUID();
  return {
    route,
    event,
    requestId: id,
    now: new Date(),
    startedAtMs: performance.now(),
    log: createLogger({ request_id: id }),
    headers: { ...versionHeaders(versionOfPath(VERSIONS, event.resource)) },
    principal: undefined,
    presentedCredential: undefined,
    idempotencyKey: undefined,
    body: undefined,
    input: undefined,
    reply: undefined,
  };
}

/**
 * The Lambda handler of a route: the shared chain around `run`, which receives validated input and returns the data.
 * Whatever `run` throws becomes an error envelope; only an ApiError's text reaches the caller.
 */
export function endpoint<R extends Route>(route: R, run: Run<R>, chain = steps()): Handler {
  const base = async (exchange: Exchange): Promise<APIGatewayProxyResult> => {
    // The validate step parsed the three parts with this very route's schemas, and authentication ran before it.
    exchange.reply = await run(exchange.input as RouteInput<R>, contextOf(exchange) as ContextOf<R>);
    return { statusCode: route.status, body: '' };
  };
  const handler = middy<Exchange, APIGatewayProxyResult>(base, { timeoutEarlyInMillis: 0 });
  for (const { before, after, onError } of chain) {
    handler.use({ ...(before && { before }), ...(after && { after }), ...(onError && { onError }) });
  }
  return (event, context) => handler(openExchange(route, event), context);
}

function contextOf(exchange: Exchange): RequestContext {
  const { requestId: id, now, idempotencyKey, principal, presentedCredential, log } = exchange;
  const sourceIp = exchange.event.requestContext.identity.sourceIp;
  const version = versionOfPath(VERSIONS, exchange.event.resource);
  return { requestId: id, now, version, sourceIp, idempotencyKey, principal, presentedCredential, log };
}
