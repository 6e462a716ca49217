import { getCredentials } from '../../access/credentials.ts';
import { credentialUses } from '../../access/usage.ts';
import { paginate } from '../../platform/contract/envelope.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import type { PageRequest } from '../../platform/contract/query.ts';
import type { Scope } from '../../platform/contract/scopes.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { Principal } from '../../platform/request.ts';
import { type RetryPolicy, retry, TryAgain } from '../../platform/retry.ts';
import { type Accounts, issueCredential, limitsOf, recorded } from '../credentials.ts';
import { listApiKeyEntries, listApiKeys, requireApiKey } from '../store/api-key-entries.ts';
import { insertApiKey, removeApiKey } from '../store/api-keys.ts';
import type { UserItem } from '../store/users.ts';
import { requireUser } from '../users.ts';
import { keyView, type NewKeyView, newKeyView, statusOf } from './api-key-views.ts';
import { expiryMicros, latestFor } from './key-expiry.ts';
import { type AskedRestrictions, restrictionsFor } from './key-restrictions.ts';

/** Two changes of one user's keys at once: the second looks again. */
const CHANGES: RetryPolicy = { attempts: 5 };
/** What keys are made by that no credential made. */
const OPERATOR = 'operator';

/** Who makes a key: nothing may be granted beyond what the presented credential has. */
export interface Maker {
  readonly principal: Principal;
  readonly presentedCredential: string;
}

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

/** Refuses scopes that the presented credential lacks. */
export function requireScopes(principal: Principal, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ApiError('forbidden', {
    message: `A key cannot carry what the presented credential lacks: ${missing.join(', ')}.`,
    details: { missing_scopes: missing },
  });
}

/** Does it again as long as the user's keys change meanwhile. */
export function retrying<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  return retry(CHANGES, async () => {
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
  requireScopes(maker.principal, newKey.scopes);
  const { userId, credentialId: madeBy } = maker.principal;
  const options = { now, attach, madeBy, maker: maker.principal, latest: latestFor(maker.principal) };
  return storeKey(accounts, userId, newKey, options);
}

/** Makes a key for a user on an operator's word. Scopes beyond the user's role are void. */
export async function grantKey(accounts: Accounts, userId: string, newKey: NewKey, now: Date) {
  const options = { now, attach: attachNothing, madeBy: OPERATOR, maker: undefined, latest: undefined };
  return storeKey(accounts, userId, newKey, options);
}

interface StoreOptions {
  readonly madeBy: string;
  readonly maker: Principal | undefined;
  /** When the key that makes it ends, in microseconds since the epoch. */
  readonly latest: number | undefined;
  readonly now: Date;
  readonly attach: Attach<NewKeyView>;
}

async function storeKey(
  accounts: Accounts,
  userId: string,
  { name, scopes, expires_at, ...asked }: NewKey,
  { now, attach, madeBy, maker, latest }: StoreOptions,
) {
  const expiresMicros = expiryMicros({ asked: expires_at, latest }, now);
  return retrying(async () => {
    const user = await requireUser(accounts, userId);
    const room = requireRoom(user);
    const restrictions = restrictionsFor(maker, limitsOf(user), asked);
    const options = { kind: 'api_key', name, scopes, expiresMicros, madeBy, ...restrictions } as const;
    const issued = issueCredential(accounts, user, options, now);
    const view = newKeyView(issued, now);
    const details = { name, scopes: scopes.join(' ') };
    const event = { type: 'api_key.created', userId, subject: view.id, details } as const;
    const writes = [await recorded(accounts, event, now), ...(await attach(view))];
    const isStored = await insertApiKey(accounts.table, user, issued, room, writes);
    return isStored ? view : undefined;
  });
}

/** The key that `keyId` has put out of its place. */
export async function replacedBy({ table }: Accounts, userId: string, keyId: string) {
  return (await listApiKeyEntries(table, userId)).find((entry) => entry.replaced_by === keyId);
}

/** The same, if it still works: it would go on beside the user's number of keys if `keyId` were gone. */
async function workingBehind(accounts: Accounts, userId: string, keyId: string, now: Date) {
  const entry = await replacedBy(accounts, userId, keyId);
  if (entry === undefined) return undefined;
  const [item] = await getCredentials(accounts.table, [entry.hash]);
  return item === undefined || statusOf(item, entry, now) === 'expired' ? undefined : entry;
}

/**
 * Ends one of the caller's keys at once. One that it has replaced and that still works takes its place among the
 * user's number of keys. Another user's key does not exist for them.
 */
export async function revokeKey(accounts: Accounts, userId: string, keyId: string, now: Date) {
  return retrying(async () => {
    const entry = await requireApiKey(accounts.table, userId, keyId);
    const user = await requireUser(accounts, userId);
    const replaced = await workingBehind(accounts, userId, keyId, now);
    const event = { type: 'api_key.revoked', userId, subject: keyId } as const;
    const writes = [await recorded(accounts, event, now)];
    const isRemoved = await removeApiKey(accounts.table, user, { entry, replaced }, now, writes);
    return isRemoved ? { id: keyId, status: 'revoked' as const } : undefined;
  });
}

/** Ids of the user's keys that sessions have made since a moment, in milliseconds since the epoch. */
export async function keysOfSessions(
  { table }: Accounts,
  userId: string,
  sinceMs: number,
): Promise<string[]> {
  const keys = await listApiKeys(table, userId);
  return keys.flatMap(({ item }) => {
    const isOfSession = item.made_by?.startsWith(ID_PREFIXES.session) === true;
    return isOfSession && Date.parse(item.created_at) >= sinceMs ? item.id : [];
  });
}
