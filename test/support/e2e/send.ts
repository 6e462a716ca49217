import { RATE_LIMIT_HEADERS } from '../../../shared/platform/contract/headers.ts';
import type { Parsed } from '../parsed.ts';
import type { CallOptions } from './stack.ts';

/** An HTTP answer with its JSON body. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as it came. */
  text: string;
  /** The parsed body; undefined where it is no JSON. */
  body: Parsed;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls an endpoint below a base URL. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  { key, body, headers }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key !== undefined && { 'X-API-KEY': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

/** What the three headers say of the limit that the request fell under; NaN for one that is missing. */
export function limitFigures({ headers }: Answer) {
  const read = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    limit: read(RATE_LIMIT_HEADERS.limit),
    remaining: read(RATE_LIMIT_HEADERS.remaining),
    reset: read(RATE_LIMIT_HEADERS.reset),
  };
}
