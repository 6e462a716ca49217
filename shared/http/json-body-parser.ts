import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { invalidRequestError } from '../platform/contract/errors.ts';
import type { Route } from '../platform/contract/route.ts';
import type { Middleware } from './middleware.ts';

/**
 * If the route accepts an empty object as its body, sets this body. Otherwise rejects the request, because its
 * body is missing.
 */
function setEmptyBody(event: APIGatewayProxyEvent, body: NonNullable<Route['body']>): void {
  if (!body.safeParse({}).success) {
    throw invalidRequestError([{ path: 'body', message: 'is required: send a JSON object' }]);
  }
  event.body = '{}';
  event.isBase64Encoded = false;
  event.headers = { ...event.headers, 'content-type': 'application/json' };
}

/**
 * Removes spaces before the parameters of the content type. RFC 9110 allows these spaces, but the parser does
 * not.
 */
function normalizeContentType({ headers }: APIGatewayProxyEvent): void {
  const contentType = headers?.['content-type'];
  const semicolonIndex = contentType?.indexOf(';') ?? -1;
  if (contentType === undefined || semicolonIndex < 0) return;
  headers['content-type'] =
    contentType.slice(0, semicolonIndex).trimEnd() + contentType.slice(semicolonIndex);
}

export function jsonBodyParser(): Middleware {
  const { before: parseBody } = httpJsonBodyParser();
  return {
    name: 'http-json-body-parser',
    before: (request) => {
      const { event, internal } = request;
      if (internal.route.body === undefined) return;
      if (event.body === null || event.body === '') setEmptyBody(event, internal.route.body);
      else normalizeContentType(event);
      parseBody?.(request);
    },
  };
}
