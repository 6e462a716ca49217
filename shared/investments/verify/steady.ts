import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { canonicalJson } from '../../platform/domain/request-hash.ts';
import { compare, type Difference } from '../domain/audit/compare.ts';

/** How often items that others may be changing are read again. */
const READS_MAX = 10;

/** The differences that an audit finds. An item that cannot be read is a difference. */
export async function readable(name: string, audit: () => Promise<Difference[]>): Promise<Difference[]> {
  try {
    return await audit();
  } catch (error) {
    if (!(error instanceof $ZodError)) throw error;
    return compare(name, 'items', 'well-formed', z.prettifyError(error));
  }
}

/**
 * The differences that two audits in a row find alike. Items that change between two reads differ only once, so an audit
 * beside live traffic calls nothing wrong that is only changing.
 */
export async function steadyDifferences(
  name: string,
  audit: () => Promise<Difference[]>,
): Promise<Difference[]> {
  let before: string | undefined;
  let found: Difference[] = [];
  for (let reads = 1; reads <= READS_MAX; reads += 1) {
    found = await readable(name, audit);
    const text = canonicalJson(found);
    if (found.length === 0 || text === before) return found;
    before = text;
  }
  return found;
}
