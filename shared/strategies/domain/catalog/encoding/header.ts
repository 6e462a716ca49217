import { CATALOG_FORMAT, type TextColumn } from './format.ts';

/** What a catalog's bytes begin with. */
export interface Header {
  readonly size: number;
  readonly dictionaries: Readonly<Partial<Record<TextColumn, readonly string[]>>>;
}

/**
 * Only the form is checked: bytes that get here are sealed by a checksum, so they are what `encodeCatalog`
 * wrote, and a function that starts cold has better things to do than to check 100,000 strings again.
 */
export function isHeader(header: unknown): header is Header {
  return (
    typeof header === 'object' &&
    header !== null &&
    'format' in header &&
    header.format === CATALOG_FORMAT &&
    'size' in header &&
    typeof header.size === 'number' &&
    'dictionaries' in header
  );
}
