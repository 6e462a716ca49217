import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { timeTextSchema } from '../../platform/domain/time-text.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';

const strategyPauseSchema = z.object({
  strategy_id: z.string(),
  paused_at: timeTextSchema,
  reason: z.nullable(z.string()),
});
/** An operator's pause of deposits into a strategy. The pause lasts until its item is deleted. */
export type StrategyPause = z.infer<typeof strategyPauseSchema>;

const parsePause = (item: unknown): StrategyPause => strategyPauseSchema.parse(item);

export async function getPause(table: Table, id: string): Promise<StrategyPause | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.strategyPause.key({ id }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : parsePause(item);
}

/** Returns all current pauses by strategy id, with a strongly consistent query. */
export async function readPauses(table: Table): Promise<ReadonlyMap<string, StrategyPause>> {
  const items = await queryAll(table, ITEMS.strategyPause.key({ id: '' }));
  return new Map(items.map(parsePause).map((pause) => [pause.strategy_id, pause]));
}

export function buildPauseWrite(pause: StrategyPause): Write {
  return { Put: { Item: { ...ITEMS.strategyPause.key({ id: pause.strategy_id }), ...pause } } };
}

/** Returns the write that ends a pause. The write has no effect if there is no pause. */
export function buildPauseEndWrite(id: string): Write {
  return { Delete: { Key: ITEMS.strategyPause.key({ id }) } };
}

/** Returns a condition check that fails if the strategy is paused. */
export function buildNotPausedCheck(id: string): Write {
  return {
    ConditionCheck: {
      Key: ITEMS.strategyPause.key({ id }),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
