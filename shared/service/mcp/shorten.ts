/** The most bytes of an answer as JSON, unless the caller asks for the whole one. */
export const ANSWER_MAX_BYTES = 8_000;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

interface FoundArray {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
  readonly bytes: number;
}

/** A user who signs some of the steps of a transaction would lose money. */
const NEVER_CUT = 'steps';

/** The array with the most bytes that has more than one item. An outer array comes before those in it. */
function largestArray(value: unknown, path: readonly string[] = []): FoundArray | undefined {
  if (path.at(-1) === NEVER_CUT) return undefined;
  if (Array.isArray(value) && value.length > 1) return { path, items: value, bytes: bytesOf(value) };
  if (typeof value !== 'object' || value === null) return undefined;
  let largest: FoundArray | undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = largestArray(inner, [...path, name]);
    if (found !== undefined && found.bytes > (largest?.bytes ?? 0)) largest = found;
  }
  return largest;
}

/** The value with another one at the path. */
function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((each, index) => (String(index) === name ? replaced(each, rest, by) : each));
  }
  return isRecord(value) ? { ...value, [name]: replaced(value[name], rest, by) } : value;
}

/** What was left out, for a model that wants to know what it does not see. */
interface Shortened {
  readonly at: string;
  readonly shown: number;
  readonly of: number;
}

const HINT = 'This answer was shortened. Narrow the request, or call again with full: true.';

/**
 * An answer of at most 8 kB. The end of its longest list is left out, and `meta.shortened` says how many items are shown
 * and how many there are. An answer without lists keeps its length.
 */
export function shortened(answer: Json): Json {
  const meta = isRecord(answer.meta) ? answer.meta : {};
  const cuts = new Map<string, Shortened>();
  let short = answer;
  while (bytesOf(short) > ANSWER_MAX_BYTES) {
    const found = largestArray(short.data, ['data']);
    if (found === undefined) break;
    const at = found.path.join('.');
    const shown = Math.floor(found.items.length * 0.8);
    cuts.set(at, { at, shown, of: cuts.get(at)?.of ?? found.items.length });
    const cut = replaced(short, found.path, found.items.slice(0, shown));
    short = isRecord(cut) ? { ...cut, meta: { ...meta, shortened: [...cuts.values()], hint: HINT } } : short;
  }
  return short;
}
