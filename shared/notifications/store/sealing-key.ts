import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';

const KEY_BYTES = 32;
const KEY = ITEMS.sealingKey.key({ name: 'webhooks' });
const storedKeySchema = z.object({ key: z.string() });

/**
 * Sealing keys that this Lambda instance has read, by table name. They never expire, because a sealing key
 * never changes.
 */
const cachedKeyByTable = new Map<string, string>();

async function readStoredSealingKey(table: Table): Promise<string | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: KEY, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : storedKeySchema.parse(Item).key;
}

async function readOrCreateSealingKey(table: Table): Promise<string> {
  const existingKey = await readStoredSealingKey(table);
  if (existingKey !== undefined) return existingKey;
  const Item = { ...KEY, key: randomBytes(KEY_BYTES).toString('base64url') };
  await writeIf(table, { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } });
  const storedKey = await readStoredSealingKey(table);
  if (storedKey === undefined) throw new Error('The key that seals secrets of webhooks was not stored');
  return storedKey;
}

/**
 * Returns the key that encrypts webhook secrets. Creates the key at first use. The key is stored separately
 * from the endpoints, so that a person who can read only the endpoints cannot decrypt the secrets.
 */
export async function readSealingKey(table: Table): Promise<string> {
  const cachedKey = cachedKeyByTable.get(table.name);
  if (cachedKey !== undefined) return cachedKey;
  const key = await readOrCreateSealingKey(table);
  cachedKeyByTable.set(table.name, key);
  return key;
}
