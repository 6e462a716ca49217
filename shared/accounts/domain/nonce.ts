import { createHmac, timingSafeEqual } from 'node:crypto';
import { base62FromBytes, fromBase62, toBase62 } from '../../platform/domain/base62.ts';

/**
 * The wallet and the purpose for which a nonce is valid. A nonce consists of `time`, `random` and
 * `mac` in base 62. The MAC is an HMAC-SHA256 of time, random, purpose and address, so that issuing
 * a nonce stores nothing.
 */
export interface NonceUse {
  /**
   * What the signed message is for, such as a sign-in. A nonce is invalid for every other purpose.
   */
  readonly purpose: string;
  /** The wallet that signs, in EIP-55 form. */
  readonly address: string;
}

const TIME_DIGITS = 6;
/** 95 random bits. */
const RANDOM_DIGITS = 16;
/** 131 of the 256 bits. */
const MAC_DIGITS = 22;
const NONCE_LENGTH = TIME_DIGITS + RANDOM_DIGITS + MAC_DIGITS;

/** Number of random bytes that a nonce needs. */
export const NONCE_RANDOM_BYTES = 20;

function macOf(secret: string, unsigned: string, { purpose, address }: NonceUse): string {
  const text = JSON.stringify([unsigned, purpose, address]);
  return base62FromBytes(createHmac('sha256', secret).update(text).digest(), MAC_DIGITS);
}

/** Returns a nonce for a wallet and a purpose. `seconds` is the time of issue in epoch seconds. */
export function createNonce(secret: string, use: NonceUse, seconds: number, randomBytes: Uint8Array): string {
  const unsigned = toBase62(BigInt(seconds), TIME_DIGITS) + base62FromBytes(randomBytes, RANDOM_DIGITS);
  return unsigned + macOf(secret, unsigned, use);
}

/**
 * Returns when a nonce was issued, in epoch seconds. Undefined if none of the secrets signed it for
 * this wallet and purpose. Never throws.
 */
export function nonceIssuedAt(nonce: string, use: NonceUse, secrets: readonly string[]): number | undefined {
  if (nonce.length !== NONCE_LENGTH || !/^[0-9A-Za-z]+$/.test(nonce)) return undefined;
  const unsigned = nonce.slice(0, -MAC_DIGITS);
  const mac = Buffer.from(nonce.slice(-MAC_DIGITS));
  const isSigned = secrets.some((secret) => timingSafeEqual(mac, Buffer.from(macOf(secret, unsigned, use))));
  return isSigned ? fromBase62(unsigned.slice(0, TIME_DIGITS)) : undefined;
}
