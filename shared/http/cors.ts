import { EXPOSED_HEADERS } from '../platform/contract/headers.ts';

const EXPOSED = EXPOSED_HEADERS.join(',');

/**
 * What tells a browser whether a page of another origin may read the answer. No credential is ambient, so `*` gives
 * away nothing that a caller could not have by itself.
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
