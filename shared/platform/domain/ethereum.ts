import { recoverMessageAddress } from 'viem/utils';
import { keccak256 } from './keccak.ts';
import { LruCache } from './lru-cache.ts';

const SIGNATURE = /^0x[0-9A-Fa-f]{130}$/;
const ADDRESS = /^0x[0-9A-Fa-f]{40}$/;
const ONE_CASE = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/;

/** The same few addresses are asked for again and again: those of tokens, vaults and active wallets. */
const known = /* @__PURE__ */ new LruCache<`0x${string}`>(2_000);

/** The EIP-55 form of an address in any case: a letter is upper case where its nibble of the hash is 8 or more. */
export function toChecksummed(address: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase();
  return known.get(digits, () => {
    const hash = keccak256(new TextEncoder().encode(digits));
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

/**
 * The EIP-55 address whose key signed `message` as EIP-191 `personal_sign` does; undefined for a text that is not a
 * 65-byte signature in hex, or from which no key can be recovered. Never throws.
 */
export async function recoverSigner(message: string, signature: string): Promise<string | undefined> {
  if (!SIGNATURE.test(signature)) return undefined;
  try {
    return await recoverMessageAddress({ message, signature: `0x${signature.slice(2)}` });
  } catch {
    // The bytes name no point on the curve: a wrong signature like any other.
    return undefined;
  }
}
