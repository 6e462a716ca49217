import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/request-hash.ts';
import type { Item } from './batch.ts';

/** Returns the SHA-256 (base64url) of the canonical JSON of all attributes except `digest`. */
function computeDigest({ digest: _, ...item }: Item): string {
  return createHash('sha256').update(canonicalJson(item)).digest('base64url');
}

/**
 * Returns the item with its digest. Always write such an item completely, because an update of single attributes
 * would not change the digest.
 * The digest reveals accidental changes, but no forgery: anybody who can write to the table can compute it.
 */
export function withDigest<T extends Item>(item: T): T & { readonly digest: string } {
  return { ...item, digest: computeDigest(item) };
}

export function matchesDigest(item: Item): boolean {
  return item.digest === computeDigest(item);
}
