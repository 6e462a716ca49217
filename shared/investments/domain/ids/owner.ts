/** Between an account and its user: no account's id holds one. */
const SEPARATOR = '/';

/**
 * The owner of a ledger: an account or one of its users. Each owner has its own head and numbering, so that the users
 * of one account never wait for each other.
 */
export function ownerOf(account: string, userId: string | undefined): string {
  return userId === undefined || userId === '' ? account : `${account}${SEPARATOR}${userId}`;
}

/** The account of an owner, and the user that the ledger is for; null for the account's own. */
export function partsOf(ownerId: string): { readonly account: string; readonly userId: string | null } {
  const at = ownerId.indexOf(SEPARATOR);
  if (at < 0) return { account: ownerId, userId: null };
  return { account: ownerId.slice(0, at), userId: ownerId.slice(at + SEPARATOR.length) };
}

/** A range of one of several lists that follow one another. */
export interface PartRange {
  readonly part: number;
  readonly offset: number;
  readonly limit: number;
}

/** Which elements of lists that follow one another are on a page of all of them. */
export function rangesOf(
  totals: readonly number[],
  { page, per_page }: { readonly page: number; readonly per_page: number },
): PartRange[] {
  let start = 0;
  const [from, to] = [(page - 1) * per_page, page * per_page];
  return totals.flatMap((total, part) => {
    const offset = Math.max(0, from - start);
    const limit = Math.min(total, to - start) - offset;
    start += total;
    return limit > 0 ? [{ part, offset, limit }] : [];
  });
}
