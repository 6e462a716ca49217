import { type CredentialChange, getCredentials } from '../../access/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { type Accounts, limitsOf, recorded } from '../credentials.ts';
import { listApiKeys, requireApiKey } from '../store/api-key-entries.ts';
import { changeApiKey } from '../store/api-keys.ts';
import type { UserItem } from '../store/users.ts';
import { requireUser } from '../users.ts';
import { getKey, retrying } from './api-keys.ts';
import { withOtherLimit } from './key-lines.ts';
import { type Maker, readMaker } from './key-makers.ts';
import {
  type AskedRestrictions,
  type Restrictions,
  requireMayChange,
  restrictionsFor,
} from './key-restrictions.ts';

export interface KeyChange extends AskedRestrictions {
  readonly name?: string | undefined;
}

/** What is asked for, as the record tells it. */
function detailsOf({ name, limits, allowed_ips }: KeyChange) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(limits === undefined
      ? {}
      : {
          limits: limits === null ? null : `${limits.requests_per_minute} a minute, burst ${limits.burst}`,
        }),
    ...(allowed_ips === undefined
      ? {}
      : { allowed_ips: allowed_ips === null ? null : allowed_ips.join(' ') }),
  };
}

/** What is asked for, as the key will carry it: nothing of which is not spoken. */
function fieldsOf({ name, limits, allowed_ips }: KeyChange, restrictions: Restrictions): CredentialChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(limits === undefined ? {} : { limits: restrictions.limits, shares_limit: restrictions.shares_limit }),
    ...(allowed_ips === undefined ? {} : { allowed_ips: restrictions.allowed_ips }),
  };
}

/** Lets all keys that share the limit of one have it as it is now. */
function shareLimit(accounts: Accounts, userId: string, keyId: string, now: Date): Promise<true> {
  // Until none is left: what was changed meanwhile is looked at again, and what was made with it.
  return retrying(async () => {
    const keys = await listApiKeys(accounts.table, userId);
    const changed = keys.find(({ item }) => item.id === keyId)?.item;
    if (changed === undefined) return true;
    const { limits } = changed;
    const others = withOtherLimit(keys, changed);
    for (const { entry, item } of others) {
      const details = { ...detailsOf({ limits: limits ?? null }), shared_with: keyId };
      const event = { type: 'api_key.updated', userId, subject: item.id, details } as const;
      const read = { hash: entry.hash, version: item.version };
      await changeApiKey(accounts.table, userId, read, { limits }, [await recorded(accounts, event, now)]);
    }
    return others.length === 0 ? true : undefined;
  });
}

/**
 * The key that is to be changed, who changes it as they are stored now, and what must still hold of them then: whoever
 * changes itself is read once, and is what the change itself asks for.
 */
async function readBoth(accounts: Accounts, maker: Maker, user: UserItem, keyId: string) {
  const { hash } = await requireApiKey(accounts.table, user.id, keyId);
  const made = await readMaker(accounts, maker, user);
  const isItself = made.item.id === keyId;
  const [item] = isItself ? [made.item] : await getCredentials(accounts.table, [hash]);
  if (item?.status !== 'active') throw new ApiError('api_key_not_found');
  return { hash, item, principal: made.principal, conditions: isItself ? [] : [made.isUnchanged] };
}

/**
 * Changes one of the caller's keys, as the very next request with it finds it. What the caller may change is judged by
 * what they carry as it is changed, not when they were let in: no request that is on its way lifts a restriction.
 *
 * @throws ApiError api_key_not_found; unauthorized for a caller that has ended meanwhile; forbidden for a key that the presented one could not have made; invalid_request for more than the presented key or the account has itself
 */
export async function updateKey(
  accounts: Accounts,
  maker: Maker,
  keyId: string,
  change: KeyChange,
  now: Date,
) {
  const { userId } = maker.principal;
  return retrying(async () => {
    const user = await requireUser(accounts, userId);
    const { hash, item, principal, conditions } = await readBoth(accounts, maker, user, keyId);
    requireMayChange(principal, item);
    const fields = fieldsOf(change, restrictionsFor(principal, limitsOf(user), change, item));
    const event = { type: 'api_key.updated', userId, subject: keyId, details: detailsOf(change) } as const;
    const writes = [...conditions, await recorded(accounts, event, now)];
    const read = { hash, version: item.version };
    const isChanged = await changeApiKey(accounts.table, userId, read, fields, writes);
    if (!isChanged) return undefined;
    if (change.limits !== undefined) await shareLimit(accounts, userId, keyId, now);
    return getKey(accounts, userId, keyId, now);
  });
}
