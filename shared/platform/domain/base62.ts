const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;

/**
 * Returns `value` modulo 62^digitCount as exactly `digitCount` base-62 digits. The most significant digit is first.
 * `value` must not be negative.
 */
export function toBase62(value: bigint, digitCount: number): string {
  let quotient = value;
  let text = '';
  for (let digitIndex = 0; digitIndex < digitCount; digitIndex++) {
    text = BASE62_DIGITS.charAt(Number(quotient % BASE)) + text;
    quotient /= BASE;
  }
  return text;
}

/**
 * Returns the number that up to eight base-62 digits represent.
 *
 * @throws RangeError if the text contains another character
 */
export function fromBase62(text: string): number {
  return [...text].reduce((value, character) => {
    const digitValue = BASE62_DIGITS.indexOf(character);
    if (digitValue < 0) throw new RangeError('Not a number in base 62');
    return value * BASE62_DIGITS.length + digitValue;
  }, 0);
}

/**
 * Returns `digitCount` base-62 digits made from random bytes. Requires 8 bytes more than the digits need, so that the
 * bias of the modulo operation is below 2^-64.
 * @throws RangeError if there are too few bytes
 */
export function base62FromBytes(bytes: Uint8Array, digitCount: number): string {
  const neededByteCount = Math.ceil((digitCount * Math.log2(62)) / 8) + 8;
  if (bytes.length < neededByteCount)
    throw new RangeError(`${digitCount} digits take ${neededByteCount} random bytes`);
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return toBase62(value, digitCount);
}
