import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/domain/request-hash.ts';

/**
 * Converts a value to plain JSON: bigints become digit strings, bytes become arrays of numbers. Undefined
 * fields are left out.
 */
export function toPlainJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return String(part);
    return part instanceof Uint8Array ? [...part] : part;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Returns the SHA-256 (base64url) of the previous digest and the value's canonical JSON.
 * If a journal entry is changed or removed, the digests of all later entries no longer match.
 */
export function computeNextDigest(previousDigest: string, value: unknown): string {
  return createHash('sha256')
    .update(`${previousDigest}\n${canonicalJson(toPlainJson(value))}`)
    .digest('base64url');
}
