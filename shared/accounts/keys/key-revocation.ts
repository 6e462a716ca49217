import { type CredentialItem, getCredentials } from '../../access/credentials.ts';
import { type Accounts, recorded } from '../credentials.ts';
import {
  type ApiKeyEntry,
  findReplaced,
  getApiKeyEntry,
  listApiKeys,
  requireApiKey,
} from '../store/api-key-entries.ts';
import { removeApiKey } from '../store/api-keys.ts';
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

/** Ends a key and no other. One that it has replaced and that still works takes its place among the user's number. */
async function endKey(
  accounts: Accounts,
  userId: string,
  entry: ApiKeyEntry,
  because: string | undefined,
  now: Date,
): Promise<true | undefined> {
  const user = await requireUser(accounts, userId);
  const replaced = await workingBehind(accounts, userId, entry.id, now);
  const details = because === undefined ? {} : { details: { revoked_with: because } };
  const event = { type: 'api_key.revoked', userId, subject: entry.id, ...details } as const;
  const writes = [await recorded(accounts, event, now)];
  return (await removeApiKey(accounts.table, user, { entry, replaced }, now, writes)) ? true : undefined;
}

/** Ends keys, those that others have made before their makers, and says how many there still were. */
async function endKeys(
  accounts: Accounts,
  userId: string,
  keys: readonly ListedKey[],
  because: string | undefined,
  now: Date,
): Promise<number> {
  let ended = 0;
  for (const { item } of keys.toReversed()) {
    ended += await retrying(async () => {
      const entry = await getApiKeyEntry(accounts.table, userId, item.id);
      if (entry === undefined) return 0;
      return (await endKey(accounts, userId, entry, because, now)) && 1;
    });
  }
  return ended;
}

interface Ending {
  /** The keys that end for a reason of their own; all that they have made ends with them. */
  readonly of: (keys: readonly ListedKey[]) => readonly ListedKey[];
  /** Whether a key is left as it is. */
  readonly isSpared: (item: CredentialItem) => boolean;
  /** The key on whose account they end. */
  readonly because?: string;
  /** Lines that are ended already; those that are ended here are added. */
  readonly lines: Set<string>;
}

/** Ends keys and what they have made, until nothing is left that was made meanwhile; says how many. */
async function endTrees(
  accounts: Accounts,
  userId: string,
  { of, isSpared, because, lines }: Ending,
  now: Date,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const keys = await listApiKeys(accounts.table, userId);
    const tops = of(keys);
    for (const line of tops.flatMap(endedWith)) lines.add(line);
    const found = new Set([...tops, ...descendantsOf(keys, lines)]);
    const ending = [...found].filter(({ item }) => !isSpared(item));
    if (ending.length === 0) return ended;
    ended += await endKeys(accounts, userId, ending, because, now);
    for (const line of ending.flatMap(endedWith)) lines.add(line);
  }
}

/**
 * Ends one of the caller's keys at once, and all that it has made. One that it has replaced and that still works takes
 * its place among the user's number of keys. What a key has made goes on with its successor, so that a key that was
 * replaced ends alone. Another user's key does not exist for them.
 *
 * @throws ApiError api_key_not_found
 */
export async function revokeKey(accounts: Accounts, userId: string, keyId: string, now: Date) {
  await requireApiKey(accounts.table, userId, keyId);
  const of = (keys: readonly ListedKey[]) => keys.filter(({ item }) => item.id === keyId);
  const isSpared = ({ id }: CredentialItem) => id === keyId;
  const ending = { of, isSpared, because: keyId, lines: new Set<string>() };
  // What it has made comes first, so that whoever is interrupted can begin anew; then what it made meanwhile.
  await endTrees(accounts, userId, ending, now);
  const revoked = await retrying(async () => {
    const entry = await requireApiKey(accounts.table, userId, keyId);
    const isEnded = await endKey(accounts, userId, entry, undefined, now);
    return isEnded && ({ id: keyId, status: 'revoked' } as const);
  });
  await endTrees(accounts, userId, ending, now);
  return revoked;
}

/** Ends all that a line of keys has made, but for the key that is presented, and leaves the line itself. */
export function endDescendants(
  accounts: Accounts,
  userId: string,
  { id: line, because, except }: Line & { readonly except: string },
  now: Date,
): Promise<number> {
  const isSpared = (item: CredentialItem) => item.id === except || lineOf(item) === line;
  return endTrees(accounts, userId, { of: () => [], isSpared, because, lines: new Set([line]) }, now);
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
  return endTrees(accounts, userId, { of, isSpared, lines: new Set() }, now);
}
