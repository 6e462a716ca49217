import type { Table } from '../../platform/dynamodb/client.ts';
import { compare, type Difference } from '../domain/audit/compare.ts';
import { ownerOf, partsOf } from '../domain/ids/owner.ts';
import { readHead } from '../store/investments.ts';
import { readUserCount, readUsers } from '../store/owners.ts';
import { caughtUp } from './caught-up.ts';

/** The users that an account knows and their number by its counter, at one moment; undefined when there is none. */
function readKnown(table: Table, account: string) {
  return caughtUp(async () => {
    const before = await readUserCount(table, account);
    const users = await readUsers(table, account);
    const counted = await readUserCount(table, account);
    return counted === before ? { users, counted } : undefined;
  });
}

async function auditAccount(
  table: Table,
  account: string,
  withBooks: readonly string[],
): Promise<Difference[] | undefined> {
  const kept = await readKnown(table, account);
  if (kept === undefined) return undefined;
  const { users, counted } = kept;
  const known = new Set(users.map(({ user_id }) => ownerOf(account, user_id)));
  const differences = withBooks.flatMap((ownerId) =>
    compare(ownerId, "the account's list of sub-accounts contains this one", true, known.has(ownerId)),
  );
  for (const user of users)
    differences.push(...compare(account, 'account of a listed sub-account', account, user.account));
  for (const ownerId of known) {
    if (withBooks.includes(ownerId)) continue;
    // Unless opened a moment ago: a user is made known by the first movement alone.
    const { sequence } = await readHead(table, ownerId);
    differences.push(...compare(ownerId, 'the listed sub-account has ledger entries', true, sequence > 0));
  }
  // Where nothing has been counted yet, the next user is counted from those who are known.
  const count = counted === undefined ? [] : compare(account, 'number of sub-accounts', known.size, counted);
  return [...differences, ...count];
}

/**
 * Compares each account's list of sub-accounts with the ledgers. Every user with a ledger must be listed, or lists
 * would leave it out; every listed user must have a ledger; and the counter for the plan's quota must match.
 *
 * @param owners all who have ledgers
 * @param accounts those of which some users are known or counted
 * @returns differences, and accounts without a verdict because the number of their users kept growing
 */
export async function auditUsers(
  table: Table,
  owners: ReadonlySet<string>,
  accounts: ReadonlySet<string>,
): Promise<{ differences: Difference[]; moving: string[] }> {
  const byAccount = new Map<string, string[]>([...accounts].map((account) => [account, []]));
  for (const ownerId of owners) {
    const { account, userId } = partsOf(ownerId);
    if (userId !== null) byAccount.set(account, [...(byAccount.get(account) ?? []), ownerId]);
  }
  const found = { differences: [] as Difference[], moving: [] as string[] };
  for (const [account, withBooks] of byAccount) {
    const differences = await auditAccount(table, account, withBooks);
    if (differences === undefined) found.moving.push(account);
    else found.differences.push(...differences);
  }
  return found;
}
