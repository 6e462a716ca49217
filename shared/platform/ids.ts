import { randomBytes } from 'node:crypto';
import { ID_PREFIXES, type IdKind } from './contract/ids.ts';
import { base62FromBytes } from './domain/base62.ts';

/**
 * Number of digits of a random id. 16 digits are 95 random bits. A collision is therefore unlikely, and a
 * conditional write would reject it.
 */
const ID_DIGITS = 16;
const ID_BYTES = 20;

/** Returns a new random id of the given kind, such as `usr_4fTq...`. */
export function createId(kind: IdKind): string {
  return ID_PREFIXES[kind] + base62FromBytes(randomBytes(ID_BYTES), ID_DIGITS);
}
