import * as z from 'zod/mini';
import {
  packSections,
  type UnpackedSections,
  unpackSections,
} from '../../strategies/domain/catalog/encoding/sections.ts';
import {
  NO_TRACK_RECORD,
  TRACK_RECORD_FIGURES,
  type TrackRecord,
} from '../../strategies/domain/expectation/track-record.ts';
import type { Reading } from './guard.ts';

/** Name of the ingestion's state in the snapshot store. */
export const INGEST_SNAPSHOT_NAME = 'ingest';

/** The data that the ingestion stores about a strategy between runs. Times are in seconds since 1970-01-01. */
export interface StrategyState {
  /** Whether the catalog contains the strategy. The catalog also contains paused strategies. */
  readonly isListed: boolean;
  /** The last accepted reading. APY is in percent, TVL in USD. */
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtSeconds: number;
  readonly createdAtSeconds: number;
  readonly updatedAtSeconds: number;
  /** Figures in the strategy's stored item. */
  readonly itemApy: number;
  readonly itemTvlUsd: number;
  readonly itemScore: number;
  /** A 32-bit hash of all texts in the item. */
  readonly itemHash: number;
  /** The day on which the item was last written (days since 1970-01-01). */
  readonly itemDay: number;
  /** The last day with a reading in the history (days since 1970-01-01). 0 if there is none. */
  readonly historyDay: number;
  /** Number of days in the history with a known APY. */
  readonly historyDays: number;
  /** `BACKFILL_STATUS_DONE`, or the number of failed attempts to read the strategy's history from the source. */
  readonly backfillStatus: number;
  /** Statistics of the daily history, computed when the history was last read. */
  readonly trackRecord: TrackRecord;
  /**
   * Day since which the strategy has been listed without interruption (days since 1970-01-01), or
   * `NO_LISTED_SINCE_DAY`.
   */
  readonly listedSinceDay: number;
  /**
   * Whether lenders might have had to wait for a withdrawal, according to the most recent reading with a known
   * utilisation.
   */
  readonly isExitConstrained: boolean;
}

/** Value of `listedSinceDay` if the strategy is not listed or if the day is unknown. */
export const NO_LISTED_SINCE_DAY = 2 ** 32 - 1;

/** Value of `backfillStatus` after the strategy's history has been read from the source. */
export const BACKFILL_STATUS_DONE = 255;
export const MAX_BACKFILL_ATTEMPTS = 3;

export interface IngestState {
  /** The last day on which a run read all histories (days since 1970-01-01). 0 if there is none. */
  readonly statisticsDay: number;
  readonly strategies: ReadonlyMap<string, StrategyState>;
  /** Readings that are held until a later reading confirms them, by strategy id. */
  readonly unconfirmedReadings: ReadonlyMap<string, Reading>;
}

export const EMPTY_INGEST_STATE: IngestState = {
  statisticsDay: 0,
  strategies: new Map(),
  unconfirmedReadings: new Map(),
};

const FLOAT64_COLUMNS = ['apy', 'tvlUsd', 'itemApy', 'itemTvlUsd', 'itemScore'] as const;
const UINT32_COLUMNS = [
  'observedAtSeconds',
  'createdAtSeconds',
  'updatedAtSeconds',
  'itemHash',
  'itemDay',
  'historyDay',
  'historyDays',
] as const;

const headerSchema = z.strictObject({
  statisticsDay: z.int().check(z.minimum(0)),
  ids: z.string(),
  held: z.array(
    z.tuple([z.string(), z.strictObject({ apy: z.number(), tvlUsd: z.number(), observedAtMs: z.number() })]),
  ),
});

export function encodeIngestState(state: IngestState): Uint8Array {
  const rows = [...state.strategies.values()];
  const sections: Parameters<typeof packSections>[1] = {
    ...Object.fromEntries(FLOAT64_COLUMNS.map((name) => [name, Float64Array.from(rows, (row) => row[name])])),
    ...Object.fromEntries(UINT32_COLUMNS.map((name) => [name, Uint32Array.from(rows, (row) => row[name])])),
    listed: Uint8Array.from(rows, (row) => (row.isListed ? 1 : 0)),
    backfill: Uint8Array.from(rows, (row) => row.backfillStatus),
    exitConstrained: Uint8Array.from(rows, (row) => (row.isExitConstrained ? 1 : 0)),
    listedSinceDay: Uint32Array.from(rows, (row) => row.listedSinceDay),
    ...Object.fromEntries(
      TRACK_RECORD_FIGURES.map((name) => [
        `track.${name}`,
        Float32Array.from(rows, (row) => row.trackRecord[name]),
      ]),
    ),
  };
  const { statisticsDay, unconfirmedReadings } = state;
  return packSections(
    { statisticsDay, ids: [...state.strategies.keys()].join(' '), held: [...unconfirmedReadings] },
    sections,
  );
}

function createColumnReaders(unpackedSections: UnpackedSections, rowCount: number) {
  const createFloat64Reader = (name: (typeof FLOAT64_COLUMNS)[number]) =>
    createColumnReader(unpackedSections.f64(name), rowCount);
  const createUint32Reader = (name: (typeof UINT32_COLUMNS)[number]) =>
    createColumnReader(unpackedSections.u32(name), rowCount);
  return {
    apy: createFloat64Reader('apy'),
    tvlUsd: createFloat64Reader('tvlUsd'),
    itemApy: createFloat64Reader('itemApy'),
    itemTvlUsd: createFloat64Reader('itemTvlUsd'),
    itemScore: createFloat64Reader('itemScore'),
    observedAtSeconds: createUint32Reader('observedAtSeconds'),
    createdAtSeconds: createUint32Reader('createdAtSeconds'),
    updatedAtSeconds: createUint32Reader('updatedAtSeconds'),
    itemHash: createUint32Reader('itemHash'),
    itemDay: createUint32Reader('itemDay'),
    historyDay: createUint32Reader('historyDay'),
    historyDays: createUint32Reader('historyDays'),
    backfill: createColumnReader(unpackedSections.u8('backfill'), rowCount),
  };
}

/** Throws for bytes in another format. */
export function decodeIngestState(bytes: Uint8Array): IngestState {
  const unpackedSections = unpackSections(bytes);
  const { statisticsDay, ids: joinedIds, held } = headerSchema.parse(unpackedSections.header);
  const ids = joinedIds === '' ? [] : joinedIds.split(' ');
  const columnReaders = createColumnReaders(unpackedSections, ids.length);
  const readIsListed = createColumnReader(unpackedSections.u8('listed'), ids.length);
  const readIsExitConstrained = createColumnReader(unpackedSections.u8('exitConstrained'), ids.length);
  const readListedSinceDay = createColumnReader(unpackedSections.u32('listedSinceDay'), ids.length);
  const readTrackRecord = createTrackRecordReader(unpackedSections, ids.length);
  const strategies = new Map(
    ids.map((id, row): [string, StrategyState] => [
      id,
      {
        isListed: readIsListed(row) === 1,
        apy: columnReaders.apy(row),
        tvlUsd: columnReaders.tvlUsd(row),
        observedAtSeconds: columnReaders.observedAtSeconds(row),
        createdAtSeconds: columnReaders.createdAtSeconds(row),
        updatedAtSeconds: columnReaders.updatedAtSeconds(row),
        itemApy: columnReaders.itemApy(row),
        itemTvlUsd: columnReaders.itemTvlUsd(row),
        itemScore: columnReaders.itemScore(row),
        itemHash: columnReaders.itemHash(row),
        itemDay: columnReaders.itemDay(row),
        historyDay: columnReaders.historyDay(row),
        historyDays: columnReaders.historyDays(row),
        backfillStatus: columnReaders.backfill(row),
        trackRecord: readTrackRecord(row),
        listedSinceDay: readListedSinceDay(row),
        isExitConstrained: readIsExitConstrained(row) === 1,
      },
    ]),
  );
  return { statisticsDay, strategies, unconfirmedReadings: new Map(held) };
}

function createTrackRecordReader(
  unpackedSections: UnpackedSections,
  rowCount: number,
): (row: number) => TrackRecord {
  const columnReaderEntries = TRACK_RECORD_FIGURES.map(
    (name) => [name, createColumnReader(unpackedSections.f32(`track.${name}`), rowCount)] as const,
  );
  return (row) => {
    const trackRecord: Record<keyof TrackRecord, number> = { ...NO_TRACK_RECORD };
    for (const [name, readColumn] of columnReaderEntries) trackRecord[name] = readColumn(row);
    return trackRecord;
  };
}

/**
 * Returns a function that reads the value in a row of the column.
 * @throws RangeError if the column does not have one row per strategy
 */
function createColumnReader(
  column: Float64Array | Float32Array | Uint32Array | Uint8Array,
  rowCount: number,
): (row: number) => number {
  if (column.length !== rowCount) throw new RangeError('A column of the ingestion state is cut short.');
  return (row) => column[row] ?? 0;
}

export function acceptedReadingOf(state: StrategyState): Reading {
  return { apy: state.apy, tvlUsd: state.tvlUsd, observedAtMs: state.observedAtSeconds * 1000 };
}
