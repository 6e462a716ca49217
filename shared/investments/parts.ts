import { type CursorRequest, nextAfter, type Place } from '../platform/contract/cursor.ts';
import { paginate } from '../platform/contract/envelope.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { ownerOf, rangesOf } from './domain/ids/owner.ts';
import type { ListPart } from './domain/lists/merged.ts';
import { OWNERS_AT_ONCE } from './owners.ts';

/** The fields of a list element that a cursor contains. */
interface Placed {
  readonly id: string;
  readonly created_at: string;
  readonly user_id: string | null;
}

const placeOf = ({ id, created_at, user_id }: Placed): Place => ({
  key: created_at,
  id,
  userId: user_id ?? '',
});

/** One page of several parts that follow one another. */
export async function pageOf<T extends Placed>(parts: readonly ListPart<T>[], query: CursorRequest) {
  const totals = parts.map(({ total }) => total);
  const ranges = rangesOf(totals, query);
  const data: T[] = [];
  for (const { part, offset, limit } of ranges)
    data.push(...((await parts[part]?.read(offset, limit)) ?? []));
  const total = totals.reduce((sum, each) => sum + each, 0);
  const pagination = paginate(total, query, data.length);
  const last = data.at(-1);
  return { data, pagination, meta: { next_after: nextAfter(pagination, last && placeOf(last)) } };
}

/**
 * The list part of each owner, in the order of owner ids. The account's own part comes first, because its id
 * is the prefix of all others. With a cursor, the list starts at the cursor's owner.
 *
 * @param partOf returns the part of an owner; `from` is the cursor if the part starts there
 */
export async function partsOfAll<T>(
  account: string,
  owners: Iterable<string>,
  after: Place | undefined,
  partOf: (ownerId: string, from: Place | undefined) => Promise<ListPart<T>>,
): Promise<ListPart<T>[]> {
  const first = after === undefined ? '' : ownerOf(account, after.userId);
  const meant = [...new Set(owners)].filter((ownerId) => ownerId >= first).sort();
  const parts = new Map<string, ListPart<T>>();
  await forEachParallel(meant, OWNERS_AT_ONCE, async (ownerId) => {
    parts.set(ownerId, await partOf(ownerId, ownerId === first ? after : undefined));
  });
  return meant.flatMap((ownerId) => parts.get(ownerId) ?? []);
}
