import type { Table } from '../platform/dynamodb/client.ts';
import type { LogFields } from '../platform/log-line.ts';
import type { MarketSource } from './sources/market-source.ts';

export interface IngestLog {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
}

export interface IngestOptions {
  readonly source: MarketSource;
  readonly table: Table;
  /** The run's clock. It determines what is stale and which day it is. */
  readonly now: () => Date;
  readonly log: IngestLog;
  /** How many strategies may have their history read from the source in this run; the rest follow in later runs. */
  readonly backfillMax?: number;
  /** No history is requested from the source after this many seconds. */
  readonly backfillSeconds?: number;
  /** Publish even when most of the catalog has vanished from the source's list. */
  readonly acceptShrink?: boolean;
}

export const INGEST_DEFAULTS = { backfillMax: 400, backfillSeconds: 100 } as const;
