import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/request-hash.ts';
import type { Item } from './batch.ts';

/** The digest of an item: SHA-256 (base64url) of the canonical JSON of all attributes except the digest. */
function computeDigest({ digest: _, ...item }: Item): string {
  return createHash('sha256').update(canonicalJson(item)).digest('base64url');
}

/**
 * Adds a digest to an item, which must then always be written whole.
 * The digest shows an accidental change of any attribute. It does not show a forgery, because anybody with
 * write access to the table can compute it.
 */
export function withDigest<T extends Item>(item: T): T & { readonly digest: string } {
  return { ...item, digest: computeDigest(item) };
}

/** Whether an item matches its stored digest. */
export function matchesDigest(item: Item): boolean {
  return item.digest === computeDigest(item);
}
