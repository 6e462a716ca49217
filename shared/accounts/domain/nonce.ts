import { createHmac, timingSafeEqual } from 'node:crypto';
import { base62FromBytes, fromBase62, toBase62 } from '../../platform/domain/base62.ts';

/**
 * A nonce says by itself that it was given out for a wallet, and when: `time`, `random` and `mac` in base 62, where the
 * last is an HMAC-SHA256 of the others and the wallet's address. So giving one out stores nothing.
 */
const TIME_DIGITS = 6;
/** 95 random bits. */
const RANDOM_DIGITS = 16;
/** 131 bits of the 256. */
const MAC_DIGITS = 22;
const NONCE_LENGTH = TIME_DIGITS + RANDOM_DIGITS + MAC_DIGITS;

/** Random bytes that a nonce takes. */
export const NONCE_RANDOM_BYTES = 20;

function macOf(secret: string, unsigned: string, address: string): string {
  return base62FromBytes(createHmac('sha256', secret).update(`${unsigned} ${address}`).digest(), MAC_DIGITS);
}

/** A nonce for a wallet (EIP-55 form), given out at `seconds` since the epoch. */
export function createNonce(
  secret: string,
  address: string,
  seconds: number,
  randomBytes: Uint8Array,
): string {
  const unsigned = toBase62(BigInt(seconds), TIME_DIGITS) + base62FromBytes(randomBytes, RANDOM_DIGITS);
  return unsigned + macOf(secret, unsigned, address);
}

/**
 * When a nonce was given out for this wallet, in seconds since the epoch; undefined for one that was not signed with
 * any of the secrets, or for another wallet. Never throws.
 */
export function nonceIssuedAt(
  nonce: string,
  address: string,
  secrets: readonly string[],
): number | undefined {
  if (nonce.length !== NONCE_LENGTH || !/^[0-9A-Za-z]+$/.test(nonce)) return undefined;
  const unsigned = nonce.slice(0, -MAC_DIGITS);
  const mac = Buffer.from(nonce.slice(-MAC_DIGITS));
  const isSigned = secrets.some((secret) =>
    timingSafeEqual(mac, Buffer.from(macOf(secret, unsigned, address))),
  );
  return isSigned ? fromBase62(unsigned.slice(0, TIME_DIGITS)) : undefined;
}
