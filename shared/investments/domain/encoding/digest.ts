import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/domain/request-hash.ts';

/** A value as JSON has it: bigints as digits, bytes as numbers, nothing where something is undefined. */
export function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return String(part);
    return part instanceof Uint8Array ? [...part] : part;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * The digest of a value that follows another in a chain: SHA-256, base64url, over the digest before and the value's
 * canonical JSON. With each entry of a journal carrying the digest up to itself, none can be changed, exchanged or
 * taken out without every later one showing it.
 */
export function chainedDigest(before: string, value: unknown): string {
  return createHash('sha256')
    .update(`${before}\n${canonicalJson(plain(value))}`)
    .digest('base64url');
}
