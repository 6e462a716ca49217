import { hash } from 'node:crypto';
import {
  type CREDENTIAL_ENVIRONMENTS,
  CREDENTIAL_PATTERN,
  CREDENTIAL_PREFIXES,
} from '../../platform/contract/credentials.ts';
import { base62FromBytes, toBase62 } from '../../platform/domain/base62.ts';
import { zlib } from '../../platform/domain/zlib.ts';

export type CredentialKind = keyof typeof CREDENTIAL_PREFIXES;
/** The kind of stage that issued a credential. */
export type CredentialEnvironment = (typeof CREDENTIAL_ENVIRONMENTS)[number];

export const RANDOM_DIGITS = 30;
/** Bytes from a CSPRNG that a new credential takes. */
export const RANDOM_BYTES = 32;
const CHECKSUM_DIGITS = 6;

const CREDENTIAL_LENGTH = 'yk_live_'.length + RANDOM_DIGITS + CHECKSUM_DIGITS;
/** Characters of a key that are shown to identify it: the prefix and 4 of the 30 random digits. */
const HINT_LENGTH = 'yk_live_'.length + 4;

export interface ParsedCredential {
  readonly kind: CredentialKind;
  readonly environment: CredentialEnvironment;
  /** What is stored and looked up in place of the text. */
  readonly hash: string;
}

function checksumOf(text: string): string {
  return toBase62(BigInt(zlib().crc32(text)), CHECKSUM_DIGITS);
}

/** A new credential's text from RANDOM_BYTES or more bytes of a CSPRNG. Throws a RangeError for fewer. */
export function credentialText(
  kind: CredentialKind,
  environment: CredentialEnvironment,
  randomBytes: Uint8Array,
): string {
  const body = `${CREDENTIAL_PREFIXES[kind]}_${environment}_${base62FromBytes(randomBytes, RANDOM_DIGITS)}`;
  return body + checksumOf(body);
}

/** SHA-256 in base64url (43 characters). The text has 178 random bits, so a slow hash would protect nothing. */
export function credentialHash(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The first characters of a credential, safe to show to its owner. */
export function credentialHint(text: string): string {
  return text.slice(0, HINT_LENGTH);
}

/** Whether a stage accepts credentials of an environment. A test stage accepts both, a live stage `live` ones only. */
export function isAccepted(environment: CredentialEnvironment, stage: CredentialEnvironment): boolean {
  return stage === 'test' || environment === 'live';
}

/** The parts of a well-formed credential whose checksum is right; undefined for every other text. Never throws. */
export function parseCredential(text: string): ParsedCredential | undefined {
  if (text.length !== CREDENTIAL_LENGTH) return undefined;
  const match = CREDENTIAL_PATTERN.exec(text);
  if (match === null) return undefined;
  const body = text.slice(0, -CHECKSUM_DIGITS);
  if (checksumOf(body) !== text.slice(-CHECKSUM_DIGITS)) return undefined;
  return {
    kind: match[1] === CREDENTIAL_PREFIXES.api_key ? 'api_key' : 'session',
    environment: match[2] === 'live' ? 'live' : 'test',
    hash: credentialHash(text),
  };
}
