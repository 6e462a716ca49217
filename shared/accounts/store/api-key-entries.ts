import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getCredentials } from '../../access/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';

/** The entry of a key in the list of the user's keys. The key's credential is stored separately, under its hash. */
const apiKeyEntrySchema = z.object({
  id: z.string(),
  hash: z.string(),
  /** Whether the key counts towards the plan's quota. A key that a rotation replaced does not count. */
  counted: z.boolean(),
  /** Id of the key that replaced this key in a rotation. */
  replaced_by: z.optional(z.string()),
  created_at: z.string(),
});
export type ApiKeyEntry = z.infer<typeof apiKeyEntrySchema>;

/** @throws ApiError api_key_not_found, also for another user's key */
export async function requireApiKey(table: Table, userId: string, keyId: string): Promise<ApiKeyEntry> {
  const entry = await getApiKeyEntry(table, userId, keyId);
  if (entry === undefined) throw new ApiError('api_key_not_found');
  return entry;
}

export async function getApiKeyEntry(
  table: Table,
  userId: string,
  keyId: string,
): Promise<ApiKeyEntry | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.userApiKey.key({ userId, keyId }),
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? undefined : apiKeyEntrySchema.parse(Item);
}

/** Returns the entries of all keys of a user, including keys that a rotation replaced and that are still valid. */
async function listApiKeyEntries(table: Table, userId: string): Promise<ApiKeyEntry[]> {
  const items = await queryAll(table, ITEMS.userApiKey.key({ userId, keyId: '' }));
  return items.map((item) => apiKeyEntrySchema.parse(item));
}

/** Returns the entry of the key that `keyId` replaced. */
export async function findPredecessorEntry(table: Table, userId: string, keyId: string) {
  return (await listApiKeyEntries(table, userId)).find((entry) => entry.replaced_by === keyId);
}

/** Returns a user's keys with their credentials, newest first. Keys without a credential are left out. */
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
