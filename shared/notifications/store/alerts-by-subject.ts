import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryPages } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { type SingleWrite, write } from '../../platform/dynamodb/write.ts';
import { type Alert, alertItemSchema } from '../domain/alert.ts';

/**
 * Returns the item that stores an alert under a subject that it watches, such as a strategy. The item contains the
 * whole alert, so that no second read is needed.
 */
export function buildSubjectAlertItem(watchedSubject: string, alert: Alert) {
  return { ...ITEMS.watch.key({ watched: watchedSubject, id: alert.id }), ...alert };
}

/**
 * Returns the write that stores an alert under a watched subject. Call `putSubjectMarker` first, because alerts under a
 * subject without a marker are not found.
 */
export function buildSubjectAlertWrite(watchedSubject: string, alert: Alert): Write & SingleWrite {
  return { Put: { Item: buildSubjectAlertItem(watchedSubject, alert) } };
}

/**
 * Returns the item that marks a subject as watched by at least one alert. The item is kept even if the last alert
 * on this subject is deleted.
 */
export const subjectMarkerOf = (watchedSubject: string) => ITEMS.watchHead.key({ watched: watchedSubject });

/**
 * Marks a subject, such as a strategy, as watched by an alert. This write is separate, because DynamoDB transactions of
 * several alerts with the same subject would conflict.
 */
export async function putSubjectMarker(table: Table, watchedSubject: string): Promise<void> {
  await write(table, { Put: { Item: subjectMarkerOf(watchedSubject) } });
}

export function buildAlertBySubjectDeletion(watchedSubject: string, id: string): Write & SingleWrite {
  return { Delete: { Key: ITEMS.watch.key({ watched: watchedSubject, id }) } };
}

/**
 * Returns the given subjects that an alert watches or has watched. A subject is, for example, a strategy or a chain.
 */
export async function findSubjectsWithAlerts(
  table: Table,
  watchedSubjects: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const subjectByMarkerKey = new Map(
    [...watchedSubjects].map((watchedSubject) => [subjectMarkerOf(watchedSubject).pk, watchedSubject]),
  );
  const keys = [...subjectByMarkerKey.values()].map(subjectMarkerOf);
  const markers = await batchGet(table, keys, { consistent: true });
  return new Set(markers.map(({ pk }) => subjectByMarkerKey.get(String(pk)) ?? ''));
}

export async function* readAlertsOnSubject(
  table: Table,
  watchedSubject: string,
): AsyncGenerator<readonly Alert[]> {
  for await (const items of queryPages(table, ITEMS.watch.key({ watched: watchedSubject, id: '' }))) {
    yield items.map((item) => alertItemSchema.parse(item));
  }
}
