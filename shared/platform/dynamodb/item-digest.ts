import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/request-hash.ts';
import type { Item } from './batch.ts';

/** The digest of an item: SHA-256, base64url, over the canonical JSON of its key and all other attributes. */
function digestOf({ digest: _, ...item }: Item): string {
  return createHash('sha256').update(canonicalJson(item)).digest('base64url');
}

/**
 * An item with its digest. The item must always be written whole. The digest shows an accidental change of any
 * attribute. It does not show a forgery, because anybody with write access to the table can compute it.
 */
export function withDigest<T extends Item>(item: T): T & { readonly digest: string } {
  return { ...item, digest: digestOf(item) };
}

/** Whether an item is as it was written with its digest. */
export function hasOwnDigest(item: Item): boolean {
  return item.digest === digestOf(item);
}
