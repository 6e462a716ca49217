/** Maximum number of bytes of a response as JSON, unless the call requests the whole response. */
export const RESULT_MAX_BYTES = 8_000;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonSizeBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

interface ArrayInResult {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
  readonly bytes: number;
}

/**
 * Name of a list that is never shortened. It contains the steps of a transaction, and a user who signs only some of
 * them could lose money.
 */
const UNSHORTENED_FIELD = 'steps';

/**
 * Returns the array with the longest JSON text among the arrays with at least two items. Does not search inside these
 * arrays.
 */
function findLargestArray(value: unknown, path: readonly string[] = []): ArrayInResult | undefined {
  if (path.at(-1) === UNSHORTENED_FIELD) return undefined;
  if (Array.isArray(value) && value.length > 1) return { path, items: value, bytes: jsonSizeBytes(value) };
  if (typeof value !== 'object' || value === null) return undefined;
  let largestArray: ArrayInResult | undefined;
  for (const [name, fieldValue] of Object.entries(value)) {
    const innerArray = findLargestArray(fieldValue, [...path, name]);
    if (innerArray !== undefined && innerArray.bytes > (largestArray?.bytes ?? 0)) largestArray = innerArray;
  }
  return largestArray;
}

function replaceAtPath(value: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((each, index) =>
      String(index) === name ? replaceAtPath(each, rest, replacement) : each,
    );
  }
  return isRecord(value) ? { ...value, [name]: replaceAtPath(value[name], rest, replacement) } : value;
}

/**
 * Describes a list that the response contains only in part. The language model gets this description in
 * `meta.shortened`.
 */
interface ShortenedList {
  readonly at: string;
  readonly shown: number;
  readonly of: number;
}

const HINT = 'This answer was shortened. Narrow the request, or call again with full: true.';

/**
 * Shortens a response to at most 8 kB. Repeatedly removes items from the end of the largest list. A response
 * without lists is not shortened.
 */
export function shortenResult(result: Json): Json {
  const meta = isRecord(result.meta) ? result.meta : {};
  const shortenedLists = new Map<string, ShortenedList>();
  let shortResult = result;
  while (jsonSizeBytes(shortResult) > RESULT_MAX_BYTES) {
    const largestArray = findLargestArray(shortResult.data, ['data']);
    if (largestArray === undefined) break;
    const at = largestArray.path.join('.');
    const shownCount = Math.floor(largestArray.items.length * 0.8);
    shortenedLists.set(at, {
      at,
      shown: shownCount,
      of: shortenedLists.get(at)?.of ?? largestArray.items.length,
    });
    const resultWithShorterList = replaceAtPath(
      shortResult,
      largestArray.path,
      largestArray.items.slice(0, shownCount),
    );
    shortResult = isRecord(resultWithShorterList)
      ? { ...resultWithShorterList, meta: { ...meta, shortened: [...shortenedLists.values()], hint: HINT } }
      : shortResult;
  }
  return shortResult;
}
