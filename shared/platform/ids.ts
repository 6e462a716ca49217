import { randomBytes } from 'node:crypto';
import { ID_PREFIXES, type IdKind } from './contract/ids.ts';
import { base62FromBytes } from './domain/base62.ts';

/**
 * Digits of a random id. 16 digits are 95 random bits, so a collision is unlikely, and a conditional write
 * would reject it.
 */
const ID_DIGITS = 16;
/** Random bytes for a new id. */
const ID_BYTES = 20;

/** A new random id of a kind, such as `usr_4fTq...`. */
export function createId(kind: IdKind): string {
  return ID_PREFIXES[kind] + base62FromBytes(randomBytes(ID_BYTES), ID_DIGITS);
}
