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
export const INGEST_SNAPSHOT = 'ingest';

/**
 * The data that the ingestion stores about a strategy between runs, whether the strategy is listed or not. Times are in
 * seconds since 1970-01-01.
 */
export interface StrategyState {
  /** Whether the catalog contains the strategy, paused or not. */
  readonly listed: boolean;
  /** The last accepted reading. APY is in percent, TVL in USD. */
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtSeconds: number;
  readonly createdAtSeconds: number;
  readonly updatedAtSeconds: number;
  /**
   * Figures of the strategy's stored item. The ingestion compares them with new figures to decide whether to write the
   * item again.
   */
  readonly itemApy: number;
  readonly itemTvlUsd: number;
  readonly itemScore: number;
  /** A 32-bit hash of all texts in the item. */
  readonly itemHash: number;
  /** The day on which the item was last written (days since 1970-01-01). */
  readonly itemDay: number;
  /** The last day with a reading in the history (days since 1970-01-01). 0 if there is none. */
  readonly historyDay: number;
  /** Number of known days in the history. */
  readonly historyDays: number;
  /** Number of failed attempts to read the source's history, or `BACKFILLED`. */
  readonly backfill: number;
  /** Statistics of the history (its track record), as computed when the history was last read. */
  readonly track: TrackRecord;
  /** The day on which the current unbroken listing started (days since 1970-01-01), or `NEVER_LISTED`. */
  readonly listedSinceDay: number;
  /** Whether withdrawals from the strategy had to wait when its utilisation was last known. */
  readonly exitConstrained: boolean;
}

/** Value of `listedSinceDay` if the strategy is not listed or if the day is unknown. */
export const NEVER_LISTED = 2 ** 32 - 1;

/** Value of `backfill` after the source's history was read. */
export const BACKFILLED = 255;
/** Maximum number of attempts to read the source's history of a strategy. */
export const BACKFILL_ATTEMPTS = 3;

export interface IngestState {
  /** The last day on which a run read all histories (days since 1970-01-01). 0 if there is none. */
  readonly statisticsDay: number;
  readonly strategies: ReadonlyMap<string, StrategyState>;
  /** Readings that are held until a later reading confirms them, by strategy id. */
  readonly held: ReadonlyMap<string, Reading>;
}

export const EMPTY_STATE: IngestState = { statisticsDay: 0, strategies: new Map(), held: new Map() };

const FIGURE_COLUMNS = ['apy', 'tvlUsd', 'itemApy', 'itemTvlUsd', 'itemScore'] as const;
const COUNT_COLUMNS = [
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

/** Encodes the state as uncompressed bytes, column by column. */
export function encodeIngestState(state: IngestState): Uint8Array {
  const rows = [...state.strategies.values()];
  const sections: Parameters<typeof packSections>[1] = {
    ...Object.fromEntries(FIGURE_COLUMNS.map((name) => [name, Float64Array.from(rows, (row) => row[name])])),
    ...Object.fromEntries(COUNT_COLUMNS.map((name) => [name, Uint32Array.from(rows, (row) => row[name])])),
    listed: Uint8Array.from(rows, (row) => (row.listed ? 1 : 0)),
    backfill: Uint8Array.from(rows, (row) => row.backfill),
    exitConstrained: Uint8Array.from(rows, (row) => (row.exitConstrained ? 1 : 0)),
    listedSinceDay: Uint32Array.from(rows, (row) => row.listedSinceDay),
    ...Object.fromEntries(
      TRACK_RECORD_FIGURES.map((name) => [
        `track.${name}`,
        Float32Array.from(rows, (row) => row.track[name]),
      ]),
    ),
  };
  const { statisticsDay, held } = state;
  return packSections(
    { statisticsDay, ids: [...state.strategies.keys()].join(' '), held: [...held] },
    sections,
  );
}

/** Returns a reader for each column of figures and counts. */
function columnsOf(unpackedSections: UnpackedSections, rows: number) {
  const figure = (name: (typeof FIGURE_COLUMNS)[number]) => columnReader(unpackedSections.f64(name), rows);
  const count = (name: (typeof COUNT_COLUMNS)[number]) => columnReader(unpackedSections.u32(name), rows);
  return {
    apy: figure('apy'),
    tvlUsd: figure('tvlUsd'),
    itemApy: figure('itemApy'),
    itemTvlUsd: figure('itemTvlUsd'),
    itemScore: figure('itemScore'),
    observedAtSeconds: count('observedAtSeconds'),
    createdAtSeconds: count('createdAtSeconds'),
    updatedAtSeconds: count('updatedAtSeconds'),
    itemHash: count('itemHash'),
    itemDay: count('itemDay'),
    historyDay: count('historyDay'),
    historyDays: count('historyDays'),
    backfill: columnReader(unpackedSections.u8('backfill'), rows),
  };
}

/** Decodes the bytes of `encodeIngestState`. Throws for bytes in another format. */
export function decodeIngestState(bytes: Uint8Array): IngestState {
  const unpackedSections = unpackSections(bytes);
  const { statisticsDay, ids: joinedIds, held } = headerSchema.parse(unpackedSections.header);
  const ids = joinedIds === '' ? [] : joinedIds.split(' ');
  const columns = columnsOf(unpackedSections, ids.length);
  const listedColumn = columnReader(unpackedSections.u8('listed'), ids.length);
  const exitConstrained = columnReader(unpackedSections.u8('exitConstrained'), ids.length);
  const listedSince = columnReader(unpackedSections.u32('listedSinceDay'), ids.length);
  const trackAt = trackReader(unpackedSections, ids.length);
  const strategies = new Map(
    ids.map((id, row): [string, StrategyState] => [
      id,
      {
        listed: listedColumn(row) === 1,
        apy: columns.apy(row),
        tvlUsd: columns.tvlUsd(row),
        observedAtSeconds: columns.observedAtSeconds(row),
        createdAtSeconds: columns.createdAtSeconds(row),
        updatedAtSeconds: columns.updatedAtSeconds(row),
        itemApy: columns.itemApy(row),
        itemTvlUsd: columns.itemTvlUsd(row),
        itemScore: columns.itemScore(row),
        itemHash: columns.itemHash(row),
        itemDay: columns.itemDay(row),
        historyDay: columns.historyDay(row),
        historyDays: columns.historyDays(row),
        backfill: columns.backfill(row),
        track: trackAt(row),
        listedSinceDay: listedSince(row),
        exitConstrained: exitConstrained(row) === 1,
      },
    ]),
  );
  return { statisticsDay, strategies, held: new Map(held) };
}

function trackReader(unpackedSections: UnpackedSections, rows: number): (row: number) => TrackRecord {
  const columns = TRACK_RECORD_FIGURES.map(
    (name) => [name, columnReader(unpackedSections.f32(`track.${name}`), rows)] as const,
  );
  return (row) => {
    const track: Record<keyof TrackRecord, number> = { ...NO_TRACK_RECORD };
    for (const [name, at] of columns) track[name] = at(row);
    return track;
  };
}

/** Returns a function that reads a column by row index. Checks first that the column has one row per strategy. */
function columnReader(
  column: Float64Array | Float32Array | Uint32Array | Uint8Array,
  rows: number,
): (row: number) => number {
  if (column.length !== rows) throw new RangeError('A column of the ingestion state is cut short.');
  return (row) => column[row] ?? 0;
}

/** Returns the last accepted reading of a strategy. */
export function acceptedReading(state: StrategyState): Reading {
  return { apy: state.apy, tvlUsd: state.tvlUsd, observedAtMs: state.observedAtSeconds * 1000 };
}
