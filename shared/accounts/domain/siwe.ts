/**
 * A Sign-In with Ethereum message (EIP-4361). A text is parsed line by line and formatted again. It
 * is valid only if both texts are equal, character by character.
 * This file checks the grammar; siwe-checks.ts checks the values.
 */
export interface SiweMessage {
  readonly scheme: string | undefined;
  readonly domain: string;
  readonly address: string;
  readonly statement: string | undefined;
  readonly uri: string;
  readonly version: string;
  readonly chainId: number;
  readonly nonce: string;
  /** Date-times as written (RFC 3339). `rfc3339Millis` parses them. */
  readonly issuedAt: string;
  readonly expirationTime: string | undefined;
  readonly notBefore: string | undefined;
  readonly requestId: string | undefined;
  readonly resources: readonly string[] | undefined;
}

/** Maximum length of a message, in characters. Longer texts are rejected without parsing. */
export const SIWE_MAX_LENGTH = 4_096;

const HEADER = ' wants you to sign in with your Ethereum account:';
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
/** RFC 3986 authority: optional userinfo, host or bracketed IP literal, optional port. */
const AUTHORITY = /^([\w.~!$&'()*+,;=:%-]*@)?(\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(:\d{1,5})?$/;
const ADDRESS = /^0x[0-9A-Fa-f]{40}$/;
/** `statement = 1*( reserved / unreserved / " " )` in the grammar. */
const STATEMENT = /^[\w.~:/?#[\]@!$&'()*+,;= -]+$/;
/** RFC 3986 URI: a scheme, then allowed characters or percent-encoded octets. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/;
const CHAIN_ID = /^(0|[1-9]\d{0,14})$/;
const NONCE = /^[0-9A-Za-z]{8,96}$/;
/** `request-id = *pchar` in the grammar. */
const REQUEST_ID = /^([\w.~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Returns the epoch milliseconds of an RFC 3339 date-time. Undefined if the text is malformed or
 * the date does not exist.
 */
export function rfc3339Millis(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? Date.parse(text) : undefined;
}

/** Formats a message as EIP-4361 requires. */
export function formatSiwe(message: SiweMessage): string {
  const origin = message.scheme === undefined ? message.domain : `${message.scheme}://${message.domain}`;
  const lines = [`${origin}${HEADER}`, message.address, ''];
  if (message.statement !== undefined) lines.push(message.statement);
  lines.push(
    '',
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
  );
  if (message.expirationTime !== undefined) lines.push(`Expiration Time: ${message.expirationTime}`);
  if (message.notBefore !== undefined) lines.push(`Not Before: ${message.notBefore}`);
  if (message.requestId !== undefined) lines.push(`Request ID: ${message.requestId}`);
  if (message.resources !== undefined) {
    lines.push('Resources:', ...message.resources.map((resource) => `- ${resource}`));
  }
  return lines.join('\n');
}

/** Reads the lines of a message in order. A line with an unexpected field name is not consumed. */
class LineReader {
  readonly #lines: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  take(): string {
    return this.#lines[this.#next++] ?? '';
  }

  field(name: string): string | undefined {
    const line = this.#lines[this.#next];
    if (line === undefined || !line.startsWith(`${name}: `)) return undefined;
    this.#next++;
    return line.slice(name.length + 2);
  }

  resources(): readonly string[] | undefined {
    if (this.#lines[this.#next] !== 'Resources:') return undefined;
    const items = this.#lines.slice(this.#next + 1);
    this.#next = this.#lines.length;
    return items.map((item) => item.slice('- '.length));
  }
}

function parseOrigin(line: string): Pick<SiweMessage, 'scheme' | 'domain'> {
  const origin = line.slice(0, -HEADER.length);
  const at = origin.indexOf('://');
  return at < 0
    ? { scheme: undefined, domain: origin }
    : { scheme: origin.slice(0, at), domain: origin.slice(at + '://'.length) };
}

function readFields(text: string): SiweMessage {
  const lines = new LineReader(text);
  const origin = parseOrigin(lines.take());
  const address = lines.take();
  lines.take();
  const statement = lines.take();
  if (statement !== '') lines.take();
  return {
    ...origin,
    address,
    statement: statement === '' ? undefined : statement,
    uri: lines.field('URI') ?? '',
    version: lines.field('Version') ?? '',
    chainId: Number(lines.field('Chain ID')),
    nonce: lines.field('Nonce') ?? '',
    issuedAt: lines.field('Issued At') ?? '',
    expirationTime: lines.field('Expiration Time'),
    notBefore: lines.field('Not Before'),
    requestId: lines.field('Request ID'),
    resources: lines.resources(),
  };
}

/**
 * Returns whether every field has only characters of the grammar, so that no field can contain a
 * line break or another field.
 */
function isWellFormed(message: SiweMessage): boolean {
  const optional = (value: string | undefined, test: (text: string) => boolean) =>
    value === undefined || test(value);
  const isDateTime = (text: string) => rfc3339Millis(text) !== undefined;
  return (
    optional(message.scheme, (text) => SCHEME.test(text)) &&
    AUTHORITY.test(message.domain) &&
    ADDRESS.test(message.address) &&
    optional(message.statement, (text) => STATEMENT.test(text)) &&
    URI.test(message.uri) &&
    message.version === '1' &&
    CHAIN_ID.test(String(message.chainId)) &&
    NONCE.test(message.nonce) &&
    isDateTime(message.issuedAt) &&
    optional(message.expirationTime, isDateTime) &&
    optional(message.notBefore, isDateTime) &&
    optional(message.requestId, (text) => REQUEST_ID.test(text)) &&
    (message.resources === undefined || message.resources.every((resource) => URI.test(resource)))
  );
}

/**
 * Returns the fields of a message, or undefined for a text that does not match the grammar. Never
 * throws.
 */
export function parseSiwe(text: string): SiweMessage | undefined {
  if (text.length > SIWE_MAX_LENGTH) return undefined;
  const message = readFields(text);
  return isWellFormed(message) && formatSiwe(message) === text ? message : undefined;
}
