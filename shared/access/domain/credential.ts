import { hash } from 'node:crypto';
import {
  type CREDENTIAL_ENVIRONMENTS,
  CREDENTIAL_PATTERN,
  CREDENTIAL_PREFIXES,
} from '../../platform/contract/credentials.ts';
import { base62FromBytes, toBase62 } from '../../platform/domain/base62.ts';
import { zlib } from '../../platform/domain/zlib.ts';

export type CredentialKind = keyof typeof CREDENTIAL_PREFIXES;
/** The kind of deployment stage that issued a credential. */
export type CredentialEnvironment = (typeof CREDENTIAL_ENVIRONMENTS)[number];

export const RANDOM_DIGITS = 30;
/** Number of random bytes for a new credential. A cryptographically secure random generator must create them. */
export const CREDENTIAL_RANDOM_BYTES = 32;
const CHECKSUM_DIGITS = 6;

const CREDENTIAL_LENGTH = 'yk_live_'.length + RANDOM_DIGITS + CHECKSUM_DIGITS;
/** Number of characters in a key's hint: the prefix and the first 4 of its 30 random digits. */
const CREDENTIAL_HINT_LENGTH = 'yk_live_'.length + 4;

export interface ParsedCredential {
  readonly kind: CredentialKind;
  readonly environment: CredentialEnvironment;
  /** Hash under which the credential is stored. The credential itself is never stored. */
  readonly hash: string;
}

function checksumOf(text: string): string {
  return toBase62(BigInt(zlib().crc32(text)), CHECKSUM_DIGITS);
}

/** Returns the text of a new credential. Throws a RangeError if fewer than CREDENTIAL_RANDOM_BYTES bytes are given. */
export function buildCredentialText(
  kind: CredentialKind,
  environment: CredentialEnvironment,
  randomBytes: Uint8Array,
): string {
  const body = `${CREDENTIAL_PREFIXES[kind]}_${environment}_${base62FromBytes(randomBytes, RANDOM_DIGITS)}`;
  return body + checksumOf(body);
}

/**
 * Returns the SHA-256 of a credential in base64url (43 characters). A slow hash is not needed,
 * because the text has 178 random bits.
 */
export function hashCredential(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Returns the first characters of a credential. They are not secret, so its owner may see them. */
export function credentialHintOf(text: string): string {
  return text.slice(0, CREDENTIAL_HINT_LENGTH);
}

/** A test stage accepts `test` and `live` credentials, a live stage only `live`. */
export function isEnvironmentAccepted(
  environment: CredentialEnvironment,
  stageEnvironment: CredentialEnvironment,
): boolean {
  return stageEnvironment === 'test' || environment === 'live';
}

/** Parses a credential and verifies its checksum. Returns undefined if the text is not a credential. */
export function parseCredential(text: string): ParsedCredential | undefined {
  if (text.length !== CREDENTIAL_LENGTH) return undefined;
  const match = CREDENTIAL_PATTERN.exec(text);
  if (match === null) return undefined;
  const body = text.slice(0, -CHECKSUM_DIGITS);
  if (checksumOf(body) !== text.slice(-CHECKSUM_DIGITS)) return undefined;
  return {
    kind: match[1] === CREDENTIAL_PREFIXES.api_key ? 'api_key' : 'session',
    environment: match[2] === 'live' ? 'live' : 'test',
    hash: hashCredential(text),
  };
}
