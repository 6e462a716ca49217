import { randomBytes } from 'node:crypto';
import { ID_PREFIXES, type IdKind } from './contract/ids.ts';
import { base62FromBytes } from './domain/base62.ts';

/** 16 digits are 95 random bits: a collision is not to be expected, and a conditional write would refuse it. */
const ID_DIGITS = 16;
/** Bytes of randomness that a new id takes. */
const ID_BYTES = 20;

/** A new random id of the kind, such as `usr_4fTq...`. */
export function createId(kind: IdKind): string {
  return ID_PREFIXES[kind] + base62FromBytes(randomBytes(ID_BYTES), ID_DIGITS);
}
