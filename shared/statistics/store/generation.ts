import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';

const generation = z.object({ current: z.int(), building: z.optional(z.int()) });
/** Which set of counters answers, and which one is being built to take its place. */
export type Generation = z.infer<typeof generation>;

const generationKey = ITEMS.statisticsGeneration.key({});

export async function readGeneration(table: Table): Promise<Generation> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: generationKey, ConsistentRead: true }),
  );
  return Item === undefined ? { current: 0 } : generation.parse(Item);
}

/** Replaces the generation; false when another run has changed it since it was read. */
export async function writeGeneration(table: Table, before: Generation, after: Generation): Promise<boolean> {
  const write = {
    Put: {
      Item: { ...generationKey, ...after },
      ConditionExpression:
        'attribute_not_exists(pk) OR (#current = :current AND ' +
        (before.building === undefined ? 'attribute_not_exists(building))' : 'building = :building)'),
      ExpressionAttributeNames: { '#current': 'current' },
      ExpressionAttributeValues: {
        ':current': before.current,
        ...(before.building === undefined ? {} : { ':building': before.building }),
      },
    },
  };
  return (await transactIf(table, [write])).held;
}
