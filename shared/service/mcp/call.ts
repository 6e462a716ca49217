import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HEADER, JSON_TYPE } from '../../platform/contract/headers.ts';
import type { Callable, CallableRoute } from './callable-route.ts';
import { nextStep } from './next.ts';
import { failure, refusalText } from './refusal.ts';
import { shortened } from './shorten.ts';
import { IDEMPOTENCY_ARGUMENT, WHOLE_ARGUMENT } from './tool-words.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A value as a query carries it. */
function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.map(queryText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a route takes in its path; all else goes to its body or, where it has none, to its query. */
function partsOf({ params }: CallableRoute, given: readonly (readonly [string, unknown])[]) {
  return {
    params: given.filter(([name]) => params.includes(name)),
    others: given.filter(([name]) => !params.includes(name)),
  };
}

const texts = (entries: readonly (readonly [string, unknown])[]) =>
  entries.length === 0 ? null : Object.fromEntries(entries.map(([name, value]) => [name, queryText(value)]));

/**
 * The request to the endpoint that a call stands for, as API Gateway would hand it on. Arguments that the endpoint does
 * not know go along, so that it refuses them by name; null stands for one that is left out.
 *
 * @param event the request to the MCP server, whose caller, address and id it keeps
 */
export function endpointEvent(
  event: APIGatewayProxyEvent,
  route: CallableRoute,
  given: Arguments,
): APIGatewayProxyEvent {
  const { method, path, hasBody, isIdempotent } = route;
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const key = isIdempotent ? given[IDEMPOTENCY_ARGUMENT] : undefined;
  // Arguments of the tool itself, which the endpoint does not know.
  const own = isIdempotent ? IDEMPOTENCY_ARGUMENT : method === 'GET' ? WHOLE_ARGUMENT : undefined;
  const { params, others } = partsOf(
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
    pathParameters: texts(params),
    queryStringParameters: hasBody ? null : texts(others),
    multiValueQueryStringParameters: null,
    body: hasBody ? JSON.stringify(Object.fromEntries(others)) : null,
    isBase64Encoded: false,
  };
}

/** Leaves out what says nothing to a model: nulls, and the fields that the tool omits. */
function compact(value: unknown, omitted: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => compact(each, omitted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => inner !== null && !omitted.has(name))
      .map(([name, inner]) => [name, compact(inner, omitted)]),
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
 * Returns the endpoint's answer as a tool's: its data and meta as structured data, or its error with what to do about it.
 * The answer to a read is at most 8 kB, unless the call asks for all of it. The answer to a change is always whole.
 */
export function toolResult(
  { route, omitted }: Callable,
  answer: APIGatewayProxyResult,
  given: Arguments,
): ToolResult {
  const body: unknown = JSON.parse(answer.body);
  const refused = failure.safeParse(body);
  if (refused.success) {
    const text = refusalText(answer.statusCode, refused.data.error);
    return { content: [{ type: 'text', text }], isError: true };
  }
  const { data, meta } = content.parse(compact(body, new Set(omitted)));
  const next = nextStep(data);
  const told = next === undefined ? meta : { ...meta, next };
  const whole = Object.keys(told).length === 0 ? { data } : { data, meta: told };
  const isWhole = route.method !== 'GET' || given[WHOLE_ARGUMENT] === true;
  const structuredContent = isWhole ? whole : shortened(whole);
  // Clients of earlier revisions read only the text.
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
