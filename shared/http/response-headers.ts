import { config } from '../platform/config.ts';
import { FIXED_HEADERS, REQUEST_ID_HEADER } from '../platform/contract/headers.ts';
import { API_VERSIONS } from '../platform/contract/versions/version-table.ts';
import { deprecationHeadersOf, versionOfPath } from '../platform/contract/versions/versions.ts';
import { buildCorsHeaders } from './cors.ts';
import { isResponse, type Middleware, type Request } from './middleware.ts';

function put({ response, internal }: Request): void {
  if (isResponse(response)) response.headers = { ...response.headers, ...internal.headers };
}

/** Adds `internal.headers` to every response. Other middlewares can add headers to `internal.headers`. */
export function responseHeaders(): Middleware {
  return {
    name: 'response-headers',
    before: ({ event, context, internal }) => {
      const version = versionOfPath(API_VERSIONS, event.resource);
      context.version = version;
      const requestId = context.requestId ?? '';
      internal.headers = {
        ...deprecationHeadersOf(version),
        ...FIXED_HEADERS,
        ...buildCorsHeaders(config.CORS_ORIGINS, event.headers?.origin ?? event.headers?.Origin),
        [REQUEST_ID_HEADER]: requestId,
      };
    },
    after: put,
    onError: put,
  };
}
