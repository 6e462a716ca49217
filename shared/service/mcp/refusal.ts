import * as z from 'zod/mini';
import { reword } from './tool-words.ts';

export const failure = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
});

type Failure = z.infer<typeof failure>['error'];

/**
 * The most bytes of a refusal's text in the message around it, where its quotes are escaped once more: with the longest
 * id and all that belongs to a result, the answer stays under 4 kB.
 */
const TEXT_MAX_BYTES = 3_000;
/** The most characters of a message in a refusal that has no room for its details. */
const MESSAGE_MAX = 400;
const CUT_SHORT = 'The lists in this error are shortened.';

/** What to do about a refusal, where its own message does not say. */
function advice(status: number, { details }: Failure): string {
  switch (status) {
    case 400:
      return 'Correct the named arguments and call again.';
    case 403:
      return `The key does not allow this. Ask the user for one with the scope ${String(details?.required_scope ?? 'that is needed')}.`;
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

const fits = (text: string) => Buffer.byteLength(JSON.stringify(text)) <= TEXT_MAX_BYTES;

/** The error without the latter half of the longest list in its details; undefined where no list is left. */
function halved(error: Failure): Failure | undefined {
  let longest: [name: string, items: readonly unknown[]] = ['', []];
  for (const [name, value] of Object.entries(error.details ?? {})) {
    if (Array.isArray(value) && value.length > longest[1].length) longest = [name, value];
  }
  const [name, items] = longest;
  if (items.length === 0) return undefined;
  return { ...error, details: { ...error.details, [name]: items.slice(0, items.length >> 1) } };
}

/** Where a value stood in the request to the endpoint, which a model does not see. */
const PLACE = /\b(query|body|params)\.(?=\w)/g;

/** The error in the words of the tool: endpoints as tools, headers and fields as arguments. */
function inArguments({ code, message, details }: Failure): Failure {
  const say = (text: string) => reword(text).replace(PLACE, '');
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') return say(value);
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, within(inner)]));
  };
  const told = details && Object.entries(details).map(([name, inner]) => [name, within(inner)] as const);
  return { code, message: say(message), ...(told && { details: Object.fromEntries(told) }) };
}

/** An endpoint's error as a model reads it, with what to do about it. However much was wrong, it has a bound. */
export function refusalText(status: number, given: Failure): string {
  const error = inArguments(given);
  const told = advice(status, error);
  const whole = JSON.stringify({ error, advice: told });
  if (fits(whole)) return whole;
  for (let less = halved(error); less !== undefined; less = halved(less)) {
    const text = JSON.stringify({ error: less, advice: `${told} ${CUT_SHORT}` });
    if (fits(text)) return text;
  }
  const message = error.message.slice(0, MESSAGE_MAX).toWellFormed();
  return JSON.stringify({ error: { code: error.code, message }, advice: `${told} ${CUT_SHORT}` });
}
