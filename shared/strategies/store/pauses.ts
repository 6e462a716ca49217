import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { timeText } from '../../platform/domain/time-text.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';

const strategyPause = z.object({
  strategy_id: z.string(),
  paused_at: timeText,
  reason: z.nullable(z.string()),
});
/** That operators have stopped deposits into a strategy: in force for as long as its item is there. */
export type StrategyPause = z.infer<typeof strategyPause>;

const parse = (item: unknown): StrategyPause => strategyPause.parse(item);

/** The pause of a strategy; undefined when it is not paused. */
export async function getPause(table: Table, id: string): Promise<StrategyPause | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.strategyPause.key({ id }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : parse(item);
}

/** Every pause in force, by strategy id: one query, consistent. */
export async function readPauses(table: Table): Promise<ReadonlyMap<string, StrategyPause>> {
  const items = await queryAll(table, ITEMS.strategyPause.key({ id: '' }));
  return new Map(items.map(parse).map((pause) => [pause.strategy_id, pause]));
}

export function pauseWrite(pause: StrategyPause): Write {
  return { Put: { Item: { ...ITEMS.strategyPause.key({ id: pause.strategy_id }), ...pause } } };
}

/** Ends a pause; without one, it changes nothing. */
export function resumeWrite(id: string): Write {
  return { Delete: { Key: ITEMS.strategyPause.key({ id }) } };
}

/** Fails while the strategy is paused. */
export function notPausedCheck(id: string): Write {
  return {
    ConditionCheck: {
      Key: ITEMS.strategyPause.key({ id }),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
