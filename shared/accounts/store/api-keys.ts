import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type CredentialItem,
  expirySeconds,
  getCredentials,
  KEEP_REVOKED_SECONDS,
  moveStamp,
  putCredential,
  revokeCredential,
} from '../../access/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import type { UserItem } from './users.ts';

/** Beside the credential under its hash, each key has an entry under its user, by which it is listed and found. */
const apiKeyEntry = z.object({
  id: z.string(),
  hash: z.string(),
  /** Whether it counts towards the plan's number: not once a rotation has replaced it. */
  counted: z.boolean(),
  /** The key that a rotation put in its place. */
  replaced_by: z.optional(z.string()),
  created_at: z.string(),
});
export type ApiKeyEntry = z.infer<typeof apiKeyEntry>;

function putEntry(userId: string, entry: ApiKeyEntry): Write {
  return {
    Put: {
      Item: { ...ITEMS.userApiKey.key({ userId, keyId: entry.id }), ...entry },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

function deleteEntry(userId: string, entry: ApiKeyEntry): Write {
  return {
    Delete: {
      Key: ITEMS.userApiKey.key({ userId, keyId: entry.id }),
      // A rotation that came in between changed what has to be done.
      ConditionExpression: 'attribute_exists(pk) AND counted = :counted',
      ExpressionAttributeValues: { ':counted': entry.counted },
    },
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
  const writes = [countKey(user, 1, maxApiKeys), putCredential(key.item, key.hash), putEntry(user.id, entry)];
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

/**
 * Ends a key and takes it off the list; false when something was changed meanwhile. `replaced` is the key that it has
 * replaced and that still works: it takes its place among the user's number.
 */
export async function removeApiKey(
  table: Table,
  user: UserItem,
  { entry, replaced }: { readonly entry: ApiKeyEntry; readonly replaced?: ApiKeyEntry | undefined },
  now: Date,
  attached: readonly Write[],
): Promise<boolean> {
  const writes = [
    deleteEntry(user.id, entry),
    revokeCredential(entry.hash, now),
    countKey(user, entry.counted && replaced === undefined ? -1 : 0),
    ...(replaced === undefined ? [] : reinstate(user.id, replaced, entry.id)),
    ...attached,
  ];
  return transactAndTell(table, user.id, writes);
}

export interface Rotation {
  readonly old: ApiKeyEntry;
  /** From this moment the old key is refused. */
  readonly oldExpiresMicros: number;
  readonly item: CredentialItem;
  readonly hash: string;
  /** The key that `old` replaced in turn and that still lives: it ends now. */
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
  const { old, item, hash, predecessor } = rotation;
  const ttl = expirySeconds(rotation.oldExpiresMicros);
  const writes: Write[] = [
    countKey(user, 0),
    putCredential(item, hash),
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
    {
      Update: {
        Key: ITEMS.credential.key({ hash: old.hash }),
        UpdateExpression: 'SET expires_micros = :expires, #ttl = :ttl',
        ConditionExpression: '#status = :active',
        ExpressionAttributeNames: { '#status': 'status', '#ttl': TABLE.ttlAttribute },
        ExpressionAttributeValues: {
          ':expires': rotation.oldExpiresMicros,
          ':ttl': ttl + KEEP_REVOKED_SECONDS,
          ':active': 'active',
        },
      },
    },
  ];
  if (predecessor !== undefined) {
    writes.push(deleteEntry(user.id, predecessor), revokeCredential(predecessor.hash, now));
  }
  return transactAndTell(table, user.id, [...writes, ...attached]);
}

/** Changes credentials and then lets every instance know; false when a condition did not hold. */
async function transactAndTell(table: Table, userId: string, writes: readonly Write[]): Promise<boolean> {
  if (!(await transactIf(table, writes)).held) return false;
  await moveStamp(table, userId);
  return true;
}

/**
 * One of a user's keys by its id.
 *
 * @throws ApiError api_key_not_found, for another user's as well
 */
export async function requireApiKey(table: Table, userId: string, keyId: string): Promise<ApiKeyEntry> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.userApiKey.key({ userId, keyId }),
      ConsistentRead: true,
    }),
  );
  if (Item === undefined) throw new ApiError('api_key_not_found');
  return apiKeyEntry.parse(Item);
}

/** All keys of a user, bounded by the plan's number and one rotated key for each. */
export async function listApiKeyEntries(table: Table, userId: string): Promise<ApiKeyEntry[]> {
  const prefix = ITEMS.userApiKey.key({ userId, keyId: '' });
  const entries: ApiKeyEntry[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': prefix.pk, ':sk': prefix.sk },
        ConsistentRead: true,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    for (const item of Items) entries.push(apiKeyEntry.parse(item));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return entries;
}

/** Keys of a user with their credentials, newest first. Those whose credential is gone are left out. */
export async function listApiKeys(table: Table, userId: string) {
  const entries = await listApiKeyEntries(table, userId);
  const credentials = await getCredentials(
    table,
    entries.map(({ hash }) => hash),
  );
  const byId = new Map(credentials.map((item) => [item.id, item]));
  return entries
    .flatMap((entry) => {
      const item = byId.get(entry.id);
      return item === undefined ? [] : [{ entry, item }];
    })
    .toSorted(
      (a, b) => b.item.created_at.localeCompare(a.item.created_at) || b.item.id.localeCompare(a.item.id),
    );
}
