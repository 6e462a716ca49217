import * as z from 'zod/mini';

/** Bytes as hexadecimal text. */
export type Hex = `0x${string}`;
/** Schema of bytes as lower-case hexadecimal text with `0x`. */
export const hexSchema = /* @__PURE__ */ z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/.test(value),
);

/** Number of hexadecimal digits of a 32-byte word. */
const WORD_DIGITS = 64;

/** Encodes a number or an address as 64 hexadecimal digits, without `0x`. */
export function encodeWord(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(WORD_DIGITS, '0');
}

export function encodeHexWord(value: bigint | Hex): Hex {
  return `0x${encodeWord(value)}`;
}

/** Encodes a contract call: the selector, then one 32-byte word per argument. */
export function encodeCall(functionSelector: Hex, ...args: readonly (bigint | Hex)[]): Hex {
  return `${functionSelector}${args.map(encodeWord).join('')}`;
}

/**
 * Encodes the ABI type `bytes`, without `0x`: the length in bytes, then the data, padded with zeros to whole
 * words.
 */
export function encodeBytes(data: Hex): string {
  const hexDigits = data.slice(2);
  const paddedLength = Math.ceil(hexDigits.length / WORD_DIGITS) * WORD_DIGITS;
  return `${encodeWord(BigInt(hexDigits.length / 2))}${hexDigits.padEnd(paddedLength, '0')}`;
}

/**
 * Encodes an array of ABI-encoded elements, without `0x`: the number of elements, their byte positions, then the
 * elements.
 */
export function encodeArray(elements: readonly string[]): string {
  let byteOffset = (WORD_DIGITS / 2) * elements.length;
  const encodedOffsets = elements.map((element) => {
    const encodedOffset = encodeWord(BigInt(byteOffset));
    byteOffset += element.length / 2;
    return encodedOffset;
  });
  return `${encodeWord(BigInt(elements.length))}${encodedOffsets.join('')}${elements.join('')}`;
}

/** Reads ABI-encoded data that a contract returned. Positions are byte offsets in the data. */
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

  /** Reads a UTF-8 text. The word at `at` contains the text's byte position. */
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
