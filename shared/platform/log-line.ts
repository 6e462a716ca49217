import {
  CREDENTIAL_ENVIRONMENTS,
  CREDENTIAL_PREFIXES,
  WEBHOOK_SECRET_PREFIX,
} from './contract/credentials.ts';

/** Fields of a log line. They must not contain a credential, signature, nonce or request body. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Pattern of the separator inside a credential. The separator may be URL-encoded. */
const SEPARATOR_PATTERN = '(?:_|%5[Ff])';

/**
 * Pattern of a JSON escape sequence. It matches the whole sequence, so that no other pattern can match a part
 * of it.
 */
const JSON_ESCAPE_PATTERN = String.raw`\\(?:u[0-9a-f]{4}|[^u])`;

/**
 * Pattern of credentials, webhook secrets and signatures. It also matches truncated credentials and webhook secrets,
 * and secrets directly after other characters.
 */
const SECRET_PATTERN_SOURCE = `(?:${Object.values(CREDENTIAL_PREFIXES).join('|')})${SEPARATOR_PATTERN}(?:${CREDENTIAL_ENVIRONMENTS.join('|')})${SEPARATOR_PATTERN}\\w+|${WEBHOOK_SECRET_PREFIX}[\\w+/=]+|0x[0-9A-Fa-f]{130,}`;
const SECRET_OR_ESCAPE_PATTERN = new RegExp(`${JSON_ESCAPE_PATTERN}|${SECRET_PATTERN_SOURCE}`, 'g');
const ANY_SECRET_PATTERN = new RegExp(SECRET_PATTERN_SOURCE);

/** Number of characters of a sign-in nonce. Longer words are checked too, because they may end with a nonce. */
const NONCE_LENGTH = 44;
const LONG_WORD_PATTERN = new RegExp(`${JSON_ESCAPE_PATTERN}|[0-9A-Za-z]{${NONCE_LENGTH},}`, 'g');
/** Matches hexadecimal values, such as hashes. They are public, so they are not redacted. */
const HEXADECIMAL_PATTERN = /^[0-9A-Za-z]{0,3}?(?:0x)?[0-9A-Fa-f]+$/;

const isEscapeSequence = (matchedText: string) => matchedText.startsWith('\\');
const redactSecret = (matchedText: string) => (isEscapeSequence(matchedText) ? matchedText : '[redacted]');

/**
 * Redacts a word if it may be a nonce. A nonce has lower-case and upper-case letters. Ids and hashes have
 * letters of only one case, and they are public.
 */
function redactNonce(matchedText: string): string {
  const isPublicText =
    !/[a-z]/.test(matchedText) || !/[A-Z]/.test(matchedText) || HEXADECIMAL_PATTERN.test(matchedText);
  return isPublicText ? matchedText : redactSecret(matchedText);
}

const isLetterOrDigit = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/**
 * Returns whether the line contains a word of at least NONCE_LENGTH letters and digits. It is faster than a regular
 * expression.
 */
function hasLongWord(line: string): boolean {
  let end = NONCE_LENGTH - 1;
  while (end < line.length) {
    let wordStart = end;
    while (wordStart > end - NONCE_LENGTH && isLetterOrDigit(line.charCodeAt(wordStart))) wordStart -= 1;
    if (wordStart === end - NONCE_LENGTH) return true;
    end = wordStart + NONCE_LENGTH;
  }
  return false;
}

function redactSecrets(line: string): string {
  const text = ANY_SECRET_PATTERN.test(line) ? line.replace(SECRET_OR_ESCAPE_PATTERN, redactSecret) : line;
  return hasLongWord(text) ? text.replace(LONG_WORD_PATTERN, redactNonce) : text;
}

/**
 * Maximum size of a log line in bytes. The texts in a longer line are shortened to the first length in
 * TEXT_LENGTH_LIMITS with which the line fits.
 */
const LINE_MAX_BYTES = 2_000;
const TEXT_LENGTH_LIMITS = [800, 200, 40] as const;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const UTF8_BYTES_PER_UNIT_MAX = 3;

const fitsInLogLine = (line: string) =>
  line.length * UTF8_BYTES_PER_UNIT_MAX <= LINE_MAX_BYTES || Buffer.byteLength(line) <= LINE_MAX_BYTES;

function shortenTexts(line: string, textCharactersMax: number): string {
  return JSON.stringify(JSON.parse(line), (_, value: unknown) =>
    typeof value === 'string' && value.length > textCharactersMax
      ? `${value.slice(0, textCharactersMax).toWellFormed()}… (${value.length} characters)`
      : value,
  );
}

/**
 * Removes the fields that do not fit into the line, and adds a field with their number. The other fields keep
 * their order.
 */
function dropFields(line: string): string {
  const fields = Object.entries(Object(JSON.parse(line)));
  const loggedFields: Record<string, unknown> = {};
  let bytes = Buffer.byteLength(JSON.stringify({ omitted_fields: fields.length }));
  let omittedFieldCount = 0;
  for (const [name, value] of fields) {
    const addedBytes = Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes + addedBytes > LINE_MAX_BYTES) {
      omittedFieldCount += 1;
      continue;
    }
    bytes += addedBytes;
    loggedFields[name] = value;
  }
  return JSON.stringify({ ...loggedFields, omitted_fields: omittedFieldCount });
}

/**
 * Returns a log line as JSON without secrets and with at most 2,000 bytes. Secrets are redacted first, because a
 * shortened secret might not be recognized.
 */
export function formatLogLine(fields: LogFields): string {
  const line = redactSecrets(JSON.stringify(fields));
  if (fitsInLogLine(line)) return line;
  let shortenedLine = line;
  for (const textCharactersMax of TEXT_LENGTH_LIMITS) {
    shortenedLine = shortenTexts(line, textCharactersMax);
    if (fitsInLogLine(shortenedLine)) return shortenedLine;
  }
  return dropFields(shortenedLine);
}
