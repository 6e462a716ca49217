import { keccak_256 } from '@noble/hashes/sha3';
import { recoverPublicKey } from '@noble/secp256k1';
import { LruCache } from './lru-cache.ts';

const SIGNATURE_PATTERN = /^0x[0-9A-Fa-f]{130}$/;
const ADDRESS_PATTERN = /^0x[0-9A-Fa-f]{40}$/;
const SINGLE_CASE_ADDRESS_PATTERN = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/;

/** Cache of converted addresses, because the same tokens, vaults and wallets are used again and again. */
const checksummedAddressCache = /* @__PURE__ */ new LruCache<`0x${string}`>(2_000);

export const keccak256 = (bytes: Uint8Array) => Buffer.from(keccak_256(bytes));

/**
 * Returns the EIP-55 form of an address. The letter case of the input is ignored. A letter is upper case if
 * the hexadecimal digit at the same position of the address's hash is 8 or more.
 */
export function toChecksummedAddress(address: string): `0x${string}` {
  const hexDigits = address.slice(2).toLowerCase();
  return checksummedAddressCache.get(hexDigits, () => {
    const hash = keccak256(Buffer.from(hexDigits)).toString('hex');
    const checksummedDigits = Array.from(hexDigits, (digit, i) =>
      (hash[i] ?? '0') >= '8' ? digit.toUpperCase() : digit,
    );
    return `0x${checksummedDigits.join('')}`;
  });
}

/**
 * Returns the EIP-55 form of an address. Returns undefined if the text is not `0x` with 40 hexadecimal
 * digits, or if its letters have mixed case and the checksum is wrong.
 */
export function toChecksummedIfValid(text: string): string | undefined {
  if (!ADDRESS_PATTERN.test(text)) return undefined;
  const eip55Address = toChecksummedAddress(text);
  return eip55Address === text || SINGLE_CASE_ADDRESS_PATTERN.test(text) ? eip55Address : undefined;
}

/** Returns the hash of a text that `personal_sign` signs (EIP-191, version 0x45). */
export function hashPersonalMessage(message: string): Uint8Array {
  const bytes = Buffer.from(message);
  return keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

/**
 * Returns the address (lower case) of a 65-byte public key. It is the last 20 bytes of the hash of the key's
 * two coordinates. The first byte of the key is ignored, because it only shows the format.
 */
export function addressOfPublicKey(key: Uint8Array): `0x${string}` {
  return `0x${keccak256(key.subarray(1)).subarray(-20).toString('hex')}`;
}

/** Returns the recovery bit of a signature. Wallets write the last byte as 27 or 28, some libraries as 0 or 1. */
function recoveryBit(lastByte: number | undefined): number | undefined {
  if (lastByte === 27 || lastByte === 28) return lastByte - 27;
  return lastByte === 0 || lastByte === 1 ? lastByte : undefined;
}

/**
 * Returns the EIP-55 address that signed `message` with `personal_sign` (EIP-191). Returns undefined if
 * `signature` is not 65 bytes in hexadecimal, or if no public key can be recovered. Never throws.
 */
export function recoverSigner(message: string, signature: string): string | undefined {
  if (!SIGNATURE_PATTERN.test(signature)) return undefined;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const recoveryId = recoveryBit(bytes[64]);
  if (recoveryId === undefined) return undefined;
  const recoverableSignature = Buffer.concat([Buffer.of(recoveryId), bytes.subarray(0, 64)]);
  try {
    const key = recoverPublicKey(recoverableSignature, hashPersonalMessage(message), {
      prehash: false,
      isCompressed: false,
    });
    return toChecksummedAddress(addressOfPublicKey(key));
  } catch {
    // The bytes do not represent a point on the curve. Therefore the signature is invalid.
    return undefined;
  }
}
