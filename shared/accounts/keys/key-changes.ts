import {
  type CredentialItem,
  changeOneCredential,
  getCredential,
  getCredentials,
} from '../../access/credentials.ts';
import { parseCredential } from '../../access/domain/credential.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { type Accounts, accountAuditWrite, issueCredential } from '../credentials.ts';
import {
  type ApiKeyEntry,
  findPredecessorEntry,
  getApiKeyEntry,
  requireApiKey,
} from '../store/api-key-entries.ts';
import { endApiKey, removeApiKey, replaceApiKey } from '../store/api-keys.ts';
import { requireUser } from '../users.ts';
import { isoFromMicros, keyStatusOf, newKeyView, type RotatedKeyView } from './api-key-views.ts';
import {
  type AdditionalWritesOf,
  buildActiveSessionChecks,
  getApiKeyOfUser,
  noAdditionalWrites,
  rejectEndedSession,
  retryOnConflict,
} from './api-keys.ts';
import {
  allowsMoreAddresses,
  expiryMicrosOf,
  extendsExpiry,
  type OptionalManagingSession,
  requireRecentSignIn,
  requireSignInForScopes,
} from './key-rules.ts';

/** The credential of a key, and the key's entry in the list of the user's keys. */
interface ListedApiKey {
  readonly entry: ApiKeyEntry;
  readonly item: CredentialItem;
}

async function readListedKey({ table }: Accounts, userId: string, keyId: string): Promise<ListedApiKey> {
  const entry = await requireApiKey(table, userId, keyId);
  const [item] = await getCredentials(table, [entry.hash]);
  if (item === undefined) throw new ApiError('api_key_not_found');
  return { entry, item };
}

export interface ApiKeyChange {
  readonly name?: string | undefined;
  /** IP addresses from which the key may be used. Null allows any address. */
  readonly allowed_ips?: readonly string[] | null | undefined;
}

/**
 * Changes one of the user's keys. The change applies from the next request with this key.
 * @throws ApiError api_key_not_found; recent_sign_in_required if the change allows more IP addresses
 */
export function updateKey(
  accountsContext: Accounts,
  userId: string,
  managingSession: OptionalManagingSession,
  keyId: string,
  { name, allowed_ips }: ApiKeyChange,
  now: Date,
) {
  return retryOnConflict(async () => {
    const { entry, item } = await readListedKey(accountsContext, userId, keyId);
    if (item.status !== 'active') throw new ApiError('api_key_not_found');
    const newAddressRanges = allowed_ips === null ? undefined : allowed_ips;
    if (
      managingSession !== undefined &&
      allowed_ips !== undefined &&
      allowsMoreAddresses(item.allowed_ips, newAddressRanges)
    ) {
      requireRecentSignIn(managingSession.principal, now);
    }
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(allowed_ips === undefined ? {} : { allowed_ips: newAddressRanges && [...newAddressRanges] }),
    };
    const details = {
      ...(name === undefined ? {} : { name }),
      ...(allowed_ips === undefined ? {} : { allowed_ips: newAddressRanges?.join(' ') ?? null }),
    };
    const event = { type: 'api_key.updated', userId, subject: keyId, details } as const;
    const writes = [
      await accountAuditWrite(accountsContext, event, now),
      ...buildActiveSessionChecks(managingSession),
    ];
    const read = { hash: entry.hash, version: item.version };
    const isCredentialChanged = await changeOneCredential(
      accountsContext.table,
      userId,
      { read, change },
      writes,
    );
    return isCredentialChanged
      ? getApiKeyOfUser(accountsContext, userId, keyId, now)
      : rejectEndedSession(accountsContext, managingSession);
  });
}

export interface RotateOptions {
  readonly overlap_seconds: number;
  /** Expiry of the new key. Null: the key never expires. Absent: the key keeps the expiry that the old key had. */
  readonly expires_at?: string | null | undefined;
}

function requireRotatable({ item, entry }: ListedApiKey, now: Date): void {
  const status = keyStatusOf(item, entry, now);
  if (status === 'active') return;
  const advice =
    entry.replaced_by === undefined
      ? 'Create a new key.'
      : `Use the key ${entry.replaced_by}, which replaced this key, or create a new key.`;
  throw new ApiError('api_key_not_rotatable', {
    message: `The status of this key is ${status}, and only an active key can be rotated. ${advice}`,
    details: { status, replaced_by: entry.replaced_by ?? null },
  });
}

/**
 * Creates a new key with the settings of the old key. The old key expires after the overlap.
 * If the old key was itself created by a rotation, the key that it replaced is revoked now. Therefore at most two
 * keys of a rotation chain are valid at the same time.
 * @throws ApiError api_key_not_found; api_key_not_rotatable; recent_sign_in_required for a key with sensitive scopes,
 * or if the new key would expire later than the old key
 */
export function rotateKey(
  accountsContext: Accounts,
  userId: string,
  managingSession: OptionalManagingSession,
  keyId: string,
  { overlap_seconds, expires_at }: RotateOptions,
  now: Date,
  buildAdditionalWrites: AdditionalWritesOf<RotatedKeyView> = noAdditionalWrites,
) {
  return retryOnConflict(async () => {
    const { table } = accountsContext;
    const user = await requireUser(accountsContext, userId);
    const old = await readListedKey(accountsContext, userId, keyId);
    requireRotatable(old, now);
    const { name, scopes, expires_micros, allowed_ips, version } = old.item;
    requireSignInForScopes(managingSession, scopes, now);
    const expiresMicros = expires_at === undefined ? expires_micros : expiryMicrosOf(expires_at, now);
    if (managingSession !== undefined && extendsExpiry(expires_micros, expiresMicros)) {
      requireRecentSignIn(managingSession.principal, now);
    }
    const options = { kind: 'api_key', name, scopes, expiresMicros, allowed_ips } as const;
    const issuedKey = issueCredential(accountsContext, user, options, now);
    const overlapEndMicros = (now.getTime() + overlap_seconds * 1_000) * 1_000;
    const oldKeyExpiresMicros = Math.min(overlapEndMicros, expires_micros ?? overlapEndMicros);
    const predecessorEntry = await findPredecessorEntry(table, userId, keyId);
    const replacedKey = { id: keyId, expires_at: isoFromMicros(oldKeyExpiresMicros) };
    const view: RotatedKeyView = { ...newKeyView(issuedKey, now), previous: replacedKey };
    const details = { replaced_by: view.id, works_until: replacedKey.expires_at };
    const writes = [
      ...(await buildAdditionalWrites(view)),
      ...(predecessorEntry === undefined
        ? []
        : [await buildRevokedEventWrite(accountsContext, userId, predecessorEntry, keyId, now)]),
      await accountAuditWrite(
        accountsContext,
        { type: 'api_key.rotated', userId, subject: keyId, details },
        now,
      ),
      ...buildActiveSessionChecks(managingSession),
    ];
    const read = { hash: old.entry.hash, version };
    const keyRotation = {
      old: old.entry,
      read,
      oldExpiresMicros: oldKeyExpiresMicros,
      ...issuedKey,
      predecessor: predecessorEntry,
    };
    const isKeyReplaced = await replaceApiKey(table, user, keyRotation, now, writes);
    return isKeyReplaced ? view : rejectEndedSession(accountsContext, managingSession);
  });
}

function buildRevokedEventWrite(
  accountsContext: Accounts,
  userId: string,
  { id }: ApiKeyEntry,
  successorId: string,
  now: Date,
) {
  const details = { replaced_by: successorId };
  return accountAuditWrite(accountsContext, { type: 'api_key.revoked', userId, subject: id, details }, now);
}

/**
 * Disables the webhook endpoints that a revoked key last configured (`set_by`), and returns their ids. A call can be
 * repeated.
 */
export type DisableWebhooks = (
  accountsContext: Accounts,
  userId: string,
  keyId: string,
  now: Date,
) => Promise<readonly string[]>;

export interface RevokeOptions {
  readonly type: 'api_key.revoked' | 'api_key.leaked';
  readonly disableWebhooks: DisableWebhooks;
}

/**
 * Returns the older key that `keyId` replaced. Returns undefined if there is none, or if the older key has expired.
 * When `keyId` ends, the older key counts towards the plan's quota again.
 */
async function findUnexpiredPredecessor(accountsContext: Accounts, userId: string, keyId: string, now: Date) {
  const entry = await findPredecessorEntry(accountsContext.table, userId, keyId);
  if (entry === undefined) return undefined;
  const [item] = await getCredentials(accountsContext.table, [entry.hash]);
  return item === undefined || keyStatusOf(item, entry, now) === 'expired' ? undefined : entry;
}

/**
 * Revokes one of the user's keys immediately. Disables the webhook endpoints whose latest configuration this key made
 * (`set_by`). A key that replaced the revoked key stays valid.
 * The final step removes the key from the user's list, so that an interrupted call can be repeated.
 * @throws ApiError api_key_not_found, also for another user's key
 */
export async function revokeKey(
  accountsContext: Accounts,
  userId: string,
  keyId: string,
  now: Date,
  { type, disableWebhooks }: RevokeOptions,
) {
  const { table } = accountsContext;
  const successor = await retryOnConflict(async () => {
    const { entry, item } = await readListedKey(accountsContext, userId, keyId);
    const successorReference = { id: entry.replaced_by ?? null };
    if (item.status !== 'active') return successorReference;
    const nowMicros = now.getTime() * 1_000;
    const expiresMicros = Math.min(item.expires_micros ?? nowMicros, nowMicros);
    const event = await accountAuditWrite(accountsContext, { type, userId, subject: keyId }, now);
    return (await endApiKey(table, userId, { entry, endsMicros: expiresMicros }, [event]))
      ? successorReference
      : undefined;
  });
  const disabledWebhookIds = await disableWebhooks(accountsContext, userId, keyId, now);
  await retryOnConflict(async () => {
    const entry = await getApiKeyEntry(table, userId, keyId);
    if (entry === undefined) return true;
    const user = await requireUser(accountsContext, userId);
    const predecessorEntry = await findUnexpiredPredecessor(accountsContext, userId, keyId, now);
    return (await removeApiKey(table, user, { entry, replaced: predecessorEntry }, now)) || undefined;
  });
  return {
    id: keyId,
    status: 'revoked' as const,
    successor: successor.id,
    webhooks_disabled: [...disabledWebhookIds],
  };
}

/**
 * Revokes the API key with this text, if it exists. Anybody who knows the text may revoke the key. A key that
 * replaced it stays valid. Nothing is returned, so that the response does not reveal whether the key existed.
 */
export async function reportLeak(
  accountsContext: Accounts,
  text: string,
  now: Date,
  disableWebhooks: DisableWebhooks,
): Promise<void> {
  const parsed = parseCredential(text);
  if (parsed?.kind !== 'api_key') return;
  const item = await getCredential(accountsContext.table, parsed.hash);
  if (item === undefined) return;
  const revokeOptions = { type: 'api_key.leaked', disableWebhooks } as const;
  try {
    await revokeKey(accountsContext, item.user_id, item.id, now, revokeOptions);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'api_key_not_found') throw error;
  }
}
