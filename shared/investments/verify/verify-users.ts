import type { Table } from '../../platform/dynamodb/client.ts';
import { type Difference, listDifferences } from '../domain/audit/compare.ts';
import { ownerIdOf, splitOwnerId } from '../domain/ids/owner.ts';
import { readOwnerHead } from '../store/investments.ts';
import { readSubAccountCount, readSubAccounts } from '../store/owners.ts';
import { repeatUntilUnchanged } from './repeat-until-unchanged.ts';

/**
 * Returns an account's sub-accounts and the stored count of sub-accounts, read at one moment. Returns
 * undefined if they keep changing.
 */
function readUnchangedSubAccounts(table: Table, account: string) {
  return repeatUntilUnchanged(async () => {
    const storedCountBefore = await readSubAccountCount(table, account);
    const subAccounts = await readSubAccounts(table, account);
    const storedCountAfter = await readSubAccountCount(table, account);
    return storedCountAfter === storedCountBefore
      ? { users: subAccounts, counted: storedCountAfter }
      : undefined;
  });
}

async function auditAccount(
  table: Table,
  account: string,
  ownersWithLedger: readonly string[],
): Promise<Difference[] | undefined> {
  const unchangedSubAccounts = await readUnchangedSubAccounts(table, account);
  if (unchangedSubAccounts === undefined) return undefined;
  const { users, counted: storedSubAccountCount } = unchangedSubAccounts;
  const listedOwnerIds = new Set(users.map(({ user_id }) => ownerIdOf(account, user_id)));
  const differences = ownersWithLedger.flatMap((ownerId) =>
    listDifferences(
      ownerId,
      "the account's list of sub-accounts contains this one",
      true,
      listedOwnerIds.has(ownerId),
    ),
  );
  for (const user of users)
    differences.push(...listDifferences(account, 'account of a listed sub-account', account, user.account));
  for (const ownerId of listedOwnerIds) {
    if (ownersWithLedger.includes(ownerId)) continue;
    // The sub-account's first entry may be newer than `ownersWithLedger`, so its ledger is read now.
    const { sequence } = await readOwnerHead(table, ownerId);
    differences.push(
      ...listDifferences(ownerId, 'the listed sub-account has ledger entries', true, sequence > 0),
    );
  }
  // Without a stored count there is nothing to compare.
  const count =
    storedSubAccountCount === undefined
      ? []
      : listDifferences(account, 'number of sub-accounts', listedOwnerIds.size, storedSubAccountCount);
  return [...differences, ...count];
}

/**
 * Checks that each account's list contains exactly its sub-accounts with a ledger, and that the stored count is the
 * length of the list.
 *
 * @param owners all owners with a ledger
 * @param accounts accounts that have sub-accounts or a counter
 * @returns differences, and accounts that kept changing during the check
 */
export async function auditSubAccounts(
  table: Table,
  owners: ReadonlySet<string>,
  accounts: ReadonlySet<string>,
): Promise<{ differences: Difference[]; moving: string[] }> {
  const ownerIdsByAccount = new Map<string, string[]>([...accounts].map((account) => [account, []]));
  for (const ownerId of owners) {
    const { account, userId } = splitOwnerId(ownerId);
    if (userId !== null) ownerIdsByAccount.set(account, [...(ownerIdsByAccount.get(account) ?? []), ownerId]);
  }
  const findings = { differences: [] as Difference[], moving: [] as string[] };
  for (const [account, ownersWithLedger] of ownerIdsByAccount) {
    const differences = await auditAccount(table, account, ownersWithLedger);
    if (differences === undefined) findings.moving.push(account);
    else findings.differences.push(...differences);
  }
  return findings;
}
