import * as z from 'zod/mini';
import { timeTextSchema } from '../../platform/domain/time-text.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import { TIME_WINDOWS, type TimeWindow } from '../contract/windows.ts';
import { type Columns, createColumns, packColumns, unpackColumns } from './history/columns.ts';
import {
  createUnknownStatistics,
  STATISTIC_NAMES,
  type StatisticsByWindow,
  type WindowStatistics,
} from './window-statistics.ts';

/** Name of the performance data in the snapshot store. */
export const PERFORMANCE_SNAPSHOT_NAME = 'performance';
/**
 * Version of the layout. Increase it with every change, so that older readers reject the snapshot instead of misreading
 * it.
 */
const FORMAT_VERSION = 1;

/** The mean APY of all strategies with one asset over one window. */
export interface Benchmark {
  /** TVL-weighted mean of the strategies' mean APYs, in percent. NaN if no mean APY is known. */
  readonly apy: number;
  /** Number of strategies from which the mean is computed. */
  readonly strategies: number;
}

/** Statistics of every listed strategy, one array element per strategy, and the benchmark of every asset. */
export interface PerformanceSnapshot {
  readonly asOf: string;
  readonly ids: readonly string[];
  /** For each strategy, the index of its asset in `assets`. */
  readonly assetRowIndexes: Float32Array;
  readonly statistics: Readonly<Record<TimeWindow, Columns<keyof WindowStatistics>>>;
  readonly assets: readonly string[];
  readonly benchmarks: Readonly<Record<TimeWindow, Columns<keyof Benchmark>>>;
}

type PerformanceRecord = Pick<StrategyRecord, 'id' | 'asset' | 'tvl' | 'outlier'>;

const BENCHMARK_NAMES = ['apy', 'strategies'] as const satisfies readonly (keyof Benchmark)[];

/**
 * Returns the performance snapshot of the strategies. Strategies that are missing in `statisticsById` get unknown
 * figures. Benchmarks exclude strategies that the source marks as outliers.
 */
export function buildPerformanceSnapshot(
  records: readonly PerformanceRecord[],
  statisticsById: ReadonlyMap<string, StatisticsByWindow>,
  now: Date,
): PerformanceSnapshot {
  const unknownWindowStatistics = createUnknownStatistics(0);
  const assets = [...new Set(records.map((record) => record.asset))];
  const rowIndexByAsset = new Map(assets.map((asset, row) => [asset, row]));
  return {
    asOf: now.toISOString(),
    ids: records.map((record) => record.id),
    assetRowIndexes: Float32Array.from(records, (record) => rowIndexByAsset.get(record.asset) ?? 0),
    statistics: computeByWindow((timeWindow) =>
      toColumns(
        STATISTIC_NAMES,
        records.map((record) => statisticsById.get(record.id)?.[timeWindow] ?? unknownWindowStatistics),
      ),
    ),
    assets,
    benchmarks: computeByWindow((timeWindow) =>
      toColumns(BENCHMARK_NAMES, benchmarksOf(records, statisticsById, assets, timeWindow)),
    ),
  };
}

export function createEmptyPerformanceSnapshot(): PerformanceSnapshot {
  return buildPerformanceSnapshot([], new Map(), new Date(0));
}

function benchmarksOf(
  records: readonly PerformanceRecord[],
  statistics: ReadonlyMap<string, StatisticsByWindow>,
  assets: readonly string[],
  timeWindow: TimeWindow,
): Benchmark[] {
  const sums = new Map(assets.map((asset) => [asset, { weightedApySum: 0, tvl: 0, strategies: 0 }]));
  for (const record of records) {
    const apy = statistics.get(record.id)?.[timeWindow].meanApy ?? Number.NaN;
    const sum = sums.get(record.asset);
    if (sum === undefined || record.outlier || Number.isNaN(apy) || !(record.tvl > 0)) continue;
    sum.weightedApySum += apy * record.tvl;
    sum.tvl += record.tvl;
    sum.strategies += 1;
  }
  return [...sums.values()].map(({ weightedApySum, tvl, strategies }) => ({
    apy: weightedApySum / tvl,
    strategies,
  }));
}

export function encodePerformanceSnapshot(performanceSnapshot: PerformanceSnapshot): Uint8Array {
  const { asOf, ids, assets, assetRowIndexes: assetRows, statistics, benchmarks } = performanceSnapshot;
  return packColumns({ format: FORMAT_VERSION, asOf, ids: ids.join(' '), assets }, [
    assetRows,
    ...TIME_WINDOWS.flatMap((timeWindow) => STATISTIC_NAMES.map((name) => statistics[timeWindow][name])),
    ...TIME_WINDOWS.flatMap((timeWindow) => BENCHMARK_NAMES.map((name) => benchmarks[timeWindow][name])),
  ]);
}

// Ids are stored as one string, because splitting one string is much faster than validating 100,000 strings.
const headerSchema = z.strictObject({
  format: z.literal(FORMAT_VERSION),
  asOf: timeTextSchema,
  ids: z.string(),
  assets: z.array(z.string()),
});

/** Returns the snapshot that the bytes contain. Throws an error for bytes in another format. */
export function decodePerformanceSnapshot(bytes: Uint8Array): PerformanceSnapshot {
  const unpackedColumns = unpackColumns(bytes);
  const { asOf, ids: joinedIds, assets } = headerSchema.parse(unpackedColumns.header);
  const ids = joinedIds === '' ? [] : joinedIds.split(' ');
  const columnIterator = unpackedColumns.arrays.values();
  const readNextColumn = (rows: number): Float32Array => {
    const nextColumn = columnIterator.next().value;
    if (nextColumn?.length !== rows)
      throw new RangeError('A column of the performance snapshot is cut short.');
    return nextColumn;
  };
  const readNextColumns = <Name extends string>(columnNames: readonly Name[], rows: number): Columns<Name> =>
    createColumns(columnNames, () => readNextColumn(rows));
  return {
    asOf,
    ids,
    assetRowIndexes: readNextColumn(ids.length),
    statistics: computeByWindow(() => readNextColumns(STATISTIC_NAMES, ids.length)),
    assets,
    benchmarks: computeByWindow(() => readNextColumns(BENCHMARK_NAMES, assets.length)),
  };
}

function computeByWindow<T>(computeForWindow: (window: TimeWindow) => T): Record<TimeWindow, T> {
  return {
    '7d': computeForWindow('7d'),
    '30d': computeForWindow('30d'),
    '90d': computeForWindow('90d'),
    '365d': computeForWindow('365d'),
  };
}

function toColumns<Name extends string>(
  columnNames: readonly Name[],
  rows: readonly Readonly<Record<Name, number>>[],
): Columns<Name> {
  return createColumns(columnNames, (name) => Float32Array.from(rows, (row) => row[name]));
}
