import { keccak_256 } from '@noble/hashes/sha3';
import { recoverPublicKey } from '@noble/secp256k1';
import { LruCache } from './lru-cache.ts';

const SIGNATURE = /^0x[0-9A-Fa-f]{130}$/;
const ADDRESS = /^0x[0-9A-Fa-f]{40}$/;
const ONE_CASE = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/;

/** The same few addresses are asked for again and again: those of tokens, vaults and active wallets. */
const known = /* @__PURE__ */ new LruCache<`0x${string}`>(2_000);

export const keccak256 = (bytes: Uint8Array) => Buffer.from(keccak_256(bytes));

/** The EIP-55 form of an address in any case: a letter is upper case where its nibble of the hash is 8 or more. */
export function toChecksummed(address: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase();
  return known.get(digits, () => {
    const hash = keccak256(Buffer.from(digits)).toString('hex');
    const cased = Array.from(digits, (digit, i) => ((hash[i] ?? '0') >= '8' ? digit.toUpperCase() : digit));
    return `0x${cased.join('')}`;
  });
}

/** The address in its EIP-55 form; undefined unless it is 0x + 40 hex digits whose mixed case, if any, is right. */
export function checksummedAddress(text: string): string | undefined {
  if (!ADDRESS.test(text)) return undefined;
  const form = toChecksummed(text);
  return form === text || ONE_CASE.test(text) ? form : undefined;
}

/** The hash of a text that `personal_sign` signs (EIP-191, version 0x45). */
export function personalHash(message: string): Uint8Array {
  const bytes = Buffer.from(message);
  return keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

/**
 * The address in lower case of a public key of 65 bytes: the end of the hash of both coordinates, without the byte that
 * says they are both there.
 */
export function addressOfKey(key: Uint8Array): `0x${string}` {
  return `0x${keccak256(key.subarray(1)).subarray(-20).toString('hex')}`;
}

/** Which of the two points the last byte names: wallets write 27 and 28, some libraries 0 and 1. */
function recoveryBit(last: number | undefined): number | undefined {
  if (last === 27 || last === 28) return last - 27;
  return last === 0 || last === 1 ? last : undefined;
}

/**
 * The EIP-55 address whose key signed `message` as EIP-191 `personal_sign` does; undefined for a text that is not a
 * 65-byte signature in hex, or from which no key can be recovered. Never throws.
 */
export function recoverSigner(message: string, signature: string): string | undefined {
  if (!SIGNATURE.test(signature)) return undefined;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const bit = recoveryBit(bytes[64]);
  if (bit === undefined) return undefined;
  const recoverable = Buffer.concat([Buffer.of(bit), bytes.subarray(0, 64)]);
  try {
    const key = recoverPublicKey(recoverable, personalHash(message), { prehash: false, isCompressed: false });
    return toChecksummed(addressOfKey(key));
  } catch {
    // The bytes name no point on the curve: a wrong signature like any other.
    return undefined;
  }
}
