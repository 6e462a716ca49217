import { getCredentials } from '../../access/credentials.ts';
import { credentialUses } from '../../access/usage.ts';
import { paginate } from '../../platform/contract/envelope.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { PageRequest } from '../../platform/contract/query.ts';
import type { Scope } from '../../platform/contract/scopes.ts';
import { CONFLICT_RETRIES, type Write } from '../../platform/dynamodb/transact.ts';
import { retry, TryAgain } from '../../platform/retry.ts';
import { type Accounts, issueCredential, limitsOf, recorded } from '../credentials.ts';
import { listApiKeys, requireApiKey } from '../store/api-key-entries.ts';
import { insertApiKey } from '../store/api-keys.ts';
import type { UserItem } from '../store/users.ts';
import { requireUser } from '../users.ts';
import { keyView, type NewKeyView, newKeyView } from './api-key-views.ts';
import { expiryMicros, latestFor } from './key-expiry.ts';
import { descentFrom } from './key-lines.ts';
import { type Maker, readMaker } from './key-makers.ts';
import { type AskedRestrictions, requireScopes, restrictionsFor } from './key-restrictions.ts';

/** What keys are made by that no credential made. */
const OPERATOR = 'operator';

/** Writes that belong to the same transaction, made once the answer is known. */
export type Attach<V> = (view: V) => Promise<readonly Write[]>;
export const attachNothing = async () => [];

export async function listKeys({ table }: Accounts, userId: string, page: PageRequest, now: Date) {
  const all = await listApiKeys(table, userId);
  const useOf = await credentialUses(table, userId, now.getTime() * 1_000);
  const start = (page.page - 1) * page.per_page;
  const data = all
    .slice(start, start + page.per_page)
    .map(({ item, entry }) => keyView(item, entry, now, useOf(item.id)));
  return { data, pagination: paginate(all.length, page, data.length) };
}

/**
 * One of the user's keys. Another user's key does not exist for them.
 *
 * @throws ApiError api_key_not_found
 */
export async function getKey({ table }: Accounts, userId: string, keyId: string, now: Date) {
  const entry = await requireApiKey(table, userId, keyId);
  const [item] = await getCredentials(table, [entry.hash]);
  if (item === undefined) throw new ApiError('api_key_not_found');
  const useOf = await credentialUses(table, userId, now.getTime() * 1_000);
  return keyView(item, entry, now, useOf(item.id));
}

/** Does it again as long as the user's keys change meanwhile. */
export function retrying<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  return retry(CONFLICT_RETRIES, async () => {
    const result = await attempt();
    if (result === undefined) throw new TryAgain("The user's keys change all the time");
    return result;
  });
}

function requireRoom(user: UserItem): number {
  const { maxApiKeys } = limitsOf(user);
  if (user.api_key_count < maxApiKeys) return maxApiKeys;
  throw new ApiError('api_key_limit_reached', {
    message: `The ${user.plan} plan has room for ${maxApiKeys} keys, expired ones included. Delete one first.`,
    details: { max_api_keys: maxApiKeys },
  });
}

export interface NewKey extends AskedRestrictions {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: string | null | undefined;
}

/** Makes a key for the caller. Its text is in the answer and nowhere else. */
export async function createKey(
  accounts: Accounts,
  maker: Maker,
  newKey: NewKey,
  now: Date,
  attach: Attach<NewKeyView> = attachNothing,
) {
  return storeKey(accounts, maker.principal.userId, newKey, { now, attach, maker });
}

/** Makes a key for a user on an operator's word. Scopes beyond the user's role are void. */
export async function grantKey(accounts: Accounts, userId: string, newKey: NewKey, now: Date) {
  const options = { now, attach: attachNothing, maker: undefined };
  return storeKey(accounts, userId, newKey, options);
}

/** Where the key comes from that is made, as whom, and what must hold for it. */
async function originOf(accounts: Accounts, maker: Maker | undefined, user: UserItem, now: Date) {
  if (maker === undefined) return { principal: undefined, options: { madeBy: OPERATOR }, conditions: [] };
  const { item, principal, isUnchanged } = await readMaker(accounts, maker, user);
  const options = { madeBy: item.id, descent: descentFrom(item, now) };
  return { principal, options, conditions: [isUnchanged] };
}

interface StoreOptions {
  readonly maker: Maker | undefined;
  readonly now: Date;
  readonly attach: Attach<NewKeyView>;
}

async function storeKey(
  accounts: Accounts,
  userId: string,
  { name, scopes, expires_at, ...asked }: NewKey,
  { now, attach, maker }: StoreOptions,
) {
  return retrying(async () => {
    const user = await requireUser(accounts, userId);
    const { principal, options, conditions } = await originOf(accounts, maker, user, now);
    if (principal !== undefined) requireScopes(principal, scopes);
    const latest = principal === undefined ? undefined : latestFor(principal);
    const expiresMicros = expiryMicros({ asked: expires_at, latest }, now);
    const room = requireRoom(user);
    const restrictions = restrictionsFor(principal, limitsOf(user), asked);
    const issued = issueCredential(
      accounts,
      user,
      { kind: 'api_key', name, scopes, expiresMicros, ...options, ...restrictions },
      now,
    );
    const view = newKeyView(issued, now);
    const details = { name, scopes: scopes.join(' ') };
    const event = { type: 'api_key.created', userId, subject: view.id, details } as const;
    const writes = [...conditions, await recorded(accounts, event, now), ...(await attach(view))];
    const isStored = await insertApiKey(accounts.table, user, issued, room, writes);
    return isStored ? view : undefined;
  });
}
