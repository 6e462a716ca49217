import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/request-hash.ts';
import type { Item } from './batch.ts';

/**
 * Returns the digest of an item: the SHA-256 (base64url) of the canonical JSON of all its attributes. The
 * attribute `digest` is not included.
 */
function computeDigest({ digest: _, ...item }: Item): string {
  return createHash('sha256').update(canonicalJson(item)).digest('base64url');
}

/**
 * Returns the item with its digest. Always write such an item completely. An update of single attributes would
 * not change the digest, so that it would no longer match.
 * The digest reveals accidental changes of attributes. It does not reveal a forgery, because anybody who can
 * write to the table can compute the digest.
 */
export function withDigest<T extends Item>(item: T): T & { readonly digest: string } {
  return { ...item, digest: computeDigest(item) };
}

/** Returns whether an item matches its stored digest. */
export function matchesDigest(item: Item): boolean {
  return item.digest === computeDigest(item);
}
