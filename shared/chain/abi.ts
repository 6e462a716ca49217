import * as z from 'zod/mini';

/** Bytes as hexadecimal text. */
export type Hex = `0x${string}`;
/** Schema of bytes as lower-case hexadecimal text, as stored. */
export const hexText = /* @__PURE__ */ z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/.test(value),
);

/** Number of hexadecimal digits of a 32-byte word. */
const WORD_DIGITS = 64;

/** Encodes a number or an address as a word, without `0x`. */
export function encodeWord(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(WORD_DIGITS, '0');
}

/** Encodes a number or an address as a word with `0x`, as in event topics. */
export function encodeHexWord(value: bigint | Hex): Hex {
  return `0x${encodeWord(value)}`;
}

/**
 * Encodes a contract call whose arguments are one 32-byte word each (contract ABI). Returns the selector,
 * followed by the arguments.
 * The selectors are constants in the code. Computing them would add an encoder of 15 kB to every Lambda
 * function.
 */
export function encodeCall(selector: Hex, ...args: readonly (bigint | Hex)[]): Hex {
  return `${selector}${args.map(encodeWord).join('')}`;
}

/**
 * Encodes a value of the ABI type `bytes`, without `0x`: its length in bytes, then the data. Zeros fill the
 * last word.
 */
export function encodeBytes(data: Hex): string {
  const digits = data.slice(2);
  const paddedLength = Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS;
  return `${encodeWord(BigInt(digits.length / 2))}${digits.padEnd(paddedLength, '0')}`;
}

/**
 * Encodes an ABI array of encoded elements of variable length, without `0x`. The result is the number of
 * elements, then the byte position of each element, then the elements.
 */
export function encodeArray(elements: readonly string[]): string {
  let position = (WORD_DIGITS / 2) * elements.length;
  const positions = elements.map((element) => {
    const own = encodeWord(BigInt(position));
    position += element.length / 2;
    return own;
  });
  return `${encodeWord(BigInt(elements.length))}${positions.join('')}${elements.join('')}`;
}

/** Reads ABI-encoded data that a contract returned. Positions are in bytes. */
export class AbiReader {
  readonly #digits: string;
  constructor(data: Hex) {
    this.#digits = data.slice(2);
  }

  bytes(at: number, length: number): string {
    const text = this.#digits.slice(2 * at, 2 * (at + length));
    if (text.length !== 2 * length) throw new RangeError('The data ends before what it announces');
    return text;
  }

  number(at: number): bigint {
    return BigInt(`0x${this.bytes(at, WORD_DIGITS / 2)}`);
  }

  /**
   * Reads a text. The word at `at` contains the byte position of the text. At that position are the length in bytes
   * and the text in UTF-8.
   */
  text(at: number): string {
    const start = this.offset(at);
    return Buffer.from(this.bytes(start + WORD_DIGITS / 2, this.offset(start)), 'hex').toString();
  }

  /**
   * Reads a number that is a length or a position in bytes. Throws a RangeError if the number is larger than the
   * data.
   */
  offset(at: number): number {
    const value = this.number(at);
    if (value > this.#digits.length) throw new RangeError('The data announces more than it holds');
    return Number(value);
  }
}
