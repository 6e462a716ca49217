import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';

const clock = /* @__PURE__ */ z.object({ ahead_ms: z.int().check(z.minimum(0)) });

/** By how many milliseconds the sandbox's time is ahead. */
export async function readAheadMs(table: Table): Promise<number> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.sandboxClock.key({}), ConsistentRead: true }),
  );
  return parseAheadMs(Item);
}

/** The same from its item; 0 where no item exists, because the clock was never advanced. */
export function parseAheadMs(item: unknown): number {
  return item === undefined ? 0 : clock.parse(item).ahead_ms;
}

/** Sets by how much it is ahead, with what is attached, if it still is as it was; says whether it was. */
export async function setAheadMs(
  table: Table,
  before: number,
  after: number,
  attached: readonly Write[],
): Promise<boolean> {
  const { held } = await transactIf(table, [
    {
      Put: {
        Item: { ...ITEMS.sandboxClock.key({}), ahead_ms: after },
        ConditionExpression:
          before === 0 ? 'attribute_not_exists(pk) OR ahead_ms = :before' : 'ahead_ms = :before',
        ExpressionAttributeValues: { ':before': before },
      },
    },
    ...attached,
  ]);
  return held;
}
