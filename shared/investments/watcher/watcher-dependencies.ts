import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';

export interface WatcherDependencies {
  readonly table: Table;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Returns the milliseconds that the watcher may still run. Without this function there is no limit. */
  readonly remainingMs?: () => number;
  /** Price of one unit of a vault's asset in USD; undefined if unknown. */
  readonly priceUsd: (chain: string, vault: string) => Promise<number | undefined>;
}
