import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { CREDENTIAL_HEADER } from '../../shared/platform/contract/headers.ts';
import { unknownPathRoute } from '../../shared/service/contract/unknown-path.ts';

function throwNotFound(): never {
  throw new ApiError('not_found');
}

const rejectAccountRequest = endpoint(unknownPathRoute, throwNotFound);
const rejectAnonymousRequest = endpoint({ ...unknownPathRoute, access: 'public' }, throwNotFound);

const hasCredential = ({ headers }: APIGatewayProxyEvent) =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === CREDENTIAL_HEADER.toLowerCase() && (value ?? '') !== '',
  );

/**
 * Answers an unknown path or method with 404. The request counts against the rate limit of its account, or of its IP
 * address when it has no credential.
 */
export function handler(event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> {
  const eventWithoutPath: APIGatewayProxyEvent = {
    ...event,
    body: null,
    pathParameters: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
  };
  return hasCredential(event)
    ? rejectAccountRequest(eventWithoutPath, context)
    : rejectAnonymousRequest(eventWithoutPath, context);
}
