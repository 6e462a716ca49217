import { paginate } from '../contract/envelope.ts';
import { ApiError, invalidRequest } from '../contract/errors.ts';
import type { PageRequest } from '../contract/query.ts';
import type { Scope } from '../contract/scopes.ts';
import { credentialHash } from '../domain/credential.ts';
import type { Principal } from '../middleware/context.ts';
import {
  type ApiKeyEntry,
  getApiKeyEntry,
  insertApiKey,
  listApiKeyEntries,
  listApiKeys,
  removeApiKey,
  replaceApiKey,
} from '../repositories/api-keys.ts';
import { type CredentialItem, getCredentials } from '../repositories/credentials.ts';
import type { Write } from '../repositories/transact.ts';
import type { UserItem } from '../repositories/users.ts';
import { iso, keyView, type NewKeyView, newKeyView, type RotatedKeyView, statusOf } from './api-key-views.ts';
import { type Accounts, issueCredential, limitsOf } from './credentials.ts';
import { requireUser } from './users.ts';

/** Two changes of one user's keys at once: the second looks again. */
const ATTEMPTS_MAX = 5;

/** Who makes a key: nothing may be granted beyond what the presented credential has. */
export interface Maker {
  readonly principal: Principal;
  readonly presentedCredential: string;
}

/** Writes that belong to the same transaction, made once the answer is known. */
export type Attach<V> = (view: V) => Promise<readonly Write[]>;
const attachNothing = async () => [];

export async function listKeys({ table }: Accounts, userId: string, page: PageRequest, now: Date) {
  const all = (await listApiKeys(table, userId)).map(({ item, entry }) => keyView(item, entry, now));
  const start = (page.page - 1) * page.per_page;
  const data = all.slice(start, start + page.per_page);
  return { data, pagination: paginate(all.length, page, data.length) };
}

function requireScopes(principal: Principal, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ApiError('forbidden', {
    message: `A key cannot carry what the presented credential lacks: ${missing.join(', ')}.`,
    details: { missing_scopes: missing },
  });
}

function expiryMicros(expiresAt: string | null | undefined, now: Date): number | undefined {
  if (expiresAt === null || expiresAt === undefined) return undefined;
  const millis = Date.parse(expiresAt);
  if (millis > now.getTime()) return millis * 1_000;
  throw invalidRequest([{ path: 'body.expires_at', message: 'must lie in the future' }]);
}

/**
 * The busiest bucket among the credentials that a new key comes from: it starts there, so that making keys is no way
 * to more requests.
 */
async function tatOf({ table }: Accounts, hashes: readonly string[]): Promise<number> {
  const items = await getCredentials(table, [...new Set(hashes)]);
  return Math.max(0, ...items.map(({ tat }) => tat));
}

async function retrying<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let count = 0; count < ATTEMPTS_MAX; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new Error(`The user's keys changed during each of ${ATTEMPTS_MAX} attempts`);
}

function requireRoom(user: UserItem): number {
  const { maxApiKeys } = limitsOf(user);
  if (user.api_key_count < maxApiKeys) return maxApiKeys;
  throw new ApiError('api_key_limit_reached', {
    message: `The ${user.plan} plan has room for ${maxApiKeys} keys, expired ones included. Delete one first.`,
    details: { max_api_keys: maxApiKeys },
  });
}

export interface NewKey {
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
  const tat = await tatOf(accounts, [credentialHash(maker.presentedCredential)]);
  return storeKey(accounts, maker.principal.userId, newKey, { tat, now, attach });
}

/** Makes a key for a user on an operator's word, with a full bucket. Scopes beyond the user's role are void. */
export async function grantKey(accounts: Accounts, userId: string, newKey: NewKey, now: Date) {
  return storeKey(accounts, userId, newKey, { tat: 0, now, attach: attachNothing });
}

interface StoreOptions {
  readonly tat: number;
  readonly now: Date;
  readonly attach: Attach<NewKeyView>;
}

async function storeKey(
  accounts: Accounts,
  userId: string,
  { name, scopes, expires_at }: NewKey,
  { tat, now, attach }: StoreOptions,
) {
  const expiresMicros = expiryMicros(expires_at, now);
  return retrying(async () => {
    const user = await requireUser(accounts, userId);
    const room = requireRoom(user);
    const options = { kind: 'api_key', name, scopes, expiresMicros, tat } as const;
    const issued = issueCredential(accounts, user, options, now);
    const view = newKeyView(issued, now);
    const isStored = await insertApiKey(accounts.table, user, issued, room, await attach(view));
    return isStored ? view : undefined;
  });
}

async function requireEntry({ table }: Accounts, userId: string, keyId: string): Promise<ApiKeyEntry> {
  const entry = await getApiKeyEntry(table, userId, keyId);
  if (entry === undefined) throw new ApiError('api_key_not_found');
  return entry;
}

/** Ends one of the caller's keys at once. Another user's key does not exist for them. */
export async function revokeKey(accounts: Accounts, userId: string, keyId: string, now: Date) {
  return retrying(async () => {
    const entry = await requireEntry(accounts, userId, keyId);
    const user = await requireUser(accounts, userId);
    const isRemoved = await removeApiKey(accounts.table, user, entry, now);
    return isRemoved ? { id: keyId, status: 'revoked' as const } : undefined;
  });
}

export interface RotateOptions {
  readonly overlap_seconds: number;
  /** The new key's expiry; the old key's own when absent. */
  readonly expires_at?: string | null | undefined;
}

async function requireRotatable(accounts: Accounts, entry: ApiKeyEntry, now: Date): Promise<CredentialItem> {
  const [item] = await getCredentials(accounts.table, [entry.hash]);
  if (item === undefined) throw new ApiError('api_key_not_found');
  const status = statusOf(item, entry, now);
  if (status === 'active') return item;
  throw new ApiError('api_key_not_rotatable', {
    message: `The key is ${status}; only an active key can be rotated.`,
    details: { status },
  });
}

/**
 * Puts a new key with the same name and scopes in the place of an old one, which goes on working for the overlap. At
 * most two of a line of keys live at one time: what the old key had replaced itself ends now.
 */
export async function rotateKey(
  accounts: Accounts,
  maker: Maker,
  keyId: string,
  options: RotateOptions,
  now: Date,
  attach: Attach<RotatedKeyView> = attachNothing,
) {
  const { userId } = maker.principal;
  return retrying(async () => {
    const old = await requireEntry(accounts, userId, keyId);
    const item = await requireRotatable(accounts, old, now);
    requireScopes(maker.principal, item.scopes);
    const overlapEnds = (now.getTime() + options.overlap_seconds * 1_000) * 1_000;
    const rotation = {
      old,
      oldExpiresMicros: Math.min(overlapEnds, item.expires_micros ?? overlapEnds),
      predecessor: (await listApiKeyEntries(accounts.table, userId)).find((e) => e.replaced_by === keyId),
    };
    const user = await requireUser(accounts, userId);
    const issued = issueCredential(
      accounts,
      user,
      {
        kind: 'api_key',
        name: item.name,
        scopes: item.scopes,
        expiresMicros:
          options.expires_at === undefined ? item.expires_micros : expiryMicros(options.expires_at, now),
        tat: await tatOf(accounts, [credentialHash(maker.presentedCredential), old.hash]),
      },
      now,
    );
    const previous = { id: old.id, expires_at: iso(rotation.oldExpiresMicros) };
    const view: RotatedKeyView = { ...newKeyView(issued, now), previous };
    const { table } = accounts;
    const writes = await attach(view);
    return (await replaceApiKey(table, user, { ...rotation, ...issued }, now, writes)) ? view : undefined;
  });
}
