import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { corsHeaders } from '../../http/cors.ts';
import type { Handler } from '../../http/endpoint.ts';
import { config } from '../../platform/config.ts';
import { errorText } from '../../platform/contract/envelope.ts';
import {
  CREDENTIAL_HEADER,
  FIXED_HEADERS,
  JSON_TYPE,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
} from '../../platform/contract/headers.ts';
import { SCOPES } from '../../platform/contract/scopes.ts';
import { mcpRoute } from '../contract/mcp.ts';
import { endpointEvent, toolResult } from './call.ts';
import { callableRoute } from './callable-route.ts';
import { methodAsked } from './messages.ts';
import { isForeign } from './origin.ts';
import type { HeaderReader } from './revision.ts';
import { answerMessage } from './server.ts';

/** What answers behind the tools: the endpoints' own functions. */
export interface Endpoints {
  /** Passes whoever may connect, and answers with their scopes. */
  readonly admit: Handler;
  /** By the ids of the routes; each is loaded with the first call of its tool. */
  readonly byRoute: Readonly<Record<string, () => Promise<Handler>>>;
}

const CONNECTION = callableRoute(mcpRoute);

function headerOf({ headers }: APIGatewayProxyEvent, wanted: string): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}

/** The request with its credential where the endpoints read it: many clients can send a bearer token alone. */
function withCredential(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  if (headerOf(event, CREDENTIAL_HEADER) !== undefined) return event;
  const token = /^Bearer +(\S+)$/i.exec(headerOf(event, 'Authorization') ?? '')?.[1];
  return token === undefined
    ? event
    : { ...event, headers: { ...event.headers, [CREDENTIAL_HEADER]: token } };
}

/** Of an answer that no endpoint had a part in: nobody's limit is known. */
function ownHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  return {
    ...FIXED_HEADERS,
    ...Object.fromEntries(Object.values(RATE_LIMIT_HEADERS).map((name) => [name, '0'])),
    ...corsHeaders(config.CORS_ORIGINS, headerOf(event, 'Origin')),
    [REQUEST_ID_HEADER]: event.requestContext.requestId,
    'Content-Type': JSON_TYPE,
  };
}

function foreign(event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const message = 'Pages of this origin may not connect. Connect from a server, or have the origin allowed.';
  const body = errorText({ code: 'forbidden', message }, event.requestContext.requestId);
  return { statusCode: 403, headers: ownHeaders(event), body };
}

/** What the protocol demands of a server that opens no streams and keeps no sessions. */
function wrongMethod(event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const error = { code: -32_000, message: 'Method not allowed: send each message as a POST.' };
  const body = JSON.stringify({ jsonrpc: '2.0', error, id: null });
  return { statusCode: 405, headers: { ...ownHeaders(event), Allow: 'POST' }, body };
}

function bodyOf({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString();
}

/** The parsed body; undefined for what is no JSON, which the protocol's own answer names. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether the message asks for something that no endpoint behind it decides upon. Notifications ask for nothing. */
function needsAdmission(parsed: unknown): boolean {
  const method = methodAsked(parsed);
  return method !== undefined && method !== 'tools/call';
}

const admitted = z.object({ data: z.object({ scopes: z.array(z.enum(SCOPES)) }) });

/**
 * Answers one message over HTTP. What it asks of an endpoint passes that endpoint's whole chain: its permissions, its
 * checks, and one request of the caller's limit, as if it had been called by itself.
 */
export async function transport(
  received: APIGatewayProxyEvent,
  context: Context,
  { admit, byRoute }: Endpoints,
): Promise<APIGatewayProxyResult> {
  const [origin, host] = [headerOf(received, 'Origin'), headerOf(received, 'Host')];
  if (isForeign(origin, host, config.CORS_ORIGINS)) return foreign(received);
  if (received.httpMethod !== 'POST') return wrongMethod(received);
  const event = withCredential(received);
  const parsed = parse(bodyOf(event));
  let answer: APIGatewayProxyResult | undefined;
  if (needsAdmission(parsed)) {
    answer = await admit(endpointEvent(event, CONNECTION, {}), context);
    if (answer.statusCode !== mcpRoute.status) return answer;
  }
  const header: HeaderReader = (name) => headerOf(event, name);
  const { status, body } = await answerMessage(parsed, header, {
    scopes: answer === undefined ? [] : admitted.parse(JSON.parse(answer.body)).data.scopes,
    call: async (tool, given) => {
      const handler = await byRoute[tool.route.id]?.();
      if (handler === undefined) throw new Error(`There is no function behind ${tool.name}`);
      answer = await handler(endpointEvent(event, tool.route, given), context);
      return toolResult(tool, answer);
    },
  });
  // A client that learns of a refused credential by the status can ask its user for another.
  if (answer?.statusCode === 401) return answer;
  const headers = answer?.headers ?? ownHeaders(event);
  return { statusCode: status, headers, body: body === undefined ? '' : JSON.stringify(body) };
}
