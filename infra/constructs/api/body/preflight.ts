import { successText } from '../../../../shared/platform/contract/envelope.ts';
import {
  CREDENTIAL_HEADER,
  FIXED_HEADERS,
  IDEMPOTENCY_KEY_HEADER,
  JSON_TYPE,
  MCP_HEADERS,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
} from '../../../../shared/platform/contract/headers.ts';
import { ownAnswer } from './own-answer.ts';

type Json = Readonly<Record<string, unknown>>;

/** How long a browser may keep the answer: the longest that any of them honours. */
const MAX_AGE_SECONDS = 2 * 3_600;
const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
/** Headers that a page may send beyond the default ones of browsers. */
const ALLOWED_HEADERS = [
  CREDENTIAL_HEADER,
  'Content-Type',
  IDEMPOTENCY_KEY_HEADER,
  // Of clients of the Model Context Protocol.
  'Authorization',
  ...MCP_HEADERS,
];

type Headers = Readonly<Record<string, string>>;

const literal = (value: string) => `'${value}'`;

/** The allowed origin when there is only one, `*` included; undefined when it depends on the request. */
function fixedOrigin(origins: readonly string[]): string | undefined {
  if (origins.includes('*')) return '*';
  return origins.length === 1 ? origins[0] : undefined;
}

function headers(
  methods: readonly string[],
  origins: readonly string[],
  announced: Headers,
): Record<string, string> {
  const origin = fixedOrigin(origins);
  return {
    ...Object.fromEntries(Object.entries(FIXED_HEADERS).map(([name, value]) => [name, literal(value)])),
    'Content-Type': literal(JSON_TYPE),
    // A preflight has no credential and no rate limit, so these headers are 0.
    ...Object.fromEntries(Object.values(RATE_LIMIT_HEADERS).map((name) => [name, literal('0')])),
    ...Object.fromEntries(Object.entries(announced).map(([name, value]) => [name, literal(value)])),
    [REQUEST_ID_HEADER]: 'context.requestId',
    ...(origin === undefined ? {} : { [ALLOW_ORIGIN]: literal(origin) }),
    'Access-Control-Allow-Methods': literal([...methods, 'options'].join(',').toUpperCase()),
    'Access-Control-Allow-Headers': literal(ALLOWED_HEADERS.join(',')),
    'Access-Control-Max-Age': literal(String(MAX_AGE_SECONDS)),
    Vary: literal('Origin'),
  };
}

/** The answer's template: it names the caller's origin if that is one of several allowed ones. */
function template(origins: readonly string[]): string {
  const body = successText(null, {});
  if (origins.length === 0 || fixedOrigin(origins) !== undefined) return body;
  const isAllowed = origins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return [
    '#set($origin = $input.params("Origin"))',
    // Header names are case-sensitive here, and HTTP/2 sends them in lower case.
    '#if($origin == "")',
    '#set($origin = $input.params("origin"))',
    '#end',
    `#if(${isAllowed})`,
    `#set($context.responseOverride.header.${ALLOW_ORIGIN} = $origin)`,
    '#end',
    body,
  ].join('\n');
}

/**
 * The answer to a browser that asks whether a page of another origin may call: API Gateway's own, without a Lambda.
 * Status 200 like every success of the service, in its envelope and with its headers.
 *
 * @param announced headers that announce the end of a superseded version
 */
export function preflight(
  methods: readonly string[],
  origins: readonly string[],
  announced: Headers = {},
): Json {
  const own = headers(methods, origins, announced);
  const declared = [...new Set([...Object.keys(own), ALLOW_ORIGIN])];
  return ownAnswer({
    description: 'What pages of other origins may do',
    declared,
    headers: own,
    template: template(origins),
  });
}
