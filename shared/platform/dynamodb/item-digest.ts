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
 * Returns an item with its digest. Such an item must always be written completely, because a change of single
 * attributes would not change the digest.
 * The digest reveals that an attribute was changed by accident. It does not reveal a forgery, because anybody
 * who can write to the table can compute the digest.
 */
export function withDigest<T extends Item>(item: T): T & { readonly digest: string } {
  return { ...item, digest: computeDigest(item) };
}

/** Returns whether an item matches its stored digest. */
export function matchesDigest(item: Item): boolean {
  return item.digest === computeDigest(item);
}
