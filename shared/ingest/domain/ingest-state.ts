import * as z from 'zod/mini';
import {
  packSections,
  type Unpacked,
  unpackSections,
} from '../../strategies/domain/catalog/encoding/sections.ts';
import {
  NO_TRACK_RECORD,
  TRACK_RECORD_FIGURES,
  type TrackRecord,
} from '../../strategies/domain/expectation/track-record.ts';
import type { Reading } from './guard.ts';

/** The name of the snapshot in which the ingestion keeps its state between runs. */
export const INGEST_SNAPSHOT = 'ingest';

/** What the ingestion remembers of a strategy, listed or not. Times are in whole seconds since 1970-01-01. */
export interface StrategyState {
  /** Whether the catalog has it, paused or not. */
  readonly listed: boolean;
  /** The last reading that was believed: APY in percent, TVL in USD. */
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtSeconds: number;
  readonly createdAtSeconds: number;
  readonly updatedAtSeconds: number;
  /** The APY in the strategy's own item, to decide whether the item must be written again. */
  readonly itemApy: number;
  readonly itemTvlUsd: number;
  readonly itemScore: number;
  /** A 32-bit hash of everything in the item that is not a figure. */
  readonly itemHash: number;
  /** The day on which the item was written (days since 1970-01-01). */
  readonly itemDay: number;
  /** The last day with a reading in the history (days since 1970-01-01), 0 for none. */
  readonly historyDay: number;
  /** Days of history held. */
  readonly historyDays: number;
  /** Attempts to read the source's history that failed, or `BACKFILLED`. */
  readonly backfill: number;
  /** The track record from the last read of the history. */
  readonly track: TrackRecord;
  /** The first day of those on which it has been listed without a break, or `NEVER_LISTED`. */
  readonly listedSinceDay: number;
  /** Whether so much was borrowed when that was last known that withdrawals may have to wait. */
  readonly exitConstrained: boolean;
}

/** The value for a strategy that is not listed, or whose date of listing is unknown. */
export const NEVER_LISTED = 2 ** 32 - 1;

/** The strategy's history was read from the source. */
export const BACKFILLED = 255;
/** After this many failed attempts, the source's history counts as unreadable. */
export const BACKFILL_ATTEMPTS = 3;

export interface IngestState {
  /** The day of the last run that went through all histories (days since 1970-01-01), 0 for none. */
  readonly statisticsDay: number;
  readonly strategies: ReadonlyMap<string, StrategyState>;
  /** Readings that wait for confirmation, by strategy id. */
  readonly held: ReadonlyMap<string, Reading>;
}

export const EMPTY_STATE: IngestState = { statisticsDay: 0, strategies: new Map(), held: new Map() };

const FIGURES = ['apy', 'tvlUsd', 'itemApy', 'itemTvlUsd', 'itemScore'] as const;
const COUNTS = [
  'observedAtSeconds',
  'createdAtSeconds',
  'updatedAtSeconds',
  'itemHash',
  'itemDay',
  'historyDay',
  'historyDays',
] as const;

const header = z.strictObject({
  statisticsDay: z.int().check(z.minimum(0)),
  ids: z.string(),
  held: z.array(
    z.tuple([z.string(), z.strictObject({ apy: z.number(), tvlUsd: z.number(), observedAtMs: z.number() })]),
  ),
});

/** The state as bytes, column by column, ready for the repository's compression. */
export function encodeIngestState(state: IngestState): Uint8Array {
  const rows = [...state.strategies.values()];
  const sections: Parameters<typeof packSections>[1] = {
    ...Object.fromEntries(FIGURES.map((name) => [name, Float64Array.from(rows, (row) => row[name])])),
    ...Object.fromEntries(COUNTS.map((name) => [name, Uint32Array.from(rows, (row) => row[name])])),
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

/** Readers of the columns of figures and counts. */
function columnsOf(packed: Unpacked, rows: number) {
  const figure = (name: (typeof FIGURES)[number]) => sized(packed.f64(name), rows);
  const count = (name: (typeof COUNTS)[number]) => sized(packed.u32(name), rows);
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
    backfill: sized(packed.u8('backfill'), rows),
  };
}

/** The state back from `encodeIngestState`. Throws for bytes of another form. */
export function decodeIngestState(bytes: Uint8Array): IngestState {
  const packed = unpackSections(bytes);
  const { statisticsDay, ids: joined, held } = header.parse(packed.header);
  const ids = joined === '' ? [] : joined.split(' ');
  const columns = columnsOf(packed, ids.length);
  const listed = sized(packed.u8('listed'), ids.length);
  const exitConstrained = sized(packed.u8('exitConstrained'), ids.length);
  const listedSince = sized(packed.u32('listedSinceDay'), ids.length);
  const trackAt = trackReader(packed, ids.length);
  const strategies = new Map(
    ids.map((id, row): [string, StrategyState] => [
      id,
      {
        listed: listed(row) === 1,
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

function trackReader(packed: Unpacked, rows: number): (row: number) => TrackRecord {
  const columns = TRACK_RECORD_FIGURES.map(
    (name) => [name, sized(packed.f32(`track.${name}`), rows)] as const,
  );
  return (row) => {
    const track: Record<keyof TrackRecord, number> = { ...NO_TRACK_RECORD };
    for (const [name, at] of columns) track[name] = at(row);
    return track;
  };
}

/** Reads a column row by row, after checking that it has one row per strategy. */
function sized(
  column: Float64Array | Float32Array | Uint32Array | Uint8Array,
  rows: number,
): (row: number) => number {
  if (column.length !== rows) throw new RangeError('A column of the ingestion state is cut short.');
  return (row) => column[row] ?? 0;
}

/** The last believed reading of a strategy. */
export function acceptedReading(state: StrategyState): Reading {
  return { apy: state.apy, tvlUsd: state.tvlUsd, observedAtMs: state.observedAtSeconds * 1000 };
}
