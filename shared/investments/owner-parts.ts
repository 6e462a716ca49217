import { type CursorRequest, type ListPosition, nextAfter } from '../platform/contract/cursor.ts';
import { paginate } from '../platform/contract/envelope.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { ownerIdOf, rangesOfPage } from './domain/ids/owner.ts';
import type { ListPart } from './domain/lists/merge-parts.ts';
import { OWNERS_CONCURRENCY } from './owners.ts';

/** The fields of a list element that a cursor contains. */
interface ListElement {
  readonly id: string;
  readonly created_at: string;
  readonly user_id: string | null;
}

const cursorOf = ({ id, created_at, user_id }: ListElement): ListPosition => ({
  key: created_at,
  id,
  userId: user_id ?? '',
});

/** Returns one page of a list that consists of several parts, one after another. */
export async function readPageOfParts<T extends ListElement>(
  parts: readonly ListPart<T>[],
  query: CursorRequest,
) {
  const totals = parts.map(({ total }) => total);
  const ranges = rangesOfPage(totals, query);
  const data: T[] = [];
  for (const { part, offset, limit } of ranges)
    data.push(...((await parts[part]?.read(offset, limit)) ?? []));
  const total = totals.reduce((sum, each) => sum + each, 0);
  const pagination = paginate(total, query, data.length);
  const last = data.at(-1);
  return { data, pagination, meta: { next_after: nextAfter(pagination, last && cursorOf(last)) } };
}

/**
 * Returns one list part for each owner, in the order of owner ids. The account's own part comes first,
 * because all other owner ids begin with the account's id. With a cursor, the list starts at the cursor's
 * owner.
 *
 * @param partOf returns the part of an owner; `from` is the cursor if the part starts at the cursor
 */
export async function readOwnerParts<T>(
  account: string,
  owners: Iterable<string>,
  after: ListPosition | undefined,
  partOf: (ownerId: string, from: ListPosition | undefined) => Promise<ListPart<T>>,
): Promise<ListPart<T>[]> {
  const firstOwner = after === undefined ? '' : ownerIdOf(account, after.userId);
  const selectedOwners = [...new Set(owners)].filter((ownerId) => ownerId >= firstOwner).sort();
  const parts = new Map<string, ListPart<T>>();
  await forEachParallel(selectedOwners, OWNERS_CONCURRENCY, async (ownerId) => {
    parts.set(ownerId, await partOf(ownerId, ownerId === firstOwner ? after : undefined));
  });
  return selectedOwners.flatMap((ownerId) => parts.get(ownerId) ?? []);
}
