import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';

/** `current` signs new nonces. Nonces that `previous` has signed are still accepted. */
const nonceSecretsSchema = z.object({
  current: z.string(),
  previous: z.optional(z.string()),
  /** Version of the secrets. Every rotation increases it. */
  version: z.number(),
});
export type NonceSecrets = z.infer<typeof nonceSecretsSchema>;

const SECRET_BYTES = 32;
const createNonceSecret = () => randomBytes(SECRET_BYTES).toString('base64url');
const KEY = ITEMS.nonceSecrets.key({});

async function readNonceSecrets(table: Table): Promise<NonceSecrets | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: KEY, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : nonceSecretsSchema.parse(Item);
}

/** Returns the secrets for nonces. Creates them if the table has none. */
export async function getNonceSecrets(table: Table): Promise<NonceSecrets> {
  const storedSecrets = await readNonceSecrets(table);
  if (storedSecrets !== undefined) return storedSecrets;
  const Item = { ...KEY, current: createNonceSecret(), version: 1 };
  await writeIf(table, { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } });
  const currentSecrets = await readNonceSecrets(table);
  if (currentSecrets === undefined) throw new Error('The secret of the nonces was not stored');
  return currentSecrets;
}

/**
 * Replaces the current secret with a new one. Returns false if another request has replaced it since it was
 * read.
 */
export function rotateNonceSecret(table: Table, { current, version }: NonceSecrets): Promise<boolean> {
  return writeIf(table, {
    Put: {
      Item: { ...KEY, current: createNonceSecret(), previous: current, version: version + 1 },
      ConditionExpression: '#version = :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':version': version },
    },
  });
}

/**
 * Consumes a nonce. Of several concurrent callers, only one gets true.
 * @param expiresAtSeconds epoch seconds until which the used nonce must stay stored
 */
export function consumeStoredNonce(table: Table, nonce: string, expiresAtSeconds: number): Promise<boolean> {
  return writeIf(table, {
    Put: {
      Item: { ...ITEMS.nonce.key({ nonce }), [TABLE.ttlAttribute]: expiresAtSeconds },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });
}
