import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';

/** What the watcher needs from outside. */
export interface WatcherPorts {
  readonly table: Table;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds that a run may still take; without it there is no limit. */
  readonly remainingMs?: () => number;
  /** Price of one unit of a vault's asset in USD; undefined when it is not known. */
  readonly priceUsd: (chain: string, vault: string) => Promise<number | undefined>;
}
