import { ID_PREFIXES, type IdKind } from '../contract/ids.ts';
import { base62FromBytes } from './base62.ts';

/** 16 digits are 95 random bits: a collision is not to be expected, and a conditional write would refuse it. */
const ID_DIGITS = 16;
/** Bytes from a CSPRNG that a new id takes. */
export const ID_BYTES = 20;

/** A new id of the kind, such as `usr_4fTq...`, from ID_BYTES or more random bytes. */
export function newId(kind: IdKind, randomBytes: Uint8Array): string {
  return ID_PREFIXES[kind] + base62FromBytes(randomBytes, ID_DIGITS);
}
