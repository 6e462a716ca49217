import {
  CREDENTIAL_ENVIRONMENTS,
  CREDENTIAL_PREFIXES,
  WEBHOOK_SECRET_PREFIX,
} from './contract/credentials.ts';

/** Fields of a log line. They must not contain a credential, signature, nonce or request body. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The separator inside a credential, plain or URL-encoded. */
const SEPARATOR_PATTERN = '(?:_|%5[Ff])';

/** A JSON escape sequence. Matched as a whole, so that no other match starts inside it. */
const JSON_ESCAPE_PATTERN = String.raw`\\(?:u[0-9a-f]{4}|[^u])`;

/** Matches credentials and signatures, even if truncated or directly after other characters. */
const SECRET_PATTERNS = `(?:${Object.values(CREDENTIAL_PREFIXES).join('|')})${SEPARATOR_PATTERN}(?:${CREDENTIAL_ENVIRONMENTS.join('|')})${SEPARATOR_PATTERN}\\w+|${WEBHOOK_SECRET_PREFIX}[\\w+/=]+|0x[0-9A-Fa-f]{130,}`;
const SECRET_OR_ESCAPE = new RegExp(`${JSON_ESCAPE_PATTERN}|${SECRET_PATTERNS}`, 'g');
const ANY_SECRET = new RegExp(SECRET_PATTERNS);

/** Length of a sign-in nonce. Longer words may contain one after other characters. */
const NONCE_LENGTH = 44;
const LONG_WORD = new RegExp(`${JSON_ESCAPE_PATTERN}|[0-9A-Za-z]{${NONCE_LENGTH},}`, 'g');
/** Matches hexadecimal values such as hashes, which are public, with up to three characters before them. */
const HEXADECIMAL = /^[0-9A-Za-z]{0,3}?(?:0x)?[0-9A-Fa-f]+$/;

const isEscape = (matchedText: string) => matchedText.startsWith('\\');
const redactSecret = (matchedText: string) => (isEscape(matchedText) ? matchedText : '[redacted]');

/** Redacts a nonce. A nonce has letters of both cases; ids and hashes, which are public, have one case. */
function redactNonce(matchedText: string): string {
  const isPublic = !/[a-z]/.test(matchedText) || !/[A-Z]/.test(matchedText) || HEXADECIMAL.test(matchedText);
  return isPublic ? matchedText : redactSecret(matchedText);
}

const isLetterOrDigit = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/**
 * Whether the line contains a word of 44 or more letters and digits. Faster than a pattern, because it reads
 * only about one character in 44 of a line without long words.
 */
function hasLongWord(line: string): boolean {
  let end = NONCE_LENGTH - 1;
  while (end < line.length) {
    let at = end;
    while (at > end - NONCE_LENGTH && isLetterOrDigit(line.charCodeAt(at))) at -= 1;
    if (at === end - NONCE_LENGTH) return true;
    end = at + NONCE_LENGTH;
  }
  return false;
}

function redactSecrets(line: string): string {
  const text = ANY_SECRET.test(line) ? line.replace(SECRET_OR_ESCAPE, redactSecret) : line;
  return hasLongWord(text) ? text.replace(LONG_WORD, redactNonce) : text;
}

/**
 * Limit of a log line in bytes, and the lengths to which its texts are shortened, one after another, until it
 * fits.
 */
const LINE_MAX_BYTES = 2_000;
const TEXT_LIMITS = [800, 200, 40] as const;
/** Upper limit of UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

const isShort = (line: string) =>
  line.length * BYTES_PER_UNIT <= LINE_MAX_BYTES || Buffer.byteLength(line) <= LINE_MAX_BYTES;

function shortenTexts(line: string, textMax: number): string {
  return JSON.stringify(JSON.parse(line), (_, value: unknown) =>
    typeof value === 'string' && value.length > textMax
      ? `${value.slice(0, textMax).toWellFormed()}… (${value.length} characters)`
      : value,
  );
}

/** Keeps the fields that fit, in order, and counts the omitted ones. */
function dropFields(line: string): string {
  const fields = Object.entries(Object(JSON.parse(line)));
  const loggedFields: Record<string, unknown> = {};
  let bytes = Buffer.byteLength(JSON.stringify({ omitted_fields: fields.length }));
  let omittedCount = 0;
  for (const [name, value] of fields) {
    const more = Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes + more > LINE_MAX_BYTES) {
      omittedCount += 1;
      continue;
    }
    bytes += more;
    loggedFields[name] = value;
  }
  return JSON.stringify({ ...loggedFields, omitted_fields: omittedCount });
}

/**
 * A log line as JSON: without secrets, which are redacted before texts are cut, and at most 2,000 bytes long.
 * Long texts are shortened first. Fields that still do not fit are counted in `omitted_fields`.
 */
export function logLine(fields: LogFields): string {
  const line = redactSecrets(JSON.stringify(fields));
  if (isShort(line)) return line;
  let shorterLine = line;
  for (const textMax of TEXT_LIMITS) {
    shorterLine = shortenTexts(line, textMax);
    if (isShort(shorterLine)) return shorterLine;
  }
  return dropFields(shorterLine);
}
