import { config } from '../platform/config.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readAheadMs } from './store/sandbox-clock.ts';

/** The time of the sandbox ledger. */
export async function booksTime(table: Table, now: Date): Promise<Date> {
  return new Date(now.getTime() + (await readAheadMs(table)));
}

/** The same where there is a sandbox. A live stage has none, and reads nothing. */
export async function sandboxTime(table: Table, now: Date): Promise<Date> {
  return config.STAGE_KIND === 'test' ? booksTime(table, now) : now;
}
