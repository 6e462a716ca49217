import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Key } from './batch.ts';
import type { Table } from './client.ts';
import type { Write } from './transact.ts';

/** A stored count, such as the number of alerts of an account. The account's plan limits this count. */
export interface Counter {
  readonly key: Key;
  readonly attribute: string;
}

/** Returns the count. Returns undefined if the counter does not exist yet. */
export async function readCount(table: Table, { key, attribute }: Counter): Promise<number | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : z.int().parse(Item[attribute]);
}

/**
 * Returns the write that increases a counter by one. The write fails if the count is already `max`.
 *
 * @param initialCount the count to start from if the counter does not exist yet
 */
export function buildIncrementWrite({ key, attribute }: Counter, max: number, initialCount = 0): Write {
  return {
    Update: {
      Key: { ...key },
      UpdateExpression: 'SET #count = if_not_exists(#count, :from) + :one',
      ConditionExpression:
        initialCount < max ? 'attribute_not_exists(#count) OR #count < :max' : '#count < :max',
      ExpressionAttributeNames: { '#count': attribute },
      ExpressionAttributeValues: { ':from': initialCount, ':one': 1, ':max': max },
    },
  };
}

export function buildDecrementWrite({ key, attribute }: Counter): Write {
  return {
    Update: {
      Key: { ...key },
      UpdateExpression: 'ADD #count :less',
      ExpressionAttributeNames: { '#count': attribute },
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}
