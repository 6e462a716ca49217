import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { buildApiEvent, type EventOptions } from '../../infra/cli/generate/api-event.ts';
import { handlerFileOf } from '../../infra/handler-files.ts';
import type { Handler } from '../../shared/http/endpoint.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { RouteAnswer } from './answer.ts';
import { at } from './at.ts';

export { buildApiEvent, type EventOptions };

/** A Lambda context with the given time left, in milliseconds. */
export function lambdaContext(remainingMs = 29_000): Context {
  const unused = () => {
    throw new Error('The callback style is not used');
  };
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:test',
    memoryLimitInMB: '512',
    awsRequestId: 'invocation-1',
    logGroupName: '/aws/lambda/test',
    logStreamName: 'test',
    getRemainingTimeInMillis: () => remainingMs,
    done: unused,
    fail: unused,
    succeed: unused,
  };
}

/** Converts the result of a handler to the response that the caller receives. */
export function answerOf<R extends Route>(route: R, result: APIGatewayProxyResult): RouteAnswer<R> {
  const headers = new Headers(
    Object.entries(result.headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const isZipped = headers.get('content-encoding') === 'gzip';
  const text = isZipped ? gunzipSync(Buffer.from(result.body, 'base64')).toString('utf8') : result.body;
  return new RouteAnswer(route, { status: result.statusCode, headers, text });
}

/** Calls a handler as API Gateway would. */
export async function call<R extends Route>(
  handler: Handler,
  route: R,
  options: EventOptions = {},
): Promise<RouteAnswer<R>> {
  return answerOf(route, await handler(buildApiEvent(route, options), lambdaContext()));
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/**
 * Returns the handler of a route's function, loaded as Lambda loads it. Throws if the function's module has no handler.
 */
export async function loadHandler(id: string): Promise<Handler> {
  const module: object = await import(/* @vite-ignore */ `../../${handlerFileOf(id)}`);
  const handler = at(module, 'handler');
  if (!isHandler(handler)) throw new Error(`${id} has no handler`);
  return handler;
}
