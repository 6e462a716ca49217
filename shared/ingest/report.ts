import type { ProcessedPoolList } from './domain/pool-list.ts';
import type { IngestRunRecords } from './records.ts';
import type { HistoryUpdate } from './update-histories.ts';

export interface PublishedReport {
  readonly outcome: 'published';
  /** Time of the newest published observation of the source (ISO 8601, UTC). */
  readonly asOf: string;
  readonly rows: number;
  readonly listed: number;
  /** Number of listed strategies that operators have paused. */
  readonly paused: number;
  /** Number of strategies that became unlisted in this run. */
  readonly unlisted: number;
  /** Number of strategies that keep their last record, because this run has no accepted reading of them. */
  readonly kept: number;
  /** Number of held readings that wait for confirmation. */
  readonly held: number;
  readonly quarantined: ProcessedPoolList['quarantineTally'];
  readonly unpublished: ProcessedPoolList['unpublishedTally'];
  readonly itemsWritten: number;
  readonly historiesWritten: number;
  readonly backfilled: number;
  readonly backfillFailed: number;
  readonly writeUnits: { readonly history: number; readonly items: number; readonly snapshots: number };
  readonly readUnits: number;
  readonly seconds: number;
}

export type IngestReport =
  | PublishedReport
  /** Another run holds the lease, so this run did nothing. */
  | { readonly outcome: 'busy' }
  /** This run published nothing, because the catalog is newer than the source's data. */
  | { readonly outcome: 'outdated' };

export function buildPublishedReport(
  run: {
    readonly asOf: Date;
    readonly processedPools: ProcessedPoolList;
    readonly histories: HistoryUpdate;
    readonly records: IngestRunRecords;
    readonly itemsWritten: number;
  },
  cost: Pick<PublishedReport, 'writeUnits' | 'readUnits' | 'seconds'>,
): PublishedReport {
  const { processedPools, histories, records } = run;
  return {
    outcome: 'published',
    asOf: run.asOf.toISOString(),
    rows: processedPools.rowCount,
    listed: records.listedRecords.length,
    paused: records.listedRecords.filter(({ status }) => status === 'paused').length,
    unlisted: records.unlistedRecords.length,
    kept: processedPools.keptIds.size,
    held: processedPools.unconfirmedReadings.size,
    quarantined: processedPools.quarantineTally,
    unpublished: processedPools.unpublishedTally,
    itemsWritten: run.itemsWritten,
    historiesWritten: histories.strategiesWritten,
    backfilled: histories.backfilled,
    backfillFailed: histories.backfillFailed,
    ...cost,
  };
}
