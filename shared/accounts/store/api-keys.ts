import {
  type CredentialItem,
  changeCredential,
  changeCredentials,
  expirySeconds,
  KEEP_REVOKED_SECONDS,
  moveStamp,
  putCredential,
  type ReadCredential,
  revokeCredential,
  stopCredential,
} from '../../access/credentials.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import type { ApiKeyEntry } from './api-key-entries.ts';
import type { UserItem } from './users.ts';

function putEntry(userId: string, entry: ApiKeyEntry): Write {
  return {
    Put: {
      Item: { ...ITEMS.userApiKey.key({ userId, keyId: entry.id }), ...entry },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Returns a key's entry with the condition that no rotation has changed it since it was read. */
function unchangedEntry(userId: string, entry: ApiKeyEntry) {
  return {
    Key: ITEMS.userApiKey.key({ userId, keyId: entry.id }),
    ConditionExpression: 'attribute_exists(pk) AND counted = :counted',
    ExpressionAttributeValues: { ':counted': entry.counted },
  };
}

/**
 * Returns the write that changes the user's number of keys, on condition that the user is
 * unchanged.
 */
function countKeyWrite(user: UserItem, change: 1 | 0 | -1, maxApiKeys?: number): Write {
  const limited = maxApiKeys === undefined ? [] : ['api_key_count < :max'];
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: 'SET api_key_count = api_key_count + :change',
      ConditionExpression: ['version = :version', ...limited].join(' AND '),
      ExpressionAttributeValues: {
        ':change': change,
        ':version': user.version,
        ...(maxApiKeys === undefined ? {} : { ':max': maxApiKeys }),
      },
    },
  };
}

/** Stores a key. Returns false when the user has changed meanwhile or the quota is used up. */
export async function insertApiKey(
  table: Table,
  user: UserItem,
  key: { readonly item: CredentialItem; readonly hash: string },
  maxApiKeys: number,
  attachedWrites: readonly Write[],
): Promise<boolean> {
  const { id, created_at } = key.item;
  const entry = { id, hash: key.hash, counted: true, created_at };
  const writes = [countKeyWrite(user, 1, maxApiKeys), putCredential(key.item), putEntry(user.id, entry)];
  return (await transactIf(table, [...writes, ...attachedWrites])).held;
}

/**
 * Undoes a rotation for the replaced key: it counts again and is no longer deleted by TTL. Its new
 * expiry stays.
 */
function reinstateWrites(userId: string, { id, hash }: ApiKeyEntry, successor: string): Write[] {
  const names = { '#ttl': TABLE.ttlAttribute };
  return [
    {
      Update: {
        Key: ITEMS.userApiKey.key({ userId, keyId: id }),
        UpdateExpression: 'SET counted = :yes REMOVE replaced_by, #ttl',
        ConditionExpression: 'replaced_by = :successor',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':yes': true, ':successor': successor },
      },
    },
    {
      Update: {
        Key: ITEMS.credential.key({ hash }),
        UpdateExpression: 'REMOVE #ttl',
        ConditionExpression: '#status = :active',
        ExpressionAttributeNames: { ...names, '#status': 'status' },
        ExpressionAttributeValues: { ':active': 'active' },
      },
    },
  ];
}

/**
 * Ends a working key and leaves it in the list. Returns false when it does not work, or was rotated
 * meanwhile.
 */
export function stopApiKey(
  table: Table,
  userId: string,
  { entry, endsMicros }: { readonly entry: ApiKeyEntry; readonly endsMicros: number },
  attachedWrites: readonly Write[],
): Promise<boolean> {
  return changeCredentials(table, userId, (changeId) => [
    { ConditionCheck: unchangedEntry(userId, entry) },
    stopCredential(entry.hash, endsMicros, changeId),
    ...attachedWrites,
  ]);
}

/**
 * Removes an ended key from the list. Returns false when something has changed meanwhile.
 * `replaced` is a key that it replaced and that still works; this one counts instead.
 */
export async function removeApiKey(
  table: Table,
  user: UserItem,
  { entry, replaced }: { readonly entry: ApiKeyEntry; readonly replaced?: ApiKeyEntry | undefined },
  now: Date,
): Promise<boolean> {
  const writes = [
    { Delete: unchangedEntry(user.id, entry) },
    revokeCredential(entry.hash, now),
    countKeyWrite(user, entry.counted && replaced === undefined ? -1 : 0),
    ...(replaced === undefined ? [] : reinstateWrites(user.id, replaced, entry.id)),
  ];
  if (!(await transactIf(table, writes)).held) return false;
  // An earlier rotation or revocation may have been interrupted before this write.
  await moveStamp(table, user.id);
  return true;
}

export interface Rotation {
  readonly old: ApiKeyEntry;
  /** The old key's version when the new key was created from it. */
  readonly read: ReadCredential;
  /** Expiry of the old key, in epoch microseconds. */
  readonly oldExpiresMicros: number;
  readonly item: CredentialItem;
  readonly hash: string;
  /** The key that `old` replaced. The rotation revokes it. */
  readonly predecessor: ApiKeyEntry | undefined;
}

/**
 * Stores a new key that replaces an old one. The old key works until its new expiry. Returns false
 * when either has changed meanwhile.
 */
export async function replaceApiKey(
  table: Table,
  user: UserItem,
  rotation: Rotation,
  now: Date,
  attachedWrites: readonly Write[],
): Promise<boolean> {
  const { old, read, item, hash, predecessor } = rotation;
  const ttl = expirySeconds(rotation.oldExpiresMicros);
  // A key that expires now is revoked, because clocks of other functions may be slow.
  const endedStatus =
    rotation.oldExpiresMicros <= now.getTime() * 1_000 ? { status: 'revoked' as const } : {};
  const change = { expires_micros: rotation.oldExpiresMicros, ...endedStatus };
  return changeCredentials(table, user.id, (changeId) => [
    countKeyWrite(user, 0),
    putCredential(item),
    putEntry(user.id, { id: item.id, hash, counted: true, created_at: item.created_at }),
    {
      Update: {
        Key: ITEMS.userApiKey.key({ userId: user.id, keyId: old.id }),
        UpdateExpression: 'SET counted = :no, replaced_by = :id, #ttl = :ttl',
        ConditionExpression: 'attribute_exists(pk) AND counted = :yes',
        ExpressionAttributeNames: { '#ttl': TABLE.ttlAttribute },
        ExpressionAttributeValues: { ':no': false, ':yes': true, ':id': item.id, ':ttl': ttl },
      },
    },
    changeCredential(read, change, { changeId, ttlSeconds: ttl + KEEP_REVOKED_SECONDS }),
    ...(predecessor === undefined
      ? []
      : [
          { Delete: unchangedEntry(user.id, predecessor) },
          revokeCredential(predecessor.hash, now, changeId),
        ]),
    ...attachedWrites,
  ]);
}
