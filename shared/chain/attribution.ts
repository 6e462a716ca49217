import { randomInt } from 'node:crypto';
import type { Hex } from './abi.ts';

/** Prefix of every attribution code of this service. */
const PREFIX = 'yld';
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_CHARACTERS = 20;
/** End marker of the data of an attributed call (ERC-8021). */
const MARKER = '80218021802180218021802180218021';
/** ERC-8021 schema 0: the codes are plain text, without a registry of our own. */
const SCHEMA = '00';

/** Returns a new attribution code: the prefix and 20 random letters and digits (103 bits). */
export function newAttributionCode(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${PREFIX}${random.join('')}`;
}

/**
 * Appends an ERC-8021 suffix (schema 0) with one code to call data. The EVM ignores bytes after the
 * arguments, so the call does the same.
 */
export function withAttribution(data: Hex, code: string): Hex {
  const bytes = Buffer.from(code, 'latin1');
  const length = bytes.length.toString(16).padStart(2, '0');
  return `${data}${bytes.toString('hex')}${length}${SCHEMA}${MARKER}`;
}

// The lookahead also finds a code inside another match, so that a false prefix cannot hide a code.
const CODE_PATTERN = new RegExp(`(?=(${PREFIX}[${ALPHABET}]{${RANDOM_CHARACTERS}}))`, 'g');

/**
 * Returns all attribution codes of this service in a transaction's input, in order. They can be at
 * any position, because wallets add suffixes and contract wallets, bundlers and multicalls wrap the
 * call.
 */
export function findAttributionCodes(input: Hex): string[] {
  const text = Buffer.from(input.slice(2), 'hex').toString('latin1');
  return [...text.matchAll(CODE_PATTERN)].flatMap(([, code]) => code ?? []);
}
