import {
  type CursorRequest,
  type ListPosition,
  nextPageCursor,
  timeOfCursor,
} from '../platform/contract/cursor.ts';
import { buildPagination } from '../platform/contract/envelope.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import { ownerIdOf, rangesOfPage } from './domain/ids/owner.ts';
import { partAfterElement } from './domain/lists/cursor-parts.ts';
import { type ListPart, mergeParts } from './domain/lists/merge-parts.ts';
import { OWNERS_CONCURRENCY } from './owners.ts';

interface ListElement {
  readonly id: string;
  readonly created_at: string;
  readonly user_id: string | null;
}

const listPositionOf = ({ id, created_at, user_id }: ListElement): ListPosition => ({
  key: created_at,
  id,
  userId: user_id ?? '',
});

/** Returns one page of a list that consists of several parts, one after another. */
export async function readPageAcrossParts<T extends ListElement>(
  parts: readonly ListPart<T>[],
  query: CursorRequest,
) {
  const itemCounts = parts.map(({ total }) => total);
  const ranges = rangesOfPage(itemCounts, query);
  const data: T[] = [];
  for (const { part, offset, limit } of ranges)
    data.push(...((await parts[part]?.read(offset, limit)) ?? []));
  const total = itemCounts.reduce((sum, each) => sum + each, 0);
  const pagination = buildPagination(total, query, data.length);
  const lastElement = data.at(-1);
  return {
    data,
    pagination,
    meta: { next_after: nextPageCursor(pagination, lastElement && listPositionOf(lastElement)) },
  };
}

/**
 * Returns one list part for each owner, sorted by owner id. The account's own part comes first. With a cursor, the list
 * starts at the cursor's owner.
 *
 * @param readPartOfOwner returns the part of one owner; `from` is the cursor for the cursor's owner, otherwise
 * undefined
 */
export async function readOwnerParts<T>(
  account: string,
  ownerIds: Iterable<string>,
  cursor: ListPosition | undefined,
  readPartOfOwner: (ownerId: string, from: ListPosition | undefined) => Promise<ListPart<T>>,
): Promise<ListPart<T>[]> {
  const firstOwnerId = cursor === undefined ? '' : ownerIdOf(account, cursor.userId);
  const selectedOwnerIds = [...new Set(ownerIds)].filter((ownerId) => ownerId >= firstOwnerId).sort();
  const partByOwner = new Map<string, ListPart<T>>();
  await forEachParallel(selectedOwnerIds, OWNERS_CONCURRENCY, async (ownerId) => {
    partByOwner.set(ownerId, await readPartOfOwner(ownerId, ownerId === firstOwnerId ? cursor : undefined));
  });
  return selectedOwnerIds.flatMap((ownerId) => partByOwner.get(ownerId) ?? []);
}

/**
 * Returns one page of the transactions of several owners. The page is sorted by owner id, then newest first.
 *
 * @param readListParts returns the transaction lists of one owner, up to the time `to` (epoch milliseconds, exclusive)
 */
export async function readHistoryPage<T extends ListElement>(
  account: string,
  owners: Iterable<string>,
  query: CursorRequest & { readonly to?: number | undefined },
  readListParts: (ownerId: string, to: number | undefined) => Promise<readonly ListPart<T>[]>,
) {
  const parts = await readOwnerParts(account, owners, query.after, async (ownerId, start) => {
    const to = start === undefined ? query.to : Math.min(query.to ?? Infinity, timeOfCursor(start) + 1);
    const list = mergeParts(await readListParts(ownerId, to), ({ created_at }) => created_at);
    return start === undefined ? list : partAfterElement(list, { created_at: start.key, id: start.id });
  });
  return readPageAcrossParts(parts, query);
}
