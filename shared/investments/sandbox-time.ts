import { config } from '../platform/config.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readClockAheadMs } from './store/sandbox-clock.ts';

/** Returns the time that the sandbox clock shows at the real time `now`. */
export async function readSandboxTime(table: Table, now: Date): Promise<Date> {
  return new Date(now.getTime() + (await readClockAheadMs(table)));
}

/** Returns the sandbox time on a test stage. On a live stage, returns `now` without a read. */
export async function readStageTime(table: Table, now: Date): Promise<Date> {
  return config.STAGE_KIND === 'test' ? readSandboxTime(table, now) : now;
}
