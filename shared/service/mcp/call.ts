import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HEADER, JSON_TYPE } from '../../platform/contract/headers.ts';
import type { Callable, CallableRoute } from './callable-route.ts';
import { nextStep } from './next.ts';
import { failure, formatToolError } from './refusal.ts';
import { shortenAnswer } from './shorten.ts';
import { FULL_ARGUMENT, IDEMPOTENCY_ARGUMENT } from './tool-words.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Formats a value for a query string. */
function formatQueryValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatQueryValue).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Splits a tool call's arguments into path parameters and all others. The others go to the body, or to the
 * query when the route has no body.
 */
function splitArguments({ params }: CallableRoute, entries: readonly (readonly [string, unknown])[]) {
  return {
    params: entries.filter(([name]) => params.includes(name)),
    others: entries.filter(([name]) => !params.includes(name)),
  };
}

const formatValues = (entries: readonly (readonly [string, unknown])[]) =>
  entries.length === 0
    ? null
    : Object.fromEntries(entries.map(([name, value]) => [name, formatQueryValue(value)]));

/**
 * Builds the API Gateway event of the endpoint behind a tool call. Unknown arguments are included, so that
 * the endpoint rejects them by name. Null counts as absent.
 *
 * @param event the request to the MCP server; its caller, address and id are kept
 */
export function buildEndpointEvent(
  event: APIGatewayProxyEvent,
  route: CallableRoute,
  toolArguments: Arguments,
): APIGatewayProxyEvent {
  const { method, path, hasBody, isIdempotent } = route;
  const entries = Object.entries(toolArguments).filter(([, value]) => value !== null && value !== undefined);
  const key = isIdempotent ? toolArguments[IDEMPOTENCY_ARGUMENT] : undefined;
  // Arguments of the tool itself, which the endpoint does not know.
  const own = isIdempotent ? IDEMPOTENCY_ARGUMENT : method === 'GET' ? FULL_ARGUMENT : undefined;
  const { params, others } = splitArguments(
    route,
    entries.filter(([name]) => name !== own),
  );
  return {
    ...event,
    httpMethod: method,
    resource: path,
    path,
    headers: {
      ...event.headers,
      'Content-Type': JSON_TYPE,
      ...(key === undefined || key === null ? {} : { [IDEMPOTENCY_KEY_HEADER]: String(key) }),
    },
    multiValueHeaders: {},
    pathParameters: formatValues(params),
    queryStringParameters: hasBody ? null : formatValues(others),
    multiValueQueryStringParameters: null,
    body: hasBody ? JSON.stringify(Object.fromEntries(others)) : null,
    isBase64Encoded: false,
  };
}

/** Removes null values and the fields that the tool omits, because a model does not need them. */
function removeOmitted(value: unknown, omittedNames: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => removeOmitted(each, omittedNames));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => inner !== null && !omittedNames.has(name))
      .map(([name, inner]) => [name, removeOmitted(inner, omittedNames)]),
  );
}

export interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Readonly<Record<string, unknown>>;
  isError?: true;
}

const content = z.object({ data: z.unknown(), meta: z.record(z.string(), z.unknown()) });

/**
 * Converts an endpoint's response to a tool result: data and meta as structured content, or the error with
 * advice. The response to a read is shortened to 8 kB unless the call asks for all of it. The response to a
 * change is never shortened.
 */
export function buildToolResult(
  { route, omitted }: Callable,
  answer: APIGatewayProxyResult,
  toolArguments: Arguments,
): ToolResult {
  const body: unknown = JSON.parse(answer.body);
  const failedResponse = failure.safeParse(body);
  if (failedResponse.success) {
    const text = formatToolError(answer.statusCode, failedResponse.data.error);
    return { content: [{ type: 'text', text }], isError: true };
  }
  const { data, meta } = content.parse(removeOmitted(body, new Set(omitted)));
  const next = nextStep(data);
  const metaWithNext = next === undefined ? meta : { ...meta, next };
  const fullContent = Object.keys(metaWithNext).length === 0 ? { data } : { data, meta: metaWithNext };
  const isWhole = route.method !== 'GET' || toolArguments[FULL_ARGUMENT] === true;
  const structuredContent = isWhole ? fullContent : shortenAnswer(fullContent);
  // Clients of earlier protocol revisions read only the text.
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
