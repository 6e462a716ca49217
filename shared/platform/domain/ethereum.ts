import { getAddress, isAddress, recoverMessageAddress } from 'viem/utils';

const SIGNATURE = /^0x[0-9A-Fa-f]{130}$/;

/** The address in its EIP-55 form; undefined unless it is 0x + 40 hex digits whose mixed case, if any, is right. */
export function checksummedAddress(text: string): string | undefined {
  if (isAddress(text)) return getAddress(text);
  const isUpperCase = /^0x[0-9A-F]{40}$/.test(text);
  return isUpperCase ? getAddress(`0x${text.slice(2).toLowerCase()}`) : undefined;
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
