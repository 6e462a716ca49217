import { randomInt } from 'node:crypto';
import type { Hex } from './abi.ts';

/** Every attribution code of this service begins with this. */
const PREFIX = 'yld';
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_CHARACTERS = 20;
/** Ends the data of every attributed call (ERC-8021). */
const MARKER = '80218021802180218021802180218021';
/** Codes are listed as text, and not kept in a registry of our own. */
const SCHEMA = '00';

/** A new attribution code: the prefix and 20 random letters and digits (103 bits). */
export function newAttributionCode(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${PREFIX}${random.join('')}`;
}

/**
 * Call data that ends with an ERC-8021 suffix (schema 0) of one code. The EVM ignores bytes after the arguments, so the
 * call does the same as without the suffix.
 */
export function withAttribution(data: Hex, code: string): Hex {
  const bytes = Buffer.from(code, 'latin1');
  const length = bytes.length.toString(16).padStart(2, '0');
  return `${data}${bytes.toString('hex')}${length}${SCHEMA}${MARKER}`;
}

// The lookahead finds a code that begins inside another match, so that nobody can hide one behind a false prefix.
const CODES = new RegExp(`(?=(${PREFIX}[${ALPHABET}]{${RANDOM_CHARACTERS}}))`, 'g');

/**
 * All attribution codes of this service in a transaction's input, in their order. They may be anywhere in it, because
 * wallets append suffixes of their own, and contract wallets, bundlers and multicalls wrap the call.
 */
export function attributionCodesIn(input: Hex): string[] {
  const text = Buffer.from(input.slice(2), 'hex').toString('latin1');
  return [...text.matchAll(CODES)].flatMap(([, code]) => code ?? []);
}
