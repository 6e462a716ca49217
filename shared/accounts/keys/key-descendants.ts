import { type Accounts, recorded } from '../credentials.ts';
import { listApiKeys } from '../store/api-key-entries.ts';
import { changeApiKey } from '../store/api-keys.ts';
import { iso } from './api-key-views.ts';
import { retrying } from './api-keys.ts';
import { descendantsOf, type Line, type ListedKey, lineOf } from './key-lines.ts';

/**
 * Lets nothing that a line of keys has made go on after the last of the line.
 *
 * @param latestMicros when that one ends, in microseconds since the epoch
 */
export function shortenDescendants(
  accounts: Accounts,
  userId: string,
  { id, because, latestMicros }: Line & { readonly latestMicros: number },
  now: Date,
): Promise<true> {
  const details = { expires_at: iso(latestMicros), expires_with: because };
  const shorten = async ({ entry, item }: ListedKey) => {
    const event = { type: 'api_key.updated', userId, subject: item.id, details } as const;
    const writes = [await recorded(accounts, event, now)];
    const read = { hash: entry.hash, version: item.version };
    await changeApiKey(accounts.table, userId, read, { expires_micros: latestMicros }, writes);
  };
  // Until none is left: what was changed meanwhile is looked at again, and what it has made.
  return retrying(async () => {
    const keys = await listApiKeys(accounts.table, userId);
    const later = descendantsOf(keys, [id]).filter(
      ({ item }) =>
        item.status === 'active' &&
        lineOf(item) !== id &&
        (item.expires_micros ?? Number.POSITIVE_INFINITY) > latestMicros,
    );
    for (const key of later) await shorten(key);
    return later.length === 0 ? true : undefined;
  });
}
