import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';

const clockSchema = /* @__PURE__ */ z.object({ ahead_ms: z.int().check(z.minimum(0)) });

/** Returns by how many milliseconds the sandbox clock is ahead of real time. */
export async function readClockAheadMs(table: Table): Promise<number> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.sandboxClock.key({}), ConsistentRead: true }),
  );
  return parseClockAheadMs(Item);
}

/** Returns 0 if the item does not exist. It exists only after somebody has advanced the clock. */
export function parseClockAheadMs(item: unknown): number {
  return item === undefined ? 0 : clockSchema.parse(item).ahead_ms;
}

/**
 * Stores `clockAheadMsAfter` and executes `additionalWrites` in one database transaction.
 * Returns false, and changes nothing, if the stored value is no longer `clockAheadMsBefore`.
 */
export async function setClockAheadMs(
  table: Table,
  clockAheadMsBefore: number,
  clockAheadMsAfter: number,
  additionalWrites: readonly Write[],
): Promise<boolean> {
  const { committed: isCommitted } = await transactIf(table, [
    {
      Put: {
        Item: { ...ITEMS.sandboxClock.key({}), ahead_ms: clockAheadMsAfter },
        ConditionExpression:
          clockAheadMsBefore === 0 ? 'attribute_not_exists(pk) OR ahead_ms = :before' : 'ahead_ms = :before',
        ExpressionAttributeValues: { ':before': clockAheadMsBefore },
      },
    },
    ...additionalWrites,
  ]);
  return isCommitted;
}
