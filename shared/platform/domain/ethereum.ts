import { keccak_256 } from '@noble/hashes/sha3';
import { recoverPublicKey } from '@noble/secp256k1';
import { LruCache } from './lru-cache.ts';

const SIGNATURE = /^0x[0-9A-Fa-f]{130}$/;
const ADDRESS = /^0x[0-9A-Fa-f]{40}$/;
const SINGLE_CASE_ADDRESS = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/;

/** A cache, because the addresses of tokens, vaults and active wallets repeat. */
const checksummedAddresses = /* @__PURE__ */ new LruCache<`0x${string}`>(2_000);

export const keccak256 = (bytes: Uint8Array) => Buffer.from(keccak_256(bytes));

/**
 * The EIP-55 form of an address in any case: a letter is upper case if its nibble of the hash is 8 or more.
 */
export function toChecksummed(address: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase();
  return checksummedAddresses.get(digits, () => {
    const hash = keccak256(Buffer.from(digits)).toString('hex');
    const checksummedDigits = Array.from(digits, (digit, i) =>
      (hash[i] ?? '0') >= '8' ? digit.toUpperCase() : digit,
    );
    return `0x${checksummedDigits.join('')}`;
  });
}

/**
 * The EIP-55 form of an address. Undefined if the text is not 0x and 40 hex digits, or has mixed case with a
 * wrong checksum.
 */
export function checksummedAddress(text: string): string | undefined {
  if (!ADDRESS.test(text)) return undefined;
  const form = toChecksummed(text);
  return form === text || SINGLE_CASE_ADDRESS.test(text) ? form : undefined;
}

/** The hash that `personal_sign` signs for a text (EIP-191, version 0x45). */
export function personalMessageHash(message: string): Uint8Array {
  const bytes = Buffer.from(message);
  return keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

/**
 * The address (lower case) of a 65-byte public key: the last 20 bytes of the hash of both coordinates. The
 * first byte of the key is only a format mark.
 */
export function addressOfKey(key: Uint8Array): `0x${string}` {
  return `0x${keccak256(key.subarray(1)).subarray(-20).toString('hex')}`;
}

/** The recovery bit of a signature, from its last byte. Wallets write 27 and 28, some libraries 0 and 1. */
function recoveryBit(last: number | undefined): number | undefined {
  if (last === 27 || last === 28) return last - 27;
  return last === 0 || last === 1 ? last : undefined;
}

/**
 * The EIP-55 address that signed `message` with EIP-191 `personal_sign`. Never throws.
 * Undefined if `signature` is not 65 bytes in hex, or if no public key can be recovered.
 */
export function recoverSigner(message: string, signature: string): string | undefined {
  if (!SIGNATURE.test(signature)) return undefined;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const bit = recoveryBit(bytes[64]);
  if (bit === undefined) return undefined;
  const recoverable = Buffer.concat([Buffer.of(bit), bytes.subarray(0, 64)]);
  try {
    const key = recoverPublicKey(recoverable, personalMessageHash(message), {
      prehash: false,
      isCompressed: false,
    });
    return toChecksummed(addressOfKey(key));
  } catch {
    // The bytes are no point on the curve, so the signature is invalid.
    return undefined;
  }
}
