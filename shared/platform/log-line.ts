import {
  CREDENTIAL_ENVIRONMENTS,
  CREDENTIAL_PREFIXES,
  WEBHOOK_SECRET_PREFIX,
} from './contract/credentials.ts';

/** Values for one log line. Never a credential, a signature, a nonce or a request body. */
export type LogFields = Readonly<Record<string, unknown>>;

/** What parts a credential's text, also as an address writes it. */
const PART = '(?:_|%5[Ff])';

/** What JSON writes for characters that it escapes: found as a whole, so that no other find begins within one. */
const ESCAPE = String.raw`\\(?:u[0-9a-f]{4}|[^u])`;

/** What looks like a credential or a signature, even if only its beginning is there and whatever stands before it. */
const SECRETS = `(?:${Object.values(CREDENTIAL_PREFIXES).join('|')})${PART}(?:${CREDENTIAL_ENVIRONMENTS.join('|')})${PART}\\w+|${WEBHOOK_SECRET_PREFIX}[\\w+/=]+|0x[0-9A-Fa-f]{130,}`;
const SECRET = new RegExp(`${ESCAPE}|${SECRETS}`, 'g');
const ANY_SECRET = new RegExp(SECRETS);

/** As long as a sign-in nonce, or longer for what stands before it. */
const WORD_LENGTH = 44;
const LONG_WORD = new RegExp(`${ESCAPE}|[0-9A-Za-z]{${WORD_LENGTH},}`, 'g');
/** Hashes and the like, which are public, with what an address leaves before them. */
const HEXADECIMAL = /^[0-9A-Za-z]{0,3}?(?:0x)?[0-9A-Fa-f]+$/;

const isEscape = (found: string) => found.startsWith('\\');
const withoutSecret = (found: string) => (isEscape(found) ? found : '[redacted]');

/** A nonce has letters of both cases: ids and hashes, which are public, have one. */
function withoutNonce(found: string): string {
  const isPublic = !/[a-z]/.test(found) || !/[A-Z]/.test(found) || HEXADECIMAL.test(found);
  return isPublic ? found : withoutSecret(found);
}

const isOfWord = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/** Looks at one character in 44 where there is no long word, as in nearly every line: a pattern looks at all. */
function hasLongWord(line: string): boolean {
  let end = WORD_LENGTH - 1;
  while (end < line.length) {
    let at = end;
    while (at > end - WORD_LENGTH && isOfWord(line.charCodeAt(at))) at -= 1;
    if (at === end - WORD_LENGTH) return true;
    end = at + WORD_LENGTH;
  }
  return false;
}

function withoutSecrets(line: string): string {
  const text = ANY_SECRET.test(line) ? line.replace(SECRET, withoutSecret) : line;
  return hasLongWord(text) ? text.replace(LONG_WORD, withoutNonce) : text;
}

/** The most bytes of a line, and the characters that its texts are shortened to, step by step, where it has more. */
const LINE_MAX_BYTES = 2_000;
const TEXT_LIMITS = [800, 200, 40] as const;
/** No character takes more bytes in UTF-8 for each of its units in a text. */
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

/** The fields for which there is room, in their order, and the number of the others. */
function fewerFields(line: string): string {
  const fields = Object.entries(Object(JSON.parse(line)));
  const kept: Record<string, unknown> = {};
  let bytes = Buffer.byteLength(JSON.stringify({ omitted_fields: fields.length }));
  let omitted = 0;
  for (const [name, value] of fields) {
    const more = Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes + more > LINE_MAX_BYTES) {
      omitted += 1;
      continue;
    }
    bytes += more;
    kept[name] = value;
  }
  return JSON.stringify({ ...kept, omitted_fields: omitted });
}

/**
 * A line of JSON as it may be written: without secrets, which go before anything is cut, and no longer than 2,000 bytes.
 * Long texts are shortened first; fields for which there is no room even so are counted.
 */
export function logLine(fields: LogFields): string {
  const line = withoutSecrets(JSON.stringify(fields));
  if (isShort(line)) return line;
  let shorter = line;
  for (const textMax of TEXT_LIMITS) {
    shorter = shortenTexts(line, textMax);
    if (isShort(shorter)) return shorter;
  }
  return fewerFields(shorter);
}
