import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { newRequestId } from './limiter-defaults.ts';
import { moveStamp, moveStampOnce } from './store/account-changes.ts';
import {
  type CredentialChange,
  changeCredential,
  isDecidedBy,
  type ReadCredential,
} from './store/credential-writes.ts';

/**
 * Changes credentials of an account in one transaction, and then lets every instance know, from the next request on.
 *
 * @param writesOf the writes of the transaction; those of credentials carry the id of the change
 * @param lookAgain as of `transactIf`
 * @returns false where a condition did not hold, and then nothing was changed
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
 * Changes what is named of one credential, with the writes that belong to it, if it works and is as it was read; false
 * otherwise. The stamp moves only for fields by which requests are decided.
 */
export async function changeOneCredential(
  table: Table,
  account: string,
  { read, change }: { readonly read: ReadCredential; readonly change: CredentialChange },
  attached: readonly Write[],
): Promise<boolean> {
  if (Object.keys(change).some(isDecidedBy)) {
    return changeCredentials(table, account, (changeId) => [
      changeCredential(read, change, { changeId }),
      ...attached,
    ]);
  }
  return (await transactIf(table, [changeCredential(read, change), ...attached])).held;
}

type Image = Readonly<Record<string, unknown>>;

const changed = z.object({ user_id: z.string(), change: z.optional(z.string()) });

/** A change of a credential by which requests are decided. */
export interface ChangeOfCredential {
  readonly account: string;
  /** Undefined where it carries none of its own. */
  readonly changeId: string | undefined;
}

/** The change of a credential, if requests are decided by it. A new credential is remembered by no instance. */
export function changeOfCredential(
  before: Image | undefined,
  after: Image | undefined,
): ChangeOfCredential | undefined {
  if (before === undefined || after === undefined) return undefined;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const isDeciding = [...names].some(
    (name) => isDecidedBy(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  if (!isDeciding) return undefined;
  const { user_id: account, change } = changed.parse(after);
  return { account, changeId: change === before.change ? undefined : change };
}

/**
 * Moves the stamps of accounts whose credentials changed, because a writer may have been interrupted before it did. Where
 * the stamp has moved for the only change already, it is not moved again.
 */
export async function repeatStampMoves(table: Table, changes: readonly ChangeOfCredential[]): Promise<void> {
  for (const [account, ofAccount] of Map.groupBy(changes, (change) => change.account)) {
    const [changeId, ...others] = new Set(ofAccount.map((change) => change.changeId));
    if (changeId === undefined || others.length > 0) await moveStamp(table, account);
    else await moveStampOnce(table, account, changeId);
  }
}
