import * as z from 'zod/mini';
import { rewordForTools } from './tool-texts.ts';

export const failureSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
});

type Failure = z.infer<typeof failureSchema>['error'];

/** Maximum number of bytes of an error text, as escaped JSON text. It keeps the whole response below 4 kB. */
const ERROR_TEXT_MAX_BYTES = 3_000;
/**
 * Maximum number of characters of an error message. The message is cut only if the error is still too long after all
 * lists in its details were shortened.
 */
const MESSAGE_LENGTH_MAX = 400;
const SHORTENED_NOTE = 'Some items of this error were left out.';

function adviseOnError(status: number, { details }: Failure): string {
  switch (status) {
    case 400:
      return 'Correct the named arguments and call again.';
    case 403: {
      const scope = details?.required_scope;
      const scopeText = scope === undefined ? 'the scope that is needed' : `the scope ${String(scope)}`;
      return `The API key does not allow this call. Ask the user for a key with ${scopeText}.`;
    }
    case 404:
      return 'Find the id with a list tool.';
    case 429:
      return `Wait ${String(details?.retry_after_seconds ?? 1)} seconds, then call again.`;
    case 500:
      return 'Call again in a few seconds, with the same idempotency_key if the tool has one.';
    default:
      return 'Report this to the user. The same call would be rejected again.';
  }
}

const fits = (text: string) => Buffer.byteLength(JSON.stringify(text)) <= ERROR_TEXT_MAX_BYTES;

/**
 * Returns a copy of the error with only the first half of the longest list in `details`. Returns undefined if `details`
 * contains no list with items.
 */
function halveLongestList(error: Failure): Failure | undefined {
  let longestList: [name: string, items: readonly unknown[]] = ['', []];
  for (const [name, value] of Object.entries(error.details ?? {})) {
    if (Array.isArray(value) && value.length > longestList[1].length) longestList = [name, value];
  }
  const [name, items] = longestList;
  if (items.length === 0) return undefined;
  return { ...error, details: { ...error.details, [name]: items.slice(0, items.length >> 1) } };
}

/**
 * Matches the start of a field's path, such as `body.` in `body.amount`. It is removed, because a language
 * model knows only the names of the arguments.
 */
const PATH_PREFIX_PATTERN = /\b(query|body|params)\.(?=\w)/g;

/**
 * Rewrites the error of an endpoint for a language model. Names of endpoints become names of tools. Names of
 * headers and fields become names of arguments.
 */
function rewordError({ code, message, details }: Failure): Failure {
  const rewordText = (text: string) => rewordForTools(text).replace(PATH_PREFIX_PATTERN, '');
  const rewordValue = (value: unknown): unknown => {
    if (typeof value === 'string') return rewordText(value);
    if (Array.isArray(value)) return value.map(rewordValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, fieldValue]) => [name, rewordValue(fieldValue)]),
    );
  };
  const rewordedDetailEntries =
    details && Object.entries(details).map(([name, fieldValue]) => [name, rewordValue(fieldValue)] as const);
  return {
    code,
    message: rewordText(message),
    ...(rewordedDetailEntries && { details: Object.fromEntries(rewordedDetailEntries) }),
  };
}

/**
 * Returns the error of an endpoint as a text for a language model, with advice. The text has at most
 * ERROR_TEXT_MAX_BYTES bytes.
 */
export function formatToolError(status: number, failure: Failure): string {
  const error = rewordError(failure);
  const advice = adviseOnError(status, error);
  const fullText = JSON.stringify({ error, advice: advice });
  if (fits(fullText)) return fullText;
  for (
    let shorterError = halveLongestList(error);
    shorterError !== undefined;
    shorterError = halveLongestList(shorterError)
  ) {
    const text = JSON.stringify({ error: shorterError, advice: `${advice} ${SHORTENED_NOTE}` });
    if (fits(text)) return text;
  }
  const message = error.message.slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
  return JSON.stringify({ error: { code: error.code, message }, advice: `${advice} ${SHORTENED_NOTE}` });
}
