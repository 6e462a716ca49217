import { getCredentials } from '../../access/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Principal } from '../../platform/request.ts';
import { type Accounts, limitsOf, recorded } from '../credentials.ts';
import { requireApiKey } from '../store/api-key-entries.ts';
import { changeApiKey } from '../store/api-keys.ts';
import { requireUser } from '../users.ts';
import { getKey } from './api-keys.ts';
import { type AskedRestrictions, restrictionsFor } from './key-restrictions.ts';

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

/**
 * Changes one of the caller's keys, as the very next request with it finds it.
 *
 * @throws ApiError api_key_not_found; invalid_request for more than the presented key or the account has itself
 */
export async function updateKey(
  accounts: Accounts,
  principal: Principal,
  keyId: string,
  change: KeyChange,
  now: Date,
) {
  const { table } = accounts;
  const { userId } = principal;
  const entry = await requireApiKey(table, userId, keyId);
  const [item] = await getCredentials(table, [entry.hash]);
  if (item === undefined) throw new ApiError('api_key_not_found');
  const account = limitsOf(await requireUser(accounts, userId));
  const fields = {
    name: change.name ?? item.name,
    ...restrictionsFor(principal, account, change, item),
  };
  const event = { type: 'api_key.updated', userId, subject: keyId, details: detailsOf(change) } as const;
  const writes = [await recorded(accounts, event, now)];
  if (!(await changeApiKey(table, userId, entry, fields, writes))) throw new ApiError('api_key_not_found');
  return getKey(accounts, userId, keyId, now);
}
