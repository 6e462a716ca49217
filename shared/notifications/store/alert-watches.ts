import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryPages } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { type SingleWrite, write } from '../../platform/dynamodb/write.ts';
import { type Alert, alertItem } from '../domain/alert.ts';

/** The item that lists an alert under what it watches. It holds the alert itself, so that no other read is needed. */
export function watchItem(watched: string, alert: Alert) {
  return { ...ITEMS.watch.key({ watched, id: alert.id }), ...alert };
}

/** The write that puts it there. That anything watches it is to be said before (see `markWatched`). */
export function watchWrite(watched: string, alert: Alert): Write & SingleWrite {
  return { Put: { Item: watchItem(watched, alert) } };
}

/** The item that says that there are, or were, alerts that watch it. */
export const watchedItem = (watched: string) => ITEMS.watchHead.key({ watched });

/** Says that there are alerts that watch it. By itself, so that those who watch the same do not wait for each other. */
export async function markWatched(table: Table, watched: string): Promise<void> {
  await write(table, { Put: { Item: watchedItem(watched) } });
}

export function watchRemoval(watched: string, id: string): Write & SingleWrite {
  return { Delete: { Key: ITEMS.watch.key({ watched, id }) } };
}

/** The names that have ever been watched. One read unit each. */
export async function readWatched(table: Table, names: Iterable<string>): Promise<ReadonlySet<string>> {
  const byKey = new Map([...names].map((watched) => [watchedItem(watched).pk, watched]));
  const keys = [...byKey.values()].map(watchedItem);
  const found = await batchGet(table, keys, { consistent: true });
  return new Set(found.map(({ pk }) => byKey.get(String(pk)) ?? ''));
}

/** The alerts that watch it, some at a time. */
export async function* readWatchers(table: Table, watched: string): AsyncGenerator<readonly Alert[]> {
  for await (const items of queryPages(table, ITEMS.watch.key({ watched, id: '' }))) {
    yield items.map((item) => alertItem.parse(item));
  }
}
