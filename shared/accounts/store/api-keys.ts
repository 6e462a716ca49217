import {
  type CredentialChange,
  type CredentialItem,
  changeCredential,
  changeCredentials,
  changeOneCredential,
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

/** That a key is on the list as it was read: a rotation that came in between changed what has to be done. */
function unrotated(userId: string, entry: ApiKeyEntry) {
  return {
    Key: ITEMS.userApiKey.key({ userId, keyId: entry.id }),
    ConditionExpression: 'attribute_exists(pk) AND counted = :counted',
    ExpressionAttributeValues: { ':counted': entry.counted },
  };
}

/** Changes the user's number of keys, on condition that the user is as the caller knows them. */
function countKey(user: UserItem, change: 1 | 0 | -1, maxApiKeys?: number): Write {
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

/** Stores a key; false when the user changed meanwhile or has no room for another. */
export async function insertApiKey(
  table: Table,
  user: UserItem,
  key: { readonly item: CredentialItem; readonly hash: string },
  maxApiKeys: number,
  attached: readonly Write[],
): Promise<boolean> {
  const { id, created_at } = key.item;
  const entry = { id, hash: key.hash, counted: true, created_at };
  const writes = [countKey(user, 1, maxApiKeys), putCredential(key.item), putEntry(user.id, entry)];
  return (await transactIf(table, [...writes, ...attached])).held;
}

/** Undoes what a rotation made of the key that it replaced, apart from its expiry: it counts again, until deleted. */
function reinstate(userId: string, { id, hash }: ApiKeyEntry, successor: string): Write[] {
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

/** Ends a key that works and leaves it on the list; false when it does not, or was rotated meanwhile. */
export function stopApiKey(
  table: Table,
  userId: string,
  { entry, endsMicros }: { readonly entry: ApiKeyEntry; readonly endsMicros: number },
  attached: readonly Write[],
): Promise<boolean> {
  return changeCredentials(table, userId, (changeId) => [
    { ConditionCheck: unrotated(userId, entry) },
    stopCredential(entry.hash, endsMicros, changeId),
    ...attached,
  ]);
}

/**
 * Takes a key that was ended off the list; false when something was changed meanwhile. `replaced` is the key that it has
 * replaced and that still works: it takes its place among the user's number.
 */
export async function removeApiKey(
  table: Table,
  user: UserItem,
  { entry, replaced }: { readonly entry: ApiKeyEntry; readonly replaced?: ApiKeyEntry | undefined },
  now: Date,
): Promise<boolean> {
  const writes = [
    { Delete: unrotated(user.id, entry) },
    revokeCredential(entry.hash, now),
    countKey(user, entry.counted && replaced === undefined ? -1 : 0),
    ...(replaced === undefined ? [] : reinstate(user.id, replaced, entry.id)),
  ];
  if (!(await transactIf(table, writes)).held) return false;
  // A rotation or revocation that ended it may have been interrupted before this write.
  await moveStamp(table, user.id);
  return true;
}

export interface Rotation {
  readonly old: ApiKeyEntry;
  /** The old key as the new one was made of it. */
  readonly read: ReadCredential;
  /** From this moment the old key is refused. */
  readonly oldExpiresMicros: number;
  readonly item: CredentialItem;
  readonly hash: string;
  /** The key that `old` replaced: it ends now. */
  readonly predecessor: ApiKeyEntry | undefined;
}

/** Puts a new key in the place of an old one, which lives on to its new expiry; false when either changed. */
export async function replaceApiKey(
  table: Table,
  user: UserItem,
  rotation: Rotation,
  now: Date,
  attached: readonly Write[],
): Promise<boolean> {
  const { old, read, item, hash, predecessor } = rotation;
  const ttl = expirySeconds(rotation.oldExpiresMicros);
  // A key that ends now is revoked, because the clocks of other functions may be behind.
  const ended = rotation.oldExpiresMicros <= now.getTime() * 1_000 ? { status: 'revoked' as const } : {};
  const change = { expires_micros: rotation.oldExpiresMicros, ...ended };
  return changeCredentials(table, user.id, (changeId) => [
    countKey(user, 0),
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
      : [{ Delete: unrotated(user.id, predecessor) }, revokeCredential(predecessor.hash, now, changeId)]),
    ...attached,
  ]);
}

/** Changes what is named of a key and nothing else; false when it is not as it was read, or has ended. */
export function changeApiKey(
  table: Table,
  userId: string,
  read: ReadCredential,
  change: CredentialChange,
  attached: readonly Write[],
): Promise<boolean> {
  return changeOneCredential(table, userId, { read, change }, attached);
}
