/** Separates account and user in an owner id. No account id contains this character. */
const OWNER_ID_SEPARATOR = '/';

/**
 * Returns the owner id of a journal: the account, or one of its end users.
 * Each owner has a separate journal, so transactions of different end users never conflict.
 */
export function ownerIdOf(account: string, userId: string | undefined): string {
  return userId === undefined || userId === '' ? account : `${account}${OWNER_ID_SEPARATOR}${userId}`;
}

/** Splits an owner id into account and end user. The user is null if the account itself owns the investments. */
export function splitOwnerId(ownerId: string): { readonly account: string; readonly userId: string | null } {
  const at = ownerId.indexOf(OWNER_ID_SEPARATOR);
  if (at < 0) return { account: ownerId, userId: null };
  return { account: ownerId.slice(0, at), userId: ownerId.slice(at + OWNER_ID_SEPARATOR.length) };
}

/**
 * The items that one part of a list contributes to a page. `part` is the index of the part, and `offset` is the first
 * item in it (both from 0). `limit` is the number of items.
 */
export interface PartRange {
  readonly part: number;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Returns the range of elements that each part of a list contributes to a page. Leaves out parts that contribute none.
 * `itemCounts` contains the number of elements in each part, in order.
 */
export function rangesOfPage(
  itemCounts: readonly number[],
  { page, per_page }: { readonly page: number; readonly per_page: number },
): PartRange[] {
  let start = 0;
  const [from, to] = [(page - 1) * per_page, page * per_page];
  return itemCounts.flatMap((total, part) => {
    const offset = Math.max(0, from - start);
    const limit = Math.min(total, to - start) - offset;
    start += total;
    return limit > 0 ? [{ part, offset, limit }] : [];
  });
}
