import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { newRequestId } from './limiter-defaults.ts';
import { moveStamp, moveStampOnce } from './store/account-changes.ts';
import {
  affectsRequests,
  type CredentialChange,
  changeCredential,
  type ReadCredential,
} from './store/credential-writes.ts';

/**
 * Changes credentials of an account in one transaction, then increases the account's stamp. From the next
 * request, every Lambda instance then reads the credentials again.
 * @param writesOf returns the writes of the transaction; writes of credentials must contain the change id
 * @param lookAgain the re-check that `transactIf` runs
 * @returns false if a condition failed and nothing was changed
 */
export async function changeCredentials(
  table: Table,
  account: string,
  writesOf: (changeId: string) => readonly Write[],
  lookAgain?: () => Promise<readonly number[]>,
): Promise<boolean> {
  const changeId = newRequestId();
  if (!(await transactIf(table, writesOf(changeId), lookAgain)).held) return false;
  await moveStamp(table, account, changeId);
  return true;
}

/**
 * Changes the given fields of one credential in one transaction with the attached writes. Returns false if
 * the credential is not active, or if another request has changed it in the meantime.
 * The account's stamp increases only if a field changes that affects which requests are admitted.
 */
export async function changeOneCredential(
  table: Table,
  account: string,
  { read, change }: { readonly read: ReadCredential; readonly change: CredentialChange },
  attachedWrites: readonly Write[],
): Promise<boolean> {
  if (Object.keys(change).some(affectsRequests)) {
    return changeCredentials(table, account, (changeId) => [
      changeCredential(read, change, { changeId }),
      ...attachedWrites,
    ]);
  }
  return (await transactIf(table, [changeCredential(read, change), ...attachedWrites])).held;
}

type Image = Readonly<Record<string, unknown>>;

const changedCredential = z.object({ user_id: z.string(), change: z.optional(z.string()) });

/** A change of a credential that affects requests. */
export interface CredentialChangeEvent {
  readonly account: string;
  /** Undefined if the writer stored no change id. */
  readonly changeId: string | undefined;
}

/**
 * Returns the change of a credential, or undefined if it does not affect requests. A new credential is
 * ignored, because no instance has cached it.
 */
export function changeOfCredential(
  before: Image | undefined,
  after: Image | undefined,
): CredentialChangeEvent | undefined {
  if (before === undefined || after === undefined) return undefined;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const affectsRequest = [...names].some(
    (name) => affectsRequests(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  if (!affectsRequest) return undefined;
  const { user_id: account, change } = changedCredential.parse(after);
  return { account, changeId: change === before.change ? undefined : change };
}

/**
 * Increases the stamps of accounts with changed credentials. This is needed because a writer may have been
 * interrupted before it increased the stamp. If there is only one change and the stamp has already been
 * increased for it, the stamp stays the same.
 */
export async function repeatStampMoves(
  table: Table,
  changes: readonly CredentialChangeEvent[],
): Promise<void> {
  for (const [account, ofAccount] of Map.groupBy(changes, (change) => change.account)) {
    const [changeId, ...otherChangeIds] = new Set(ofAccount.map((change) => change.changeId));
    if (changeId === undefined || otherChangeIds.length > 0) await moveStamp(table, account);
    else await moveStampOnce(table, account, changeId);
  }
}
