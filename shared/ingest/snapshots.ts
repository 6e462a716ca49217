import { $ZodError } from 'zod/v4/core';
import { type Calibration, NO_CALIBRATION } from '../market/domain/calibration/calibration.ts';
import { CALIBRATION_SNAPSHOT_NAME, decodeCalibration } from '../market/domain/calibration/snapshot.ts';
import {
  decodeMarketSnapshot,
  MARKET_SNAPSHOT_NAME,
  type MarketSnapshot,
} from '../market/domain/market-snapshot.ts';
import {
  decodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT_NAME,
  type PerformanceSnapshot,
} from '../market/domain/performance-snapshot.ts';
import { SnapshotCorruptError } from '../platform/domain/snapshot.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readSnapshot, readSnapshotHead } from '../platform/dynamodb/snapshots/snapshots.ts';
import { Catalog } from '../strategies/domain/catalog/catalog.ts';
import { CATALOG_SNAPSHOT_NAME } from '../strategies/domain/catalog/encoding/encode.ts';
import { NO_TRACK_RECORD } from '../strategies/domain/expectation/track-record.ts';
import { getStrategies } from '../strategies/records.ts';
import {
  BACKFILL_STATUS_DONE,
  decodeIngestState,
  EMPTY_INGEST_STATE,
  INGEST_SNAPSHOT_NAME,
  type IngestState,
  NO_LISTED_SINCE_DAY,
  type StrategyState,
} from './domain/ingest-state.ts';
import { toItemFigures } from './domain/materiality.ts';
import type { IngestLog } from './options.ts';

export interface PreviousRun {
  readonly state: IngestState;
  /** Time of the newest observation in the state (ISO 8601); undefined before the first run. */
  readonly stateAsOf: string | undefined;
  readonly performance: PerformanceSnapshot | undefined;
  readonly market: MarketSnapshot | undefined;
  readonly calibration: Calibration;
}

/**
 * Reads the previous run's snapshots, except damaged snapshots and snapshots in the format of another release.
 * If the state cannot be read, rebuilds it from the stored items.
 */
export async function readPreviousRun(table: Table, log: IngestLog): Promise<PreviousRun> {
  const [state, performanceSnapshot, market, calibration] = await Promise.all([
    readNewestSnapshot(table, INGEST_SNAPSHOT_NAME, decodeIngestState, log),
    readNewestSnapshot(table, PERFORMANCE_SNAPSHOT_NAME, decodePerformanceSnapshot, log),
    readNewestSnapshot(table, MARKET_SNAPSHOT_NAME, decodeMarketSnapshot, log),
    readNewestSnapshot(table, CALIBRATION_SNAPSHOT_NAME, decodeCalibration, log),
  ]);
  return {
    state:
      state === 'unreadable'
        ? await rebuildStateFromItems(
            table,
            valueIfReadable(performanceSnapshot)?.ids ?? (await readCatalogStrategyIds(table, log)),
          )
        : (valueIfReadable(state) ?? EMPTY_INGEST_STATE),
    stateAsOf: state === undefined || state === 'unreadable' ? undefined : state.asOf,
    performance: valueIfReadable(performanceSnapshot),
    market: valueIfReadable(market),
    calibration: valueIfReadable(calibration) ?? NO_CALIBRATION,
  };
}

async function readCatalogStrategyIds(table: Table, log: IngestLog): Promise<readonly string[]> {
  const result = await readNewestSnapshot(
    table,
    CATALOG_SNAPSHOT_NAME,
    (payload) => new Catalog(payload),
    log,
  );
  return valueIfReadable(result)?.ids() ?? [];
}

type ReadResult<T> = { readonly value: T; readonly asOf: string } | 'unreadable' | undefined;

function valueIfReadable<T>(result: ReadResult<T>): T | undefined {
  return result === undefined || result === 'unreadable' ? undefined : result.value;
}

/** Returns the newest readable version of a snapshot. Returns `unreadable` if versions exist but none can be read. */
async function readNewestSnapshot<T>(
  table: Table,
  name: string,
  decode: (payload: Uint8Array) => T,
  log: IngestLog,
): Promise<ReadResult<T>> {
  const head = await readSnapshotHead(table, name, { consistent: true });
  if (head === undefined) return undefined;
  for (const version of [head.current, head.previous]) {
    if (version === undefined) continue;
    try {
      return { value: decode(await readSnapshot(table, name, version)), asOf: version.asOf };
    } catch (error) {
      if (!isUnreadableSnapshotError(error)) throw error;
      log.warn('A snapshot cannot be read', {
        snapshot: name,
        version: version.version,
        reason: error.message,
      });
    }
  }
  return 'unreadable';
}

function isUnreadableSnapshotError(error: unknown): error is Error {
  return (
    error instanceof SnapshotCorruptError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error instanceof $ZodError
  );
}

/** Rebuilds the state from stored items. Figures that the items do not contain get their initial values. */
async function rebuildStateFromItems(table: Table, ids: readonly string[]): Promise<IngestState> {
  const strategyStates = new Map<string, StrategyState>();
  for (const [id, record] of await getStrategies(table, ids)) {
    strategyStates.set(id, {
      isListed: record.status !== 'unlisted',
      apy: record.current_apy,
      tvlUsd: record.tvl,
      observedAtSeconds: Math.floor(Date.parse(record.as_of) / 1000),
      createdAtSeconds: Math.floor(Date.parse(record.created_at) / 1000),
      updatedAtSeconds: Math.floor(Date.parse(record.updated_at) / 1000),
      ...toItemFigures(record, 0),
      historyDay: 1,
      historyDays: 0,
      backfillStatus: BACKFILL_STATUS_DONE,
      trackRecord: NO_TRACK_RECORD,
      listedSinceDay: NO_LISTED_SINCE_DAY,
      isExitConstrained: record.exit_constrained,
    });
  }
  return { statisticsDay: 0, strategies: strategyStates, unconfirmedReadings: new Map() };
}
