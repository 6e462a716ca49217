import * as z from 'zod/mini';
import { CODES, type McpRequest, type Notification, ProtocolError } from './messages.ts';

/** The revision whose messages stand by themselves: each says in its `_meta` what it is of and who sends it. */
const PRESENT = '2026-07-28';
/** Those that it can be asked for as. */
export const PRESENT_REVISIONS: readonly string[] = [PRESENT];
/** Revisions whose clients shake hands first, newest first. */
export const EARLIER_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** Reads a header of the request, whatever its letter case. */
export type HeaderReader = (name: string) => string | undefined;

const REVISION_HEADER = 'Mcp-Protocol-Version';
const METHOD_HEADER = 'Mcp-Method';
const NAME_HEADER = 'Mcp-Name';
/** Methods whose requests say in a header what they are about, and where in their parameters it stands. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion';
const envelope = z.looseObject({
  [REVISION_KEY]: z.string(),
  'io.modelcontextprotocol/clientCapabilities': z.looseObject({}),
  'io.modelcontextprotocol/clientInfo': z.optional(z.looseObject({ name: z.string(), version: z.string() })),
});

/** Revisions are dates, so that their texts are in their order. */
const isPresent = (revision: string | undefined): revision is string =>
  revision !== undefined && revision >= PRESENT;

const metaOf = ({ params }: Notification) => params?._meta;
const claims = (message: Notification) => REVISION_KEY in (metaOf(message) ?? {});

/** What somebody wrote, as far as an answer repeats it. */
const shown = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** A header and the body say two things, which something between client and server may have been misled by. */
function mismatch(name: string, header: string | undefined, body: string): ProtocolError {
  const text =
    header === undefined
      ? `The header ${name} is missing: the body says ${shown(body)}.`
      : `The header ${name} says ${shown(header)}, the body ${shown(body)}.`;
  return new ProtocolError(CODES.headerMismatch, 400, text, { header: name });
}

/** A name that is no plain text of a header is sent as Base64 in marks of its own; undefined for a broken one. */
function decodedName(value: string): string | undefined {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (base64 === undefined) return value;
  const text = Buffer.from(base64, 'base64').toString();
  return Buffer.from(text).toString('base64') === base64 ? text : undefined;
}

/** A header that is there says what the body says. */
function requireSame(header: HeaderReader, name: string, body: string): void {
  const value = header(name)?.trim();
  if (value !== undefined && value !== body) throw mismatch(name, value, body);
}

function requireHeaders(header: HeaderReader, { method, params }: McpRequest, revision: string): void {
  const said: [name: string, body: string][] = [
    [REVISION_HEADER, revision],
    [METHOD_HEADER, method],
  ];
  for (const [name, body] of said) if (header(name) === undefined) throw mismatch(name, undefined, body);
  const named = params?.[NAMED_BY.get(method) ?? ''];
  if (typeof named !== 'string') return;
  const value = header(NAME_HEADER)?.trim();
  if (value === undefined || decodedName(value) !== named) throw mismatch(NAME_HEADER, value, named);
}

function claimOf(message: Notification): string {
  const parsed = envelope.safeParse(metaOf(message));
  if (parsed.success) return parsed.data[REVISION_KEY];
  const [issue] = parsed.error.issues;
  const key = issue?.path.join('.');
  const text = `params._meta: ${key} ${issue?.message}`;
  throw new ProtocolError(CODES.invalidParams, 400, text, { envelope: { key, problem: issue?.message } });
}

/** What a notification is of, if not of an earlier revision: of its envelope no more is asked than the claim. */
function revisionTold(message: Notification, named: string | undefined): string | undefined {
  if (!claims(message)) return isPresent(named) ? named : undefined;
  const claimed = metaOf(message)?.[REVISION_KEY];
  if (typeof claimed === 'string') return claimed;
  const text = `params._meta: ${REVISION_KEY} must be text`;
  throw new ProtocolError(CODES.invalidParams, 400, text, { envelope: { key: REVISION_KEY } });
}

function requireSupported(revision: string): void {
  if (PRESENT_REVISIONS.includes(revision)) return;
  const data = { supported: PRESENT_REVISIONS, requested: shown(revision) };
  const text = `The revision ${shown(revision)} is not spoken here.`;
  throw new ProtocolError(CODES.unsupportedRevision, 400, text, data);
}

/** Whether a handshake of an earlier revision begins here. */
const isHandshake = (message: McpRequest) =>
  message.method === 'initialize' && !envelope.safeParse(metaOf(message)).success;

/**
 * Whether a request is of the present revision; otherwise it is of an earlier one. Checks its headers against the body,
 * because gateways route and log by the headers.
 *
 * @throws ProtocolError for an envelope or headers that do not fit, and for an unsupported revision
 */
export function isOfPresent(request: McpRequest, header: HeaderReader): boolean {
  const named = header(REVISION_HEADER)?.trim();
  if (isHandshake(request)) {
    if (isPresent(named)) throw mismatch(REVISION_HEADER, named, 'initialize, of an earlier revision');
    return false;
  }
  if (!claims(request)) {
    if (!isPresent(named)) return false;
    const data = { envelope: { missing: ['params._meta'] } };
    throw new ProtocolError(
      CODES.invalidParams,
      400,
      `A request of ${shown(named)} says so in params._meta.`,
      data,
    );
  }
  const revision = claimOf(request);
  requireSame(header, REVISION_HEADER, revision);
  requireSame(header, METHOD_HEADER, request.method);
  requireSupported(revision);
  requireHeaders(header, request, revision);
  return true;
}

/** @throws ProtocolError for a notification that is of no revision that is spoken */
export function checkNotification(message: Notification, header: HeaderReader): void {
  const named = header(REVISION_HEADER)?.trim();
  const revision = revisionTold(message, named);
  if (revision === undefined) return;
  requireSame(header, REVISION_HEADER, revision);
  if (isPresent(revision)) requireSame(header, METHOD_HEADER, message.method);
  requireSupported(revision);
}

/** @throws ProtocolError for a header that names a revision that was none of those before the present one */
export function checkEarlier(header: HeaderReader): void {
  const named = header(REVISION_HEADER);
  if (named === undefined || EARLIER_REVISIONS.includes(named)) return;
  const text = `The revision ${shown(named)} is not spoken here, but ${EARLIER_REVISIONS.join(', ')}.`;
  throw new ProtocolError(CODES.notAcceptable, 400, text);
}
