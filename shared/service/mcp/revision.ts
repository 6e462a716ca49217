import * as z from 'zod/mini';
import { ERROR_CODES, type McpNotification, type McpRequest, ProtocolError } from './messages.ts';

/** The current revision of MCP. It has no handshake, so each message states its revision and its client in `_meta`. */
const CURRENT_REVISION = '2026-07-28';
/** Supported revisions without a handshake. */
export const CURRENT_REVISIONS: readonly string[] = [CURRENT_REVISION];
/** Supported earlier MCP revisions, newest first. Their clients start with a handshake (the method `initialize`). */
export const SUPPORTED_EARLIER_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** Returns the value of a request header. The letter case of the name is ignored. */
export type HeaderReader = (name: string) => string | undefined;

const REVISION_HEADER = 'Mcp-Protocol-Version';
const METHOD_HEADER = 'Mcp-Method';
const MCP_NAME_HEADER = 'Mcp-Name';
/** The parameter that a request must repeat in the header Mcp-Name, for each MCP method. */
const NAME_PARAMETER_BY_METHOD: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

const REVISION_META_KEY = 'io.modelcontextprotocol/protocolVersion';
const requestMetaSchema = z.looseObject({
  [REVISION_META_KEY]: z.string(),
  'io.modelcontextprotocol/clientCapabilities': z.looseObject({}),
  'io.modelcontextprotocol/clientInfo': z.optional(z.looseObject({ name: z.string(), version: z.string() })),
});

/**
 * Returns whether a revision is the current one or a later one. Revision names are ISO dates, so they can be compared
 * as texts.
 */
const isCurrentRevision = (protocolRevision: string | undefined): protocolRevision is string =>
  protocolRevision !== undefined && protocolRevision >= CURRENT_REVISION;

const readMessageMeta = ({ params }: McpNotification) => params?._meta;
const hasRevisionMeta = (message: McpNotification) => REVISION_META_KEY in (readMessageMeta(message) ?? {});

const shortenText = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/**
 * Returns the error for a header that differs from the body. Such a request is rejected, because a proxy may
 * have used the header instead of the body.
 */
function headerMismatchError(name: string, headerValue: string | undefined, body: string): ProtocolError {
  const expectedText = shortenText(body);
  const text =
    headerValue === undefined
      ? `The header ${name} is missing. According to the body, it must be ${expectedText}.`
      : `The header ${name} is ${shortenText(headerValue)}. According to the body, it must be ${expectedText}.`;
  return new ProtocolError(ERROR_CODES.headerMismatch, 400, text, { header: name });
}

/**
 * Decodes the value of the header Mcp-Name. If a name contains characters that a header must not contain,
 * clients send it in Base64. Returns undefined if the Base64 text is invalid.
 */
function decodeNameHeader(value: string): string | undefined {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (base64 === undefined) return value;
  const text = Buffer.from(base64, 'base64').toString();
  return Buffer.from(text).toString('base64') === base64 ? text : undefined;
}

/** Rejects the request if a header differs from the body. A missing header is allowed. */
function requireSameAsBody(readHeader: HeaderReader, name: string, body: string): void {
  const value = readHeader(name)?.trim();
  if (value !== undefined && value !== body) throw headerMismatchError(name, value, body);
}

function requireRevisionHeaders(
  readHeader: HeaderReader,
  { method, params }: McpRequest,
  revision: string,
): void {
  const requiredHeaders: [name: string, body: string][] = [
    [REVISION_HEADER, revision],
    [METHOD_HEADER, method],
  ];
  for (const [name, body] of requiredHeaders)
    if (readHeader(name) === undefined) throw headerMismatchError(name, undefined, body);
  const expectedName = params?.[NAME_PARAMETER_BY_METHOD.get(method) ?? ''];
  if (typeof expectedName !== 'string') return;
  const value = readHeader(MCP_NAME_HEADER)?.trim();
  if (value === undefined || decodeNameHeader(value) !== expectedName)
    throw headerMismatchError(MCP_NAME_HEADER, value, expectedName);
}

function readClaimedRevision(message: McpNotification): string {
  const parsed = requestMetaSchema.safeParse(readMessageMeta(message));
  if (parsed.success) return parsed.data[REVISION_META_KEY];
  const [issue] = parsed.error.issues;
  const key = issue?.path.join('.');
  const text = `params._meta: ${key} ${issue?.message}`;
  throw new ProtocolError(ERROR_CODES.invalidParams, 400, text, {
    envelope: { key, problem: issue?.message },
  });
}

/**
 * Returns the protocol revision in `_meta` of a notification. If there is none, returns the revision in the header, but
 * only if it is the current one or a later one.
 */
function findRevision(message: McpNotification, headerRevision: string | undefined): string | undefined {
  if (!hasRevisionMeta(message)) return isCurrentRevision(headerRevision) ? headerRevision : undefined;
  const claimedRevision = readMessageMeta(message)?.[REVISION_META_KEY];
  if (typeof claimedRevision === 'string') return claimedRevision;
  const text = `params._meta: ${REVISION_META_KEY} must be text`;
  throw new ProtocolError(ERROR_CODES.invalidParams, 400, text, { envelope: { key: REVISION_META_KEY } });
}

function requireSupportedRevision(revision: string): void {
  if (CURRENT_REVISIONS.includes(revision)) return;
  const requestedRevision = shortenText(revision);
  const data = { supported: CURRENT_REVISIONS, requested: requestedRevision };
  const text = `The protocol revision ${requestedRevision} is not supported. Use ${CURRENT_REVISIONS.join(', ')}.`;
  throw new ProtocolError(ERROR_CODES.unsupportedRevision, 400, text, data);
}

/** Returns whether the request starts the handshake of an earlier MCP revision. */
const isHandshakeRequest = (message: McpRequest) =>
  message.method === 'initialize' && !requestMetaSchema.safeParse(readMessageMeta(message)).success;

/**
 * Returns true if a request belongs to the current revision, and false if it belongs to an earlier one.
 * Checks that the headers equal the body, because gateways use the headers for routing and logs.
 *
 * @throws ProtocolError for an invalid `_meta`, headers that differ from the body, or an unsupported revision
 */
export function usesCurrentProtocolRevision(request: McpRequest, readHeader: HeaderReader): boolean {
  const headerRevision = readHeader(REVISION_HEADER)?.trim();
  if (isHandshakeRequest(request)) {
    if (isCurrentRevision(headerRevision))
      throw headerMismatchError(
        REVISION_HEADER,
        headerRevision,
        'an earlier revision, because the method is initialize',
      );
    return false;
  }
  if (!hasRevisionMeta(request)) {
    if (!isCurrentRevision(headerRevision)) return false;
    const data = { envelope: { missing: ['params._meta'] } };
    throw new ProtocolError(
      ERROR_CODES.invalidParams,
      400,
      `A request of the protocol revision ${shortenText(headerRevision)} must name the revision in params._meta.`,
      data,
    );
  }
  const revision = readClaimedRevision(request);
  requireSameAsBody(readHeader, REVISION_HEADER, revision);
  requireSameAsBody(readHeader, METHOD_HEADER, request.method);
  requireSupportedRevision(revision);
  requireRevisionHeaders(readHeader, request, revision);
  return true;
}

/**
 * Checks the revision of a notification, and that its headers have the same values as its body.
 *
 * @throws ProtocolError for an unsupported revision or headers that differ from the body
 */
export function checkNotification(message: McpNotification, readHeader: HeaderReader): void {
  const headerRevision = readHeader(REVISION_HEADER)?.trim();
  const revision = findRevision(message, headerRevision);
  if (revision === undefined) return;
  requireSameAsBody(readHeader, REVISION_HEADER, revision);
  if (isCurrentRevision(revision)) requireSameAsBody(readHeader, METHOD_HEADER, message.method);
  requireSupportedRevision(revision);
}

/**
 * Checks the revision header of a request that uses an earlier revision of MCP.
 *
 * @throws ProtocolError for an unsupported revision
 */
export function checkEarlierRevision(readHeader: HeaderReader): void {
  const headerRevision = readHeader(REVISION_HEADER);
  if (headerRevision === undefined || SUPPORTED_EARLIER_REVISIONS.includes(headerRevision)) return;
  const requestedRevision = shortenText(headerRevision);
  const text = `The protocol revision ${requestedRevision} is not supported. Use ${SUPPORTED_EARLIER_REVISIONS.join(', ')}.`;
  throw new ProtocolError(ERROR_CODES.notAcceptable, 400, text);
}
