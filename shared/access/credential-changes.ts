import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { createRandomId } from './limiter-defaults.ts';
import { increaseCacheVersion, increaseCacheVersionOnce } from './store/account-changes.ts';
import {
  attributeAffectsRequests,
  buildCredentialChangeWrite,
  type CredentialChange,
  type CredentialVersion,
} from './store/credential-writes.ts';

/**
 * Changes credentials of an account in one DynamoDB transaction, then increases the account's cache version. The
 * higher cache version makes every Lambda instance read the credentials again, from the next request on.
 * @param createWrites returns the writes of the transaction; writes of credentials must contain the change id
 * @param findFailedConditions passed on to `transactIf`, which calls it before each retry
 * @returns false if a condition failed and nothing was changed
 */
export async function changeCredentials(
  table: Table,
  account: string,
  createWrites: (changeId: string) => readonly Write[],
  findFailedConditions?: () => Promise<readonly number[]>,
): Promise<boolean> {
  const changeId = createRandomId();
  if (!(await transactIf(table, createWrites(changeId), findFailedConditions)).committed) return false;
  await increaseCacheVersion(table, account, changeId);
  return true;
}

/**
 * Changes the given fields of one credential in one DynamoDB transaction, together with `additionalWrites`. Returns
 * false if the credential is not active, or if another request has changed it in the meantime.
 * The account's cache version increases only if a changed field affects which requests are admitted.
 */
export async function changeOneCredential(
  table: Table,
  account: string,
  { read, change }: { readonly read: CredentialVersion; readonly change: CredentialChange },
  additionalWrites: readonly Write[],
): Promise<boolean> {
  if (Object.keys(change).some(attributeAffectsRequests)) {
    return changeCredentials(table, account, (changeId) => [
      buildCredentialChangeWrite(read, change, { changeId }),
      ...additionalWrites,
    ]);
  }
  return (await transactIf(table, [buildCredentialChangeWrite(read, change), ...additionalWrites])).committed;
}

type CredentialImage = Readonly<Record<string, unknown>>;

const changedCredentialSchema = z.object({ user_id: z.string(), change: z.optional(z.string()) });

/** A change of a credential that affects requests. */
export interface CredentialChangeEvent {
  readonly account: string;
  /** Id of the change. Undefined if the change stored no new id in the credential. */
  readonly changeId: string | undefined;
}

/**
 * Returns the event for a changed credential. Returns undefined if the credential is new or the change does not affect
 * requests.
 */
export function credentialChangeOf(
  imageBefore: CredentialImage | undefined,
  imageAfter: CredentialImage | undefined,
): CredentialChangeEvent | undefined {
  if (imageBefore === undefined || imageAfter === undefined) return undefined;
  const attributeNames = new Set([...Object.keys(imageBefore), ...Object.keys(imageAfter)]);
  const changeAffectsRequests = [...attributeNames].some(
    (name) => attributeAffectsRequests(name) && !isDeepStrictEqual(imageBefore[name], imageAfter[name]),
  );
  if (!changeAffectsRequests) return undefined;
  const { user_id: account, change } = changedCredentialSchema.parse(imageAfter);
  return { account, changeId: change === imageBefore.change ? undefined : change };
}

/**
 * Increases the cache versions of accounts with changed credentials. This is needed if the process that changed a
 * credential stopped before it increased the version.
 */
export async function ensureCacheVersionsIncreased(
  table: Table,
  changes: readonly CredentialChangeEvent[],
): Promise<void> {
  for (const [account, changesOfAccount] of Map.groupBy(changes, (change) => change.account)) {
    const [changeId, ...otherChangeIds] = new Set(changesOfAccount.map((change) => change.changeId));
    if (changeId === undefined || otherChangeIds.length > 0) await increaseCacheVersion(table, account);
    else await increaseCacheVersionOnce(table, account, changeId);
  }
}
