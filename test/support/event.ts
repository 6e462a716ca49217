import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { apiEvent, type EventOptions } from '../../infra/cli/generate/api-event.ts';
import type { Handler } from '../../shared/http/endpoint.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import type { Parsed } from './parsed.ts';

export { apiEvent, type EventOptions };

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

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body. */
  readonly body: Parsed;
}

/** The response of a handler with its body parsed. */
export function answerOf(result: APIGatewayProxyResult): Answer {
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const text =
    headers['content-encoding'] === 'gzip'
      ? gunzipSync(Buffer.from(result.body, 'base64')).toString('utf8')
      : result.body;
  return { status: result.statusCode, headers, body: isJson ? JSON.parse(text) : text };
}

/** Calls a handler as API Gateway would. */
export async function call(handler: Handler, route: Route, options: EventOptions = {}): Promise<Answer> {
  return answerOf(await handler(apiEvent(route, options), lambdaContext()));
}
