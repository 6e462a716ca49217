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
  /** The clock of the run. It decides which readings are stale and which UTC day is current. */
  readonly now: () => Date;
  readonly log: IngestLog;
  /** Maximum number of histories that this run reads from the source. Later runs read the remaining histories. */
  readonly backfillMax?: number;
  /** Seconds after which the run requests no more histories from the source. */
  readonly backfillSeconds?: number;
  /** Whether to publish even if most of the catalog's strategies are missing from the source's pool list. */
  readonly acceptShrink?: boolean;
}

export const INGEST_DEFAULTS = { backfillMax: 400, backfillSeconds: 100 } as const;
