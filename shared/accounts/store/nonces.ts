import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';

/** Keeps a nonce for the one wallet that it was given out for. */
export async function putNonce(table: Table, nonce: string, address: string, expiresAt: Date): Promise<void> {
  const expiresMillis = expiresAt.getTime();
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        ...ITEMS.nonce.key({ nonce }),
        address,
        expires_millis: expiresMillis,
        [TABLE.ttlAttribute]: Math.ceil(expiresMillis / 1_000),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/**
 * Uses a nonce up: true for one caller only, however many ask at once. False when it was never given out for this
 * wallet, was used, or has expired.
 */
export async function consumeNonce(
  table: Table,
  nonce: string,
  address: string,
  now: Date,
): Promise<boolean> {
  try {
    await table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: ITEMS.nonce.key({ nonce }),
        ConditionExpression: 'address = :address AND expires_millis > :now',
        ExpressionAttributeValues: { ':address': address, ':now': now.getTime() },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
