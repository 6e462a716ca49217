import { randomInt } from 'node:crypto';
import type { Hex } from './abi.ts';

const ATTRIBUTION_CODE_PREFIX = 'yld';
const CODE_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_CHARACTER_COUNT = 20;
/** Marker at the end of an ERC-8021 suffix in call data. */
const ATTRIBUTION_MARKER = '80218021802180218021802180218021';
/** Id of ERC-8021 schema 0. In this schema, codes are plain text, and no registry contract is named. */
const ATTRIBUTION_SCHEMA_ID = '00';

/** Returns a new attribution code: the prefix and 20 random letters and digits (103 bits). */
export function createAttributionCode(): string {
  const randomCharacters = Array.from(
    { length: RANDOM_CHARACTER_COUNT },
    () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
  );
  return `${ATTRIBUTION_CODE_PREFIX}${randomCharacters.join('')}`;
}

/**
 * Appends an ERC-8021 suffix (schema 0) with one code to call data. The suffix does not change the effect of
 * the call, because contracts ignore bytes after the arguments.
 */
export function appendAttribution(data: Hex, code: string): Hex {
  const bytes = Buffer.from(code, 'latin1');
  const lengthByte = bytes.length.toString(16).padStart(2, '0');
  return `${data}${bytes.toString('hex')}${lengthByte}${ATTRIBUTION_SCHEMA_ID}${ATTRIBUTION_MARKER}`;
}

// A lookahead consumes no text, so overlapping matches are found too. A random match therefore cannot hide the real
// code.
const ATTRIBUTION_CODE_PATTERN = new RegExp(
  `(?=(${ATTRIBUTION_CODE_PREFIX}[${CODE_ALPHABET}]{${RANDOM_CHARACTER_COUNT}}))`,
  'g',
);

/**
 * Returns all attribution codes of this service in a transaction's input, in order. A code can be at any
 * position: wallets append other suffixes, and contract wallets, bundlers and multicalls wrap the call.
 */
export function findAttributionCodes(input: Hex): string[] {
  const text = Buffer.from(input.slice(2), 'hex').toString('latin1');
  return [...text.matchAll(ATTRIBUTION_CODE_PATTERN)].flatMap(([, code]) => code ?? []);
}
