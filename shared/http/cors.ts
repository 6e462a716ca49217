import { EXPOSED_HEADERS } from '../platform/contract/headers.ts';

const EXPOSED = EXPOSED_HEADERS.join(',');

/**
 * The headers by which a browser decides whether a page of another origin may read the response. Browsers send no
 * credential by themselves, so `*` exposes nothing that a caller could not request directly.
 *
 * @param allowed origins whose pages may, or `*` alone
 * @param origin of the page, as its browser says
 */
export function corsHeaders(
  allowed: readonly string[],
  origin: string | undefined,
): Readonly<Record<string, string>> {
  const named = allowed.includes('*') ? '*' : allowed.find((each) => each === origin);
  return {
    Vary: 'Origin',
    ...(named === undefined
      ? {}
      : {
          'Access-Control-Allow-Origin': named,
          'Access-Control-Expose-Headers': EXPOSED,
        }),
  };
}
