import {
  buildCredentialChangeWrite,
  buildCredentialRevocationWrite,
  buildNewCredentialWrite,
  type CredentialItem,
  changeCredentials,
  increaseCacheVersion,
  KEEP_REVOKED_SECONDS,
  microsToSeconds,
  revokeCredentialWrite,
  type StoredCredentialVersion,
} from '../../access/credentials.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import type { ApiKeyEntry } from './api-key-entries.ts';
import type { UserItem } from './users.ts';

function buildEntryWrite(userId: string, entry: ApiKeyEntry): Write {
  return {
    Put: {
      Item: { ...ITEMS.userApiKey.key({ userId, keyId: entry.id }), ...entry },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/**
 * Returns the table key and the condition for a write to an API key's entry. The write fails if the entry was deleted.
 * It also fails if a concurrent rotation has changed `counted` (whether the API key counts towards the quota).
 */
function unchangedEntryCondition(userId: string, entry: ApiKeyEntry) {
  return {
    Key: ITEMS.userApiKey.key({ userId, keyId: entry.id }),
    ConditionExpression: 'attribute_exists(pk) AND counted = :counted',
    ExpressionAttributeValues: { ':counted': entry.counted },
  };
}

/**
 * Returns the write that changes the user's number of keys by `change`. The write fails if the user has
 * changed since it was read, or if the number would exceed `maxApiKeys`.
 */
function buildKeyCountWrite(user: UserItem, change: 1 | 0 | -1, maxApiKeys?: number): Write {
  const quotaConditions = maxApiKeys === undefined ? [] : ['api_key_count < :max'];
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: 'SET api_key_count = api_key_count + :change',
      ConditionExpression: ['version = :version', ...quotaConditions].join(' AND '),
      ExpressionAttributeValues: {
        ':change': change,
        ':version': user.version,
        ...(maxApiKeys === undefined ? {} : { ':max': maxApiKeys }),
      },
    },
  };
}

/** Stores a key. Returns false if another request has changed the user, or if the quota is used up. */
export async function insertApiKey(
  table: Table,
  user: UserItem,
  key: { readonly item: CredentialItem; readonly hash: string },
  maxApiKeys: number,
  additionalWrites: readonly Write[],
): Promise<boolean> {
  const { id, created_at } = key.item;
  const entry = { id, hash: key.hash, counted: true, created_at };
  const writes = [
    buildKeyCountWrite(user, 1, maxApiKeys),
    buildNewCredentialWrite(key.item),
    buildEntryWrite(user.id, entry),
  ];
  return (await transactIf(table, [...writes, ...additionalWrites])).committed;
}

/**
 * Returns the writes that make a replaced key count towards the quota again, because its successor was revoked. The key
 * still expires at the time that the rotation has set.
 */
function buildPredecessorRestoreWrites(
  userId: string,
  { id, hash }: ApiKeyEntry,
  successorId: string,
): Write[] {
  const expressionAttributeNames = { '#ttl': TABLE.ttlAttribute };
  return [
    {
      Update: {
        Key: ITEMS.userApiKey.key({ userId, keyId: id }),
        UpdateExpression: 'SET counted = :yes REMOVE replaced_by, #ttl',
        ConditionExpression: 'replaced_by = :successor',
        ExpressionAttributeNames: expressionAttributeNames,
        ExpressionAttributeValues: { ':yes': true, ':successor': successorId },
      },
    },
    {
      Update: {
        Key: ITEMS.credential.key({ hash }),
        UpdateExpression: 'REMOVE #ttl',
        ConditionExpression: '#status = :active',
        ExpressionAttributeNames: { ...expressionAttributeNames, '#status': 'status' },
        ExpressionAttributeValues: { ':active': 'active' },
      },
    },
  ];
}

/**
 * Ends a key but leaves it in the user's list of keys. Returns false if the key is not active, or if a
 * rotation has changed it in the meantime.
 */
export function endApiKey(
  table: Table,
  userId: string,
  { entry, endsMicros }: { readonly entry: ApiKeyEntry; readonly endsMicros: number },
  additionalWrites: readonly Write[],
): Promise<boolean> {
  return changeCredentials(table, userId, (changeId) => [
    { ConditionCheck: unchangedEntryCondition(userId, entry) },
    buildCredentialRevocationWrite(entry.hash, endsMicros, changeId),
    ...additionalWrites,
  ]);
}

/**
 * Removes an ended key from the user's list of keys. Returns false if the user or one of the keys has changed in the
 * meantime.
 * @param replaced the unexpired older key that the ended key had replaced, if any; this older key counts towards the
 * quota again
 */
export async function removeApiKey(
  table: Table,
  user: UserItem,
  { entry, replaced }: { readonly entry: ApiKeyEntry; readonly replaced?: ApiKeyEntry | undefined },
  now: Date,
): Promise<boolean> {
  const writes = [
    { Delete: unchangedEntryCondition(user.id, entry) },
    revokeCredentialWrite(entry.hash, now),
    buildKeyCountWrite(user, entry.counted && replaced === undefined ? -1 : 0),
    ...(replaced === undefined ? [] : buildPredecessorRestoreWrites(user.id, replaced, entry.id)),
  ];
  if (!(await transactIf(table, writes)).committed) return false;
  // Increases the cache version again, because an interrupted rotation or revocation may have changed only the
  // credential.
  await increaseCacheVersion(table, user.id);
  return true;
}

export interface KeyRotation {
  readonly old: ApiKeyEntry;
  /** Hash of the old key, and its version when it was read. */
  readonly read: StoredCredentialVersion;
  /** New expiry of the old key, in epoch microseconds. */
  readonly oldExpiresMicros: number;
  readonly item: CredentialItem;
  readonly hash: string;
  /** The key that the old key replaced earlier. The rotation revokes this key. */
  readonly predecessor: ApiKeyEntry | undefined;
}

/**
 * Stores a new key that replaces an old key. The old key stays valid until its new expiry. Returns false if
 * the user or one of the keys has changed in the meantime.
 */
export async function replaceApiKey(
  table: Table,
  user: UserItem,
  keyRotation: KeyRotation,
  now: Date,
  additionalWrites: readonly Write[],
): Promise<boolean> {
  const { old, read, item, hash, predecessor } = keyRotation;
  const ttl = microsToSeconds(keyRotation.oldExpiresMicros);
  // If the old key expires now, it is also marked as revoked, because the clock of another function may be
  // behind this clock.
  const statusChange =
    keyRotation.oldExpiresMicros <= now.getTime() * 1_000 ? { status: 'revoked' as const } : {};
  const change = { expires_micros: keyRotation.oldExpiresMicros, ...statusChange };
  return changeCredentials(table, user.id, (changeId) => [
    buildKeyCountWrite(user, 0),
    buildNewCredentialWrite(item),
    buildEntryWrite(user.id, { id: item.id, hash, counted: true, created_at: item.created_at }),
    {
      Update: {
        Key: ITEMS.userApiKey.key({ userId: user.id, keyId: old.id }),
        UpdateExpression: 'SET counted = :no, replaced_by = :id, #ttl = :ttl',
        ConditionExpression: 'attribute_exists(pk) AND counted = :yes',
        ExpressionAttributeNames: { '#ttl': TABLE.ttlAttribute },
        ExpressionAttributeValues: { ':no': false, ':yes': true, ':id': item.id, ':ttl': ttl },
      },
    },
    buildCredentialChangeWrite(read, change, { changeId, ttlSeconds: ttl + KEEP_REVOKED_SECONDS }),
    ...(predecessor === undefined
      ? []
      : [
          { Delete: unchangedEntryCondition(user.id, predecessor) },
          revokeCredentialWrite(predecessor.hash, now, changeId),
        ]),
    ...additionalWrites,
  ]);
}
