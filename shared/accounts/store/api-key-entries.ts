import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getCredentials } from '../../access/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';

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

/**
 * One of a user's keys by its id.
 *
 * @throws ApiError api_key_not_found, for another user's as well
 */
export async function requireApiKey(table: Table, userId: string, keyId: string): Promise<ApiKeyEntry> {
  const entry = await getApiKeyEntry(table, userId, keyId);
  if (entry === undefined) throw new ApiError('api_key_not_found');
  return entry;
}

/** The same, undefined where there is none. */
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
  return Item === undefined ? undefined : apiKeyEntry.parse(Item);
}

/** All keys of a user, bounded by the plan's number and one rotated key for each. */
async function listApiKeyEntries(table: Table, userId: string): Promise<ApiKeyEntry[]> {
  const items = await queryAll(table, ITEMS.userApiKey.key({ userId, keyId: '' }));
  return items.map((item) => apiKeyEntry.parse(item));
}

/** The entry of the key that `keyId` has put out of its place. */
export async function findReplaced(table: Table, userId: string, keyId: string) {
  return (await listApiKeyEntries(table, userId)).find((entry) => entry.replaced_by === keyId);
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
