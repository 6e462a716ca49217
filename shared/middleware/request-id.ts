import type { Step } from './context.ts';

/** The header that names a request, on every response, for logs and support. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Headers that every response carries. Answers are one caller's own and must not be cached between them. */
const FIXED_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
} as const;

/** Puts the request id and the fixed headers on the response. */
export function requestId(): Step {
  return {
    name: 'request-id',
    before: ({ event: exchange }) => {
      Object.assign(exchange.headers, FIXED_HEADERS);
      exchange.headers[REQUEST_ID_HEADER] = exchange.requestId;
    },
  };
}
