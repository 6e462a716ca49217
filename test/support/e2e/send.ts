import { RATE_LIMIT_HEADERS } from '../../../shared/platform/contract/headers.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { Answer, RouteAnswer } from '../answer.ts';

export interface CallOptions {
  /** The credential; none when absent. */
  readonly key?: string | undefined;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteRequest extends CallOptions {
  /** A missing parameter is sent as `none`. */
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** The path of a request below the version segment. */
export function pathOf({ path }: Route, { params, query }: RouteRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? 'none'),
  );
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`;
}

async function receive(baseUrl: string, method: string, path: string, { key, body, headers }: CallOptions) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key !== undefined && { 'X-API-KEY': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends any request to an address below a base URL. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return new Answer(await receive(baseUrl, method, path, options));
}

export async function callRoute<R extends Route>(
  baseUrl: string,
  route: R,
  request: RouteRequest = {},
): Promise<RouteAnswer<R>> {
  return new RouteAnswer(route, await receive(baseUrl, route.method, pathOf(route, request), request));
}

/** The values of the three rate limit headers; NaN for a missing one. */
export function readRateLimitFigures({ headers }: Answer) {
  const read = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    limit: read(RATE_LIMIT_HEADERS.limit),
    remaining: read(RATE_LIMIT_HEADERS.remaining),
    reset: read(RATE_LIMIT_HEADERS.reset),
  };
}
