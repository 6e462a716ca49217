import { activeCredentialCheck, getCredential, getCredentials } from '../../access/credentials.ts';
import { hashCredential } from '../../access/domain/credential.ts';
import { readCredentialUses } from '../../access/usage.ts';
import { type CursorRequest, pageOfList } from '../../platform/contract/cursor.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { CREDENTIAL_MESSAGES } from '../../platform/contract/headers.ts';
import { READ_SCOPES, type Scope } from '../../platform/contract/scopes.ts';
import { CONFLICT_RETRY_POLICY, type Write } from '../../platform/dynamodb/transact.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import { type Accounts, accountAuditWrite, issueCredential, limitsOf } from '../credentials.ts';
import { listApiKeys, requireApiKey } from '../store/api-key-entries.ts';
import { insertApiKey } from '../store/api-keys.ts';
import type { UserItem } from '../store/users.ts';
import { requireUser } from '../users.ts';
import { apiKeyView, type NewKeyView, newKeyView } from './api-key-views.ts';
import {
  expiryMicrosOf,
  type OptionalManagingSession,
  requireScopes,
  requireSignInForScopes,
} from './key-rules.ts';

/** Returns additional writes for the DynamoDB transaction that changes a key. `view` is the response data. */
export type AdditionalWritesOf<V> = (view: V) => Promise<readonly Write[]>;
export const noAdditionalWrites = async () => [];

export async function listKeys({ table }: Accounts, userId: string, query: CursorRequest, now: Date) {
  const all = await listApiKeys(table, userId);
  const lastUseOf = await readCredentialUses(table, userId, now.getTime() * 1_000);
  const listPositionOf = ({ item }: (typeof all)[number]) => ({ key: item.created_at, id: item.id });
  const { items, ...page } = pageOfList(all, query, listPositionOf);
  return { ...page, data: items.map(({ item, entry }) => apiKeyView(item, entry, now, lastUseOf(item.id))) };
}

/** @throws ApiError api_key_not_found, also for another user's key */
export async function getApiKeyOfUser({ table }: Accounts, userId: string, keyId: string, now: Date) {
  const entry = await requireApiKey(table, userId, keyId);
  const [item] = await getCredentials(table, [entry.hash]);
  if (item === undefined) throw new ApiError('api_key_not_found');
  const lastUseOf = await readCredentialUses(table, userId, now.getTime() * 1_000);
  return apiKeyView(item, entry, now, lastUseOf(item.id));
}

/** Retries while `attempt` returns undefined, which means that the user's keys were changed concurrently. */
export function retryOnConflict<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  return retry(CONFLICT_RETRY_POLICY, async () => {
    const result = await attempt();
    if (result === undefined) throw new RetryableError("Too many concurrent changes of the user's keys");
    return result;
  });
}

function requireKeyQuota(user: UserItem): number {
  const { maxApiKeys } = limitsOf(user);
  if (user.api_key_count < maxApiKeys) return maxApiKeys;
  throw new ApiError('api_key_limit_reached', {
    message: `API key limit reached: the ${user.plan} plan allows ${maxApiKeys} keys. Expired keys count too. Revoke a key first.`,
    details: { max_api_keys: maxApiKeys },
  });
}

export interface NewApiKey {
  readonly name: string;
  /** If absent, the key gets all scopes that allow only reading. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Null or absent means that the key never expires. */
  readonly expires_at?: string | null | undefined;
  /** IP addresses from which the key may be used. Null or absent allows any address. */
  readonly allowed_ips?: readonly string[] | null | undefined;
}

/**
 * Returns a condition check that the user's session is still active. An operator has no session, so there is no check.
 */
export function buildActiveSessionChecks(managingSession: OptionalManagingSession): Write[] {
  return managingSession === undefined
    ? []
    : [activeCredentialCheck(hashCredential(managingSession.presentedCredential))];
}

/**
 * Throws an error if the session has ended since the request was authenticated.
 * @throws ApiError unauthorized
 */
export async function rejectEndedSession(
  { table }: Accounts,
  managingSession: OptionalManagingSession,
): Promise<undefined> {
  if (managingSession === undefined) return undefined;
  const sessionCredential = await getCredential(table, hashCredential(managingSession.presentedCredential));
  if (sessionCredential?.status === 'active') return undefined;
  throw new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.unusable });
}

/** Creates a key. Only the response to this request contains the key's text. */
export function createApiKey(
  accountsContext: Accounts,
  userId: string,
  managingSession: OptionalManagingSession,
  { name, scopes = READ_SCOPES, expires_at, allowed_ips }: NewApiKey,
  now: Date,
  buildAdditionalWrites: AdditionalWritesOf<NewKeyView> = noAdditionalWrites,
) {
  return retryOnConflict(async () => {
    const user = await requireUser(accountsContext, userId);
    requireScopes(user.role, scopes);
    requireSignInForScopes(managingSession, scopes, now);
    const expiresMicros = expiryMicrosOf(expires_at ?? null, now);
    const maxApiKeys = requireKeyQuota(user);
    const options = {
      kind: 'api_key',
      name,
      scopes,
      expiresMicros,
      allowed_ips: allowed_ips ?? undefined,
    } as const;
    const issuedKey = issueCredential(accountsContext, user, options, now);
    const view = newKeyView(issuedKey, now);
    const details = { name, scopes: scopes.join(' ') };
    const event = { type: 'api_key.created', userId, subject: view.id, details } as const;
    const writes = [
      ...(await buildAdditionalWrites(view)),
      await accountAuditWrite(accountsContext, event, now),
      ...buildActiveSessionChecks(managingSession),
    ];
    const isKeyStored = await insertApiKey(accountsContext.table, user, issuedKey, maxApiKeys, writes);
    return isKeyStored ? view : rejectEndedSession(accountsContext, managingSession);
  });
}
