import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { createMiddlewares } from '../../shared/http/endpoint.ts';
import type { Middleware } from '../../shared/http/middleware.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { createLogger } from '../../shared/platform/log.ts';
import type { EventOptions } from './event.ts';

/** Text in the generated requests. A test can find it in any output that repeats the caller's input. */
export const MARKER_TEXT = 'callers-own-words';

/** The middleware chain of a public endpoint. Its log lines are collected in `lines`. */
export function createPublicMiddlewares(lines: string[]): Middleware[] {
  const listen: Middleware = {
    before: ({ internal }) => {
      internal.log = createLogger({ request_id: 'request-1' }, (line) => lines.push(line), 'info');
    },
  };
  const [accessLog, ...others] = createMiddlewares().filter(({ name }) => name !== 'authenticate');
  if (accessLog === undefined) throw new Error('The chain is empty');
  return [accessLog, listen, ...others];
}

const words = fc.constantFrom(
  MARKER_TEXT,
  `${MARKER_TEXT}${'\u0001'.repeat(3_000)}`,
  MARKER_TEXT.repeat(500),
  `${MARKER_TEXT}\ud800`.repeat(300),
  `${MARKER_TEXT}"\\\n`.repeat(400),
);
const scalar = fc.oneof(
  words,
  fc.constantFrom<unknown>(null, true, -1, 0.5, 123_456_789_012_345, '', '0', '-1', '1e999', 'NaN'),
);
const nested = (depth: number) =>
  Array.from({ length: depth }).reduce<unknown>((inner) => ({ [MARKER_TEXT]: [inner] }), MARKER_TEXT);
/** Maximum length of a list as JSON. The service reads at most 64 kB, so longer lists only take time. */
const LIST_CHARACTERS_MAX = 200_000;
const value = fc.oneof(
  scalar,
  fc.integer({ min: 0, max: 3_000 }).chain((length) =>
    scalar.map((each) => {
      const fitting = Math.floor(LIST_CHARACTERS_MAX / JSON.stringify(each).length);
      return Array(Math.min(length, fitting)).fill(each);
    }),
  ),
  fc.integer({ min: 1, max: 400 }).map(nested),
  fc
    .integer({ min: 1, max: 1_500 })
    .map((count) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${MARKER_TEXT}${index}`, MARKER_TEXT]),
      ),
    ),
);
const text = fc.oneof(words, fc.constantFrom('', '-1', '0', '1e999', 'NaN', `${MARKER_TEXT},`.repeat(300)));

/** Names that a schema knows, and unknown names. */
const namesOf = (schema: z.ZodMiniObject | undefined) =>
  fc.oneof(fc.constantFrom(...Object.keys(schema?.shape ?? {}), MARKER_TEXT), words);

/** Requests of a route with arbitrary content in every part, up to the size that the gateway allows. */
export function anyRequest(route: Route): fc.Arbitrary<EventOptions> {
  const parameters = fc.dictionary(
    namesOf(route.query),
    fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 40 })),
    { maxKeys: 30 },
  );
  const fields = fc.dictionary(namesOf(route.body), value, { maxKeys: 12 });
  const numbers = fc
    .integer({ min: 1, max: 9_000 })
    .map((count) => `[${Array(count).fill('1e1').join(',')}]`);
  const body = fc.oneof(
    { arbitrary: fields, weight: 4 },
    numbers,
    words,
    fc.constantFrom('', 'null', '[]', '{"__proto__":1}', '{"a":'.repeat(4_000)),
  );
  const params = Object.fromEntries(
    Object.keys(route.params?.shape ?? {}).map((name) => [name, text] as const),
  );
  const headers = fc.record({ 'Idempotency-Key': words, 'X-API-KEY': words }, { requiredKeys: [] });
  return fc.record({ params: fc.record(params), query: parameters, body, headers });
}

/** Arguments of a tool: known and unknown ones, each with arbitrary content. */
export function anyArguments({ params, query, body }: Route): fc.Arbitrary<Record<string, unknown>> {
  const names = fc.oneof(namesOf(params), namesOf(query), namesOf(body));
  return fc.dictionary(names, value, { maxKeys: 40 });
}
