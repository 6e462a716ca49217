import * as z from 'zod/mini';

/** Text of bytes in hex. */
export type Hex = `0x${string}`;
/** Bytes in hex, in lower case, as they are stored. */
export const hexText = /* @__PURE__ */ z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]*$/.test(value),
);

/** Digits of a word of 32 bytes. */
const WORD_DIGITS = 64;

/** A number, or an address in hex, as a word. */
export function word(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(WORD_DIGITS, '0');
}

/** The same as bytes, as topics of events have it. */
export function wordOf(value: bigint | Hex): Hex {
  return `0x${word(value)}`;
}

/**
 * The data of a call whose arguments are single words, as the contract ABI lays them out: the selector, then each
 * argument. Selectors are written out: computing them, and a general encoder, would be 15 kB in every function.
 */
export function encodeCall(selector: Hex, ...args: readonly (bigint | Hex)[]): Hex {
  return `${selector}${args.map(word).join('')}`;
}

/** Data of bytes, its length first, filled up to whole words. */
export function encodeBytes(data: Hex): string {
  const digits = data.slice(2);
  const filled = Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS;
  return `${word(BigInt(digits.length / 2))}${digits.padEnd(filled, '0')}`;
}

/** An array of elements that are laid out each by itself: how many, where each begins, and then they. */
export function encodeArray(elements: readonly string[]): string {
  let position = (WORD_DIGITS / 2) * elements.length;
  const positions = elements.map((element) => {
    const own = word(BigInt(position));
    position += element.length / 2;
    return own;
  });
  return `${word(BigInt(elements.length))}${positions.join('')}${elements.join('')}`;
}

/** Reads what a contract has returned. Positions are in bytes. */
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

  /** The text whose position stands at a place: its length in bytes, then UTF-8. */
  text(at: number): string {
    const start = this.offset(at);
    return Buffer.from(this.bytes(start + WORD_DIGITS / 2, this.offset(start)), 'hex').toString();
  }

  /** A length or a position: no further than the data itself is long. */
  offset(at: number): number {
    const value = this.number(at);
    if (value > this.#digits.length) throw new RangeError('The data announces more than it holds');
    return Number(value);
  }
}
