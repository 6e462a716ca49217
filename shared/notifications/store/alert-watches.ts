import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryPages } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { type Alert, alertItem } from '../domain/alert.ts';

/** Partitions over which the alerts that watch the same are spread: many may watch one strategy. */
const SHARDS = 4;

/** Part of it is chance, so that any of its characters spreads. */
const shardOf = (alertId: string) => (alertId.codePointAt(alertId.length - 1) ?? 0) % SHARDS;

const keyOf = (watched: string, id: string) => ITEMS.watch.key({ watched, shard: shardOf(id), id });

/**
 * The writes by which an alert is found under what it watches: the alert itself, so that nothing else need be read when
 * a strategy changes, and in which of the partitions any are. Both can be made again.
 */
export function watchWrites(watched: string, alert: Alert): Write[] {
  return [
    { Put: { Item: { ...keyOf(watched, alert.id), ...alert } } },
    {
      Update: {
        Key: ITEMS.watchHead.key({ watched }),
        UpdateExpression: 'ADD shards :shard',
        ExpressionAttributeValues: { ':shard': new Set([shardOf(alert.id)]) },
      },
    },
  ];
}

export function watchRemoval(watched: string, alertId: string): Extract<Write, { Delete: unknown }> {
  return { Delete: { Key: keyOf(watched, alertId) } };
}

const head = z.object({ pk: z.string(), shards: z.set(z.number()) });

/** In which partitions alerts are, by what they watch; what none watches is left out. A read unit each. */
export async function readWatched(
  table: Table,
  watched: Iterable<string>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const names = new Map(
    [...new Set(watched)].map((name) => [ITEMS.watchHead.key({ watched: name }).pk, name]),
  );
  const keys = [...names.values()].map((name) => ITEMS.watchHead.key({ watched: name }));
  const found = (await batchGet(table, keys, { consistent: true })).map((item) => head.parse(item));
  return new Map(found.map(({ pk, shards }) => [names.get(pk) ?? '', [...shards]]));
}

/** The alerts of one partition, some at a time. */
export async function* readWatchers(
  table: Table,
  watched: string,
  shard: number,
): AsyncGenerator<readonly Alert[]> {
  const key = ITEMS.watch.key({ watched, shard, id: '' });
  for await (const items of queryPages(table, key)) yield items.map((item) => alertItem.parse(item));
}
