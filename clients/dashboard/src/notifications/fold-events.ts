import type { EventEnvelope } from '../../../sdk/src/index.ts';
import { isTransactionEvent } from './event-texts.ts';

/**
 * A row of the event list. For a transaction, `event` is its latest event, and `earlier` contains its earlier events.
 */
export interface EventListRow {
  readonly event: EventEnvelope;
  readonly earlier: readonly EventEnvelope[];
}

/** Combines all events of one transaction into one row, at the place of its latest event. */
export function foldEventsByTransaction(eventsLatestFirst: readonly EventEnvelope[]): EventListRow[] {
  const rows: { event: EventEnvelope; earlier: EventEnvelope[] }[] = [];
  const rowByTransaction = new Map<unknown, (typeof rows)[number]>();
  for (const event of eventsLatestFirst) {
    const transactionId = isTransactionEvent(event) ? event.data.transaction_id : undefined;
    const rowOfTransaction = rowByTransaction.get(transactionId);
    if (rowOfTransaction !== undefined) {
      rowOfTransaction.earlier.push(event);
      continue;
    }
    const row = { event, earlier: [] };
    rows.push(row);
    if (transactionId !== undefined) rowByTransaction.set(transactionId, row);
  }
  return rows;
}

/** Returns the ids of the strategies of all transactions in a list, each once, in a fixed order. */
export function transactionStrategyIdsOf(rows: readonly EventListRow[]): string[] {
  const ids = rows.flatMap(({ event }) => {
    const { strategy_id: id } = event.data;
    return isTransactionEvent(event) && typeof id === 'string' ? id : [];
  });
  return [...new Set(ids)].sort();
}
