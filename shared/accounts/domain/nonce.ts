import { createHmac, timingSafeEqual } from 'node:crypto';
import { base62FromBytes, fromBase62, toBase62 } from '../../platform/domain/base62.ts';

/**
 * A nonce carries its own time and is signed for one wallet and one purpose: `time`, `random` and `mac` in base 62. The
 * last is an HMAC-SHA256 of the others, the purpose and the wallet's address. So issuing one stores nothing.
 */
export interface NonceUse {
  /** What the signed message does, such as a sign-in. A nonce of one purpose is unknown to every other. */
  readonly purpose: string;
  /** The wallet that signs, in EIP-55 form. */
  readonly address: string;
}

const TIME_DIGITS = 6;
/** 95 random bits. */
const RANDOM_DIGITS = 16;
/** 131 bits of the 256. */
const MAC_DIGITS = 22;
const NONCE_LENGTH = TIME_DIGITS + RANDOM_DIGITS + MAC_DIGITS;

/** Random bytes that a nonce takes. */
export const NONCE_RANDOM_BYTES = 20;

function macOf(secret: string, unsigned: string, { purpose, address }: NonceUse): string {
  const text = JSON.stringify([unsigned, purpose, address]);
  return base62FromBytes(createHmac('sha256', secret).update(text).digest(), MAC_DIGITS);
}

/** A nonce for a wallet and a purpose, issued at `seconds` since the epoch. */
export function createNonce(secret: string, use: NonceUse, seconds: number, randomBytes: Uint8Array): string {
  const unsigned = toBase62(BigInt(seconds), TIME_DIGITS) + base62FromBytes(randomBytes, RANDOM_DIGITS);
  return unsigned + macOf(secret, unsigned, use);
}

/**
 * When a nonce was issued for this wallet and purpose, in seconds since the epoch; undefined for one that was not signed
 * with any of the secrets, or for another wallet or purpose. Never throws.
 */
export function nonceIssuedAt(nonce: string, use: NonceUse, secrets: readonly string[]): number | undefined {
  if (nonce.length !== NONCE_LENGTH || !/^[0-9A-Za-z]+$/.test(nonce)) return undefined;
  const unsigned = nonce.slice(0, -MAC_DIGITS);
  const mac = Buffer.from(nonce.slice(-MAC_DIGITS));
  const isSigned = secrets.some((secret) => timingSafeEqual(mac, Buffer.from(macOf(secret, unsigned, use))));
  return isSigned ? fromBase62(unsigned.slice(0, TIME_DIGITS)) : undefined;
}
