/** Maximum number of bytes of a response as JSON, unless the call requests the whole response. */
export const ANSWER_MAX_BYTES = 8_000;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

interface FoundArray {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
  readonly bytes: number;
}

/**
 * Name of a field whose list is never shortened. If a user signs only some steps of a transaction, the user
 * could lose money.
 */
const UNSHORTENED_FIELD = 'steps';

/**
 * Returns the array with the longest JSON text. Arrays with fewer than two items are ignored. An array inside
 * another array is ignored too.
 */
function findLargestArray(value: unknown, path: readonly string[] = []): FoundArray | undefined {
  if (path.at(-1) === UNSHORTENED_FIELD) return undefined;
  if (Array.isArray(value) && value.length > 1) return { path, items: value, bytes: jsonBytes(value) };
  if (typeof value !== 'object' || value === null) return undefined;
  let largestArray: FoundArray | undefined;
  for (const [name, inner] of Object.entries(value)) {
    const innerArray = findLargestArray(inner, [...path, name]);
    if (innerArray !== undefined && innerArray.bytes > (largestArray?.bytes ?? 0)) largestArray = innerArray;
  }
  return largestArray;
}

/** Returns a copy of a value in which the part at the path is replaced. */
function replaceAt(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((each, index) => (String(index) === name ? replaceAt(each, rest, by) : each));
  }
  return isRecord(value) ? { ...value, [name]: replaceAt(value[name], rest, by) } : value;
}

/** Tells the language model about items that were removed from a list. */
interface ShortenedList {
  readonly at: string;
  readonly shown: number;
  readonly of: number;
}

const HINT = 'This answer was shortened. Narrow the request, or call again with full: true.';

/**
 * Shortens a response to at most 8 kB by removing items from the end of its largest list. `meta.shortened`
 * contains the number of remaining items and of all items. A response without lists is not shortened.
 */
export function shortenAnswer(answer: Json): Json {
  const meta = isRecord(answer.meta) ? answer.meta : {};
  const cuts = new Map<string, ShortenedList>();
  let shortAnswer = answer;
  while (jsonBytes(shortAnswer) > ANSWER_MAX_BYTES) {
    const largestArray = findLargestArray(shortAnswer.data, ['data']);
    if (largestArray === undefined) break;
    const at = largestArray.path.join('.');
    const shownItems = Math.floor(largestArray.items.length * 0.8);
    cuts.set(at, { at, shown: shownItems, of: cuts.get(at)?.of ?? largestArray.items.length });
    const cut = replaceAt(shortAnswer, largestArray.path, largestArray.items.slice(0, shownItems));
    shortAnswer = isRecord(cut)
      ? { ...cut, meta: { ...meta, shortened: [...cuts.values()], hint: HINT } }
      : shortAnswer;
  }
  return shortAnswer;
}
