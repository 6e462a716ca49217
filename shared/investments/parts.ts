import { paginate } from '../platform/contract/envelope.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { rangesOf } from './domain/ids/owner.ts';
import type { ListPart } from './domain/lists/merged.ts';
import { OWNERS_AT_ONCE } from './owners.ts';

/** A page of several parts, one after the other. */
export async function pageOf<T>(parts: readonly ListPart<T>[], query: { page: number; per_page: number }) {
  const totals = parts.map(({ total }) => total);
  const ranges = rangesOf(totals, query);
  const data: T[] = [];
  for (const { part, offset, limit } of ranges)
    data.push(...((await parts[part]?.read(offset, limit)) ?? []));
  const total = totals.reduce((sum, each) => sum + each, 0);
  return { data, pagination: paginate(total, query, data.length) };
}

/** The part of each owner, in the order of the owners. */
export async function partsOfAll<T>(
  owners: readonly string[],
  partOf: (ownerId: string) => Promise<ListPart<T>>,
): Promise<ListPart<T>[]> {
  const parts = new Map<string, ListPart<T>>();
  await forEachParallel(owners, OWNERS_AT_ONCE, async (ownerId) => {
    parts.set(ownerId, await partOf(ownerId));
  });
  return owners.flatMap((ownerId) => parts.get(ownerId) ?? []);
}
