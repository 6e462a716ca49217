import { buildSuccessBody } from '../../../../shared/platform/contract/envelope.ts';
import {
  CREDENTIAL_HEADER,
  FIXED_HEADERS,
  IDEMPOTENCY_KEY_HEADER,
  JSON_TYPE,
  MCP_HEADERS,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
} from '../../../../shared/platform/contract/headers.ts';
import { buildMockMethod } from './mock-method.ts';

type Json = Readonly<Record<string, unknown>>;

/** Time in seconds for which a browser may cache a preflight response. Chromium browsers accept at most this time. */
const PREFLIGHT_MAX_AGE_SECONDS = 2 * 3_600;
const ALLOW_ORIGIN_HEADER = 'Access-Control-Allow-Origin';
/** Request headers that pages may send in addition to the browser's default ones. */
const ALLOWED_HEADERS = [
  CREDENTIAL_HEADER,
  'Content-Type',
  IDEMPOTENCY_KEY_HEADER,
  // Headers of Model Context Protocol clients.
  'Authorization',
  ...MCP_HEADERS,
];

type Headers = Readonly<Record<string, string>>;

const quoteLiteral = (value: string) => `'${value}'`;

/** Returns the allowed origin (or `*`) if it is the same for every request; undefined otherwise. */
function findFixedOrigin(allowedOrigins: readonly string[]): string | undefined {
  if (allowedOrigins.includes('*')) return '*';
  return allowedOrigins.length === 1 ? allowedOrigins[0] : undefined;
}

function buildHeaders(
  methodNames: readonly string[],
  allowedOrigins: readonly string[],
  announcedHeaders: Headers,
): Record<string, string> {
  const origin = findFixedOrigin(allowedOrigins);
  return {
    ...Object.fromEntries(Object.entries(FIXED_HEADERS).map(([name, value]) => [name, quoteLiteral(value)])),
    'Content-Type': quoteLiteral(JSON_TYPE),
    // A preflight has no credential and no rate limit, so its rate-limit headers are 0.
    ...Object.fromEntries(Object.values(RATE_LIMIT_HEADERS).map((name) => [name, quoteLiteral('0')])),
    ...Object.fromEntries(
      Object.entries(announcedHeaders).map(([name, value]) => [name, quoteLiteral(value)]),
    ),
    [REQUEST_ID_HEADER]: 'context.requestId',
    ...(origin === undefined ? {} : { [ALLOW_ORIGIN_HEADER]: quoteLiteral(origin) }),
    'Access-Control-Allow-Methods': quoteLiteral([...methodNames, 'options'].join(',').toUpperCase()),
    'Access-Control-Allow-Headers': quoteLiteral(ALLOWED_HEADERS.join(',')),
    'Access-Control-Max-Age': quoteLiteral(String(PREFLIGHT_MAX_AGE_SECONDS)),
    Vary: quoteLiteral('Origin'),
  };
}

/**
 * Returns the mapping template of the preflight response. For several allowed origins, the template allows the caller's
 * origin only if it is one of them.
 */
function buildOriginTemplate(allowedOrigins: readonly string[]): string {
  const body = buildSuccessBody(null, {});
  if (allowedOrigins.length === 0 || findFixedOrigin(allowedOrigins) !== undefined) return body;
  const originCondition = allowedOrigins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return [
    '#set($origin = $input.params("Origin"))',
    // The template also reads the header in lower case, because header names are case-sensitive in templates
    // and HTTP/2 sends them in lower case.
    '#if($origin == "")',
    '#set($origin = $input.params("origin"))',
    '#end',
    `#if(${originCondition})`,
    `#set($context.responseOverride.header.${ALLOW_ORIGIN_HEADER} = $origin)`,
    '#end',
    body,
  ].join('\n');
}

/**
 * Builds the CORS preflight of a path, which API Gateway answers without a Lambda.
 *
 * @param announcedHeaders headers that announce the end of a superseded version
 */
export function buildPreflightMethod(
  methods: readonly string[],
  origins: readonly string[],
  announcedHeaders: Headers = {},
): Json {
  const headers = buildHeaders(methods, origins, announcedHeaders);
  const declaredHeaders = [...new Set([...Object.keys(headers), ALLOW_ORIGIN_HEADER])];
  return buildMockMethod({
    description: 'What pages of other origins may do',
    declared: declaredHeaders,
    headers,
    template: buildOriginTemplate(origins),
  });
}
