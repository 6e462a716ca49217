import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryPages } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { type SingleWrite, write } from '../../platform/dynamodb/write.ts';
import { type Alert, alertItemSchema } from '../domain/alert.ts';

/**
 * Returns the watch item that lists an alert under a watched name. The item contains the whole alert, so that
 * no second read is needed.
 */
export function watchItem(watchName: string, alert: Alert) {
  return { ...ITEMS.watch.key({ watched: watchName, id: alert.id }), ...alert };
}

/** Returns the write that stores a watch item. `putWatchMarker` must be called before this write. */
export function watchWrite(watchName: string, alert: Alert): Write & SingleWrite {
  return { Put: { Item: watchItem(watchName, alert) } };
}

/**
 * Returns the item that marks a watch name as watched by at least one alert. The item is kept even if the last alert
 * with this name is deleted.
 */
export const watchMarkerOf = (watchName: string) => ITEMS.watchHead.key({ watched: watchName });

/**
 * Marks a name as watched. This is a separate write, so that the DynamoDB transactions of several alerts with this
 * name do not conflict.
 */
export async function putWatchMarker(table: Table, watchName: string): Promise<void> {
  await write(table, { Put: { Item: watchMarkerOf(watchName) } });
}

export function watchRemovalWrite(watchName: string, id: string): Write & SingleWrite {
  return { Delete: { Key: ITEMS.watch.key({ watched: watchName, id }) } };
}

/** Returns the given watch names under which an alert is or was stored. */
export async function findWatchedNames(
  table: Table,
  watchNames: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const nameByKey = new Map([...watchNames].map((watchName) => [watchMarkerOf(watchName).pk, watchName]));
  const keys = [...nameByKey.values()].map(watchMarkerOf);
  const markers = await batchGet(table, keys, { consistent: true });
  return new Set(markers.map(({ pk }) => nameByKey.get(String(pk)) ?? ''));
}

export async function* readWatchingAlerts(table: Table, watchName: string): AsyncGenerator<readonly Alert[]> {
  for await (const items of queryPages(table, ITEMS.watch.key({ watched: watchName, id: '' }))) {
    yield items.map((item) => alertItemSchema.parse(item));
  }
}
