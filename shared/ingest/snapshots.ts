import { $ZodError } from 'zod/v4/core';
import { type Calibration, NO_CALIBRATION } from '../market/domain/calibration/calibration.ts';
import { CALIBRATION_SNAPSHOT, decodeCalibration } from '../market/domain/calibration/snapshot.ts';
import {
  decodeMarketSnapshot,
  MARKET_SNAPSHOT,
  type MarketSnapshot,
} from '../market/domain/market-snapshot.ts';
import {
  decodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT,
  type PerformanceSnapshot,
} from '../market/domain/performance-snapshot.ts';
import { SnapshotCorruptError } from '../platform/domain/snapshot.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readSnapshot, readSnapshotHead } from '../platform/dynamodb/snapshots/snapshots.ts';
import { Catalog } from '../strategies/domain/catalog/catalog.ts';
import { CATALOG_SNAPSHOT } from '../strategies/domain/catalog/encoding/encode.ts';
import { NO_TRACK_RECORD } from '../strategies/domain/expectation/track-record.ts';
import { getStrategies } from '../strategies/records.ts';
import {
  BACKFILLED,
  decodeIngestState,
  EMPTY_STATE,
  INGEST_SNAPSHOT,
  type IngestState,
  NEVER_LISTED,
  type StrategyState,
} from './domain/ingest-state.ts';
import { itemFigures } from './domain/materiality.ts';
import type { IngestLog } from './options.ts';

export interface Previous {
  readonly state: IngestState;
  /** When the source observed what the state is of; undefined before the first run. */
  readonly stateAsOf: string | undefined;
  readonly performance: PerformanceSnapshot | undefined;
  readonly market: MarketSnapshot | undefined;
  readonly calibration: Calibration;
}

/**
 * What the run before left behind. A snapshot that cannot be read, or is of another release's form, is done without:
 * the state is then made again from the strategies' items.
 */
export async function readPrevious(table: Table, log: IngestLog): Promise<Previous> {
  const [state, performance, market, calibration] = await Promise.all([
    readOne(table, INGEST_SNAPSHOT, decodeIngestState, log),
    readOne(table, PERFORMANCE_SNAPSHOT, decodePerformanceSnapshot, log),
    readOne(table, MARKET_SNAPSHOT, decodeMarketSnapshot, log),
    readOne(table, CALIBRATION_SNAPSHOT, decodeCalibration, log),
  ]);
  return {
    state:
      state === 'unreadable'
        ? await stateFromItems(table, valueIn(performance)?.ids ?? (await catalogIds(table, log)))
        : (valueIn(state) ?? EMPTY_STATE),
    stateAsOf: state === undefined || state === 'unreadable' ? undefined : state.asOf,
    performance: valueIn(performance),
    market: valueIn(market),
    calibration: valueIn(calibration) ?? NO_CALIBRATION,
  };
}

async function catalogIds(table: Table, log: IngestLog): Promise<readonly string[]> {
  const found = await readOne(table, CATALOG_SNAPSHOT, (payload) => new Catalog(payload), log);
  return valueIn(found)?.ids() ?? [];
}

type Found<T> = { readonly value: T; readonly asOf: string } | 'unreadable' | undefined;

function valueIn<T>(found: Found<T>): T | undefined {
  return found === undefined || found === 'unreadable' ? undefined : found.value;
}

/** The newest version that can be read; `unreadable` when there are versions and none of them can. */
async function readOne<T>(
  table: Table,
  name: string,
  decode: (payload: Uint8Array) => T,
  log: IngestLog,
): Promise<Found<T>> {
  const head = await readSnapshotHead(table, name, { consistent: true });
  if (head === undefined) return undefined;
  for (const version of [head.current, head.previous]) {
    if (version === undefined) continue;
    try {
      return { value: decode(await readSnapshot(table, name, version)), asOf: version.asOf };
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      log.warn('A snapshot cannot be read', {
        snapshot: name,
        version: version.version,
        reason: error.message,
      });
    }
  }
  return 'unreadable';
}

/** Damaged chunks, bytes that are cut short, or a header of another form; anything else is a fault of the table. */
function isUnreadable(error: unknown): error is Error {
  return (
    error instanceof SnapshotCorruptError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error instanceof $ZodError
  );
}

/** The state as far as the items hold it. Histories are loaded again, and texts are written again. */
async function stateFromItems(table: Table, ids: readonly string[]): Promise<IngestState> {
  const strategies = new Map<string, StrategyState>();
  for (const [id, record] of await getStrategies(table, ids)) {
    strategies.set(id, {
      listed: record.status !== 'unlisted',
      apy: record.current_apy,
      tvlUsd: record.tvl,
      observedAtSeconds: Math.floor(Date.parse(record.as_of) / 1000),
      createdAtSeconds: Math.floor(Date.parse(record.created_at) / 1000),
      updatedAtSeconds: Math.floor(Date.parse(record.updated_at) / 1000),
      ...itemFigures(record, 0),
      historyDay: 1,
      historyDays: 0,
      backfill: BACKFILLED,
      track: NO_TRACK_RECORD,
      listedSinceDay: NEVER_LISTED,
      exitConstrained: record.exit_constrained,
    });
  }
  return { statisticsDay: 0, strategies, held: new Map() };
}
