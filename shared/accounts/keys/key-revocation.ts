import { type CredentialItem, getCredentials } from '../../access/credentials.ts';
import { type Accounts, recorded } from '../credentials.ts';
import { findReplaced, getApiKeyEntry, listApiKeys, requireApiKey } from '../store/api-key-entries.ts';
import { removeApiKey, stopApiKey } from '../store/api-keys.ts';
import { requireUser } from '../users.ts';
import { statusOf } from './api-key-views.ts';
import { retrying } from './api-keys.ts';
import { descendantsOf, endedWith, keysOfSessions, type Line, type ListedKey, lineOf } from './key-lines.ts';

/** The key that `keyId` has replaced, if it still works: it would go on beside the user's number of keys without that. */
async function workingBehind(accounts: Accounts, userId: string, keyId: string, now: Date) {
  const entry = await findReplaced(accounts.table, userId, keyId);
  if (entry === undefined) return undefined;
  const [item] = await getCredentials(accounts.table, [entry.hash]);
  return item === undefined || statusOf(item, entry, now) === 'expired' ? undefined : entry;
}

/** Ends a key, which stays on the list; false where it was rotated or ended meanwhile. */
async function stopKey(
  accounts: Accounts,
  userId: string,
  { entry, item }: ListedKey,
  because: string | undefined,
  now: Date,
): Promise<boolean> {
  const nowMicros = now.getTime() * 1_000;
  const endsMicros = Math.min(item.expires_micros ?? nowMicros, nowMicros);
  const details = because === undefined || because === item.id ? {} : { details: { revoked_with: because } };
  const event = { type: 'api_key.revoked', userId, subject: item.id, ...details } as const;
  const writes = [await recorded(accounts, event, now)];
  return stopApiKey(accounts.table, userId, { entry, endsMicros }, writes);
}

/** Takes keys that were ended off the list, what others have made before its makers, and says how many there still were. */
async function removeKeys(
  accounts: Accounts,
  userId: string,
  keys: readonly ListedKey[],
  now: Date,
): Promise<number> {
  let removed = 0;
  for (const { item } of keys.toReversed()) {
    removed += await retrying(async () => {
      const entry = await getApiKeyEntry(accounts.table, userId, item.id);
      if (entry === undefined) return 0;
      const user = await requireUser(accounts, userId);
      const replaced = await workingBehind(accounts, userId, entry.id, now);
      return (await removeApiKey(accounts.table, user, { entry, replaced }, now)) ? 1 : undefined;
    });
  }
  return removed;
}

interface Ending {
  /** The keys that end for a reason of their own; all that they have made ends with them. */
  readonly of: (keys: readonly ListedKey[]) => readonly ListedKey[];
  /** Lines that go on, and of which all ends that they have made. */
  readonly lines?: readonly string[];
  /** Whether a key is left as it is. */
  readonly isSpared: (item: CredentialItem) => boolean;
  /** The key on whose account they end. */
  readonly because?: string;
}

/**
 * Ends keys and what they have made, and says how many. Makers end first, and from then on nothing that comes from them
 * makes a key: so there is an end to it whatever they do meanwhile. All stay on the list until none of them works, as
 * what they have made is found by them: whoever is interrupted finds all that is left and can begin anew.
 */
async function endTrees(
  accounts: Accounts,
  userId: string,
  { of, lines = [], isSpared, because }: Ending,
  now: Date,
): Promise<number> {
  const ended = await retrying(async () => {
    const keys = await listApiKeys(accounts.table, userId);
    const tops = of(keys);
    const made = descendantsOf(keys, [...lines, ...tops.flatMap(endedWith)]);
    const tree = [...new Set([...tops, ...made])].filter(({ item }) => !isSpared(item));
    const working = tree.filter(({ item }) => item.status === 'active');
    for (const key of working) if (!(await stopKey(accounts, userId, key, because, now))) return undefined;
    return working.length === 0 ? tree : undefined;
  });
  return removeKeys(accounts, userId, ended, now);
}

/**
 * Ends one of the caller's keys at once, and then all that it has made. One that it has replaced and that still works takes
 * its place among the user's number of keys. What a key has made goes on with its successor, so that a key that was
 * replaced ends alone. It is on the list, expired, until all has ended. Another user's key does not exist for them.
 *
 * @throws ApiError api_key_not_found
 */
export async function revokeKey(accounts: Accounts, userId: string, keyId: string, now: Date) {
  await requireApiKey(accounts.table, userId, keyId);
  const of = (keys: readonly ListedKey[]) => keys.filter(({ item }) => item.id === keyId);
  await endTrees(accounts, userId, { of, isSpared: () => false, because: keyId }, now);
  return { id: keyId, status: 'revoked' } as const;
}

/** Ends all that a line of keys has made, but for the key that is presented, and leaves the line itself. */
export function endDescendants(
  accounts: Accounts,
  userId: string,
  { id: line, because, except }: Line & { readonly except: string },
  now: Date,
): Promise<number> {
  const isSpared = (item: CredentialItem) => item.id === except || lineOf(item) === line;
  return endTrees(accounts, userId, { of: () => [], lines: [line], isSpared, because }, now);
}

/**
 * Ends the keys that sessions have made since a moment, and all that those have made, but never the one presented.
 *
 * @param sinceMs milliseconds since the epoch
 * @returns how many
 */
export function revokeKeysOfSessions(
  accounts: Accounts,
  userId: string,
  { sinceMs, presented, now }: { readonly sinceMs: number; readonly presented: string; readonly now: Date },
): Promise<number> {
  const of = (keys: readonly ListedKey[]) => keysOfSessions(keys, sinceMs);
  const isSpared = ({ id }: CredentialItem) => id === presented;
  return endTrees(accounts, userId, { of, isSpared }, now);
}
