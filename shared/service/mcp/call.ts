import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_HEADER, JSON_TYPE } from '../../platform/contract/headers.ts';
import type { CallableRoute, CallableTool } from './callable-route.ts';
import { adviseOnNextStep } from './next-step-advice.ts';
import { shortenResult } from './shorten.ts';
import { failureSchema, formatToolError } from './tool-error.ts';
import { FULL_RESULT_ARGUMENT, IDEMPOTENCY_ARGUMENT } from './tool-texts.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

function formatQueryValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatQueryValue).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Splits the arguments of a tool call into path parameters and other arguments. */
function splitArguments({ params }: CallableRoute, entries: readonly (readonly [string, unknown])[]) {
  return {
    params: entries.filter(([name]) => params.includes(name)),
    otherArguments: entries.filter(([name]) => !params.includes(name)),
  };
}

const formatParameterValues = (entries: readonly (readonly [string, unknown])[]) =>
  entries.length === 0
    ? null
    : Object.fromEntries(entries.map(([name, value]) => [name, formatQueryValue(value)]));

/**
 * Builds the API Gateway event for the endpoint of a tool call. Unknown arguments are included, so that the
 * endpoint rejects them by name. An argument that is null is treated as absent.
 *
 * @param event the request to the MCP server; its caller, IP address and request id are kept
 */
export function buildEndpointEvent(
  event: APIGatewayProxyEvent,
  route: CallableRoute,
  toolArguments: ToolArguments,
): APIGatewayProxyEvent {
  const { method, path, hasBody, isIdempotent } = route;
  const entries = Object.entries(toolArguments).filter(([, value]) => value !== null && value !== undefined);
  const key = isIdempotent ? toolArguments[IDEMPOTENCY_ARGUMENT] : undefined;
  // This argument exists only for the tool, so it is not passed to the endpoint.
  const toolOnlyArgument = isIdempotent
    ? IDEMPOTENCY_ARGUMENT
    : method === 'GET'
      ? FULL_RESULT_ARGUMENT
      : undefined;
  const { params, otherArguments } = splitArguments(
    route,
    entries.filter(([name]) => name !== toolOnlyArgument),
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
    pathParameters: formatParameterValues(params),
    queryStringParameters: hasBody ? null : formatParameterValues(otherArguments),
    multiValueQueryStringParameters: null,
    body: hasBody ? JSON.stringify(Object.fromEntries(otherArguments)) : null,
    isBase64Encoded: false,
  };
}

function removeOmittedFields(value: unknown, omittedNames: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => removeOmittedFields(each, omittedNames));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, fieldValue]) => fieldValue !== null && !omittedNames.has(name))
      .map(([name, fieldValue]) => [name, removeOmittedFields(fieldValue, omittedNames)]),
  );
}

export interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Readonly<Record<string, unknown>>;
  isError?: true;
}

const successBodySchema = z.object({ data: z.unknown(), meta: z.record(z.string(), z.unknown()) });

/**
 * Converts an endpoint's response to a tool result. A response of a GET endpoint is shortened to 8 kB, unless the
 * call requests the whole response.
 */
export function buildToolResult(
  { route, omitted }: CallableTool,
  response: APIGatewayProxyResult,
  toolArguments: ToolArguments,
): ToolResult {
  const body: unknown = JSON.parse(response.body);
  const failedResponse = failureSchema.safeParse(body);
  if (failedResponse.success) {
    const text = formatToolError(response.statusCode, failedResponse.data.error);
    return { content: [{ type: 'text', text }], isError: true };
  }
  const { data, meta } = successBodySchema.parse(removeOmittedFields(body, new Set(omitted)));
  const next = adviseOnNextStep(data);
  const metaWithNextStep = next === undefined ? meta : { ...meta, next };
  const fullContent =
    Object.keys(metaWithNextStep).length === 0 ? { data } : { data, meta: metaWithNextStep };
  const returnsFullContent = route.method !== 'GET' || toolArguments[FULL_RESULT_ARGUMENT] === true;
  const structuredContent = returnsFullContent ? fullContent : shortenResult(fullContent);
  // The result is also sent as text, because clients of earlier protocol revisions read only the text.
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
