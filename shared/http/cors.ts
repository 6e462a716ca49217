import { EXPOSED_HEADERS } from '../platform/contract/headers.ts';

const EXPOSED_HEADER_NAMES = EXPOSED_HEADERS.join(',');

/**
 * Returns the CORS headers of a response. The value `*` is safe, because browsers never add an API key or
 * session token to a request by themselves.
 *
 * @param allowedOrigins origins whose pages may read responses, or only `*`
 * @param origin the Origin header of the request
 */
export function buildCorsHeaders(
  allowedOrigins: readonly string[],
  origin: string | undefined,
): Readonly<Record<string, string>> {
  const allowedOrigin = allowedOrigins.includes('*') ? '*' : allowedOrigins.find((each) => each === origin);
  return {
    Vary: 'Origin',
    ...(allowedOrigin === undefined
      ? {}
      : {
          'Access-Control-Allow-Origin': allowedOrigin,
          'Access-Control-Expose-Headers': EXPOSED_HEADER_NAMES,
        }),
  };
}
