import { cachePer } from '../platform/domain/lru-cache.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import { type LoadedSnapshot, SnapshotReader } from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import type { CatalogFilters, OnlyKnownKeys } from '../strategies/domain/catalog/filters/filters.ts';
import { GROUPS, type Group } from './contract/windows.ts';
import { type Calibration, NO_CALIBRATION } from './domain/calibration/calibration.ts';
import { CALIBRATION_SNAPSHOT, decodeCalibration } from './domain/calibration/snapshot.ts';
import { type Grouping, groupingOf } from './domain/groupings.ts';
import { PerformanceIndex } from './domain/performance.ts';
import {
  decodePerformanceSnapshot,
  emptyPerformanceSnapshot,
  PERFORMANCE_SNAPSHOT,
} from './domain/performance-snapshot.ts';
import { type StrategyRow, strategyRows } from './domain/strategy-rows.ts';
import type { ReadContext } from './prices/prices-data.ts';

const performanceReader = new SnapshotReader({
  name: PERFORMANCE_SNAPSHOT,
  table: defaultTable,
  decode: (payload) => new PerformanceIndex(decodePerformanceSnapshot(payload)),
  empty: () => new PerformanceIndex(emptyPerformanceSnapshot()),
});

/** The statistics of the listed strategies, from memory; of none before the first ingestion. */
export function currentPerformance({ now, log }: ReadContext): Promise<LoadedSnapshot<PerformanceIndex>> {
  return performanceReader.current(now, log);
}

const calibrationReader = new SnapshotReader({
  name: CALIBRATION_SNAPSHOT,
  table: defaultTable,
  decode: decodeCalibration,
  empty: () => NO_CALIBRATION,
});

/** How the published intervals have held, from memory; of none before the first ingestion. */
export function currentCalibration({ now, log }: ReadContext): Promise<LoadedSnapshot<Calibration>> {
  return calibrationReader.current(now, log);
}

const joined = new WeakMap<
  CatalogIndex,
  { readonly performance: PerformanceIndex; readonly rows: Int32Array }
>();
/** Of a strategy that the performance snapshot does not hold. */
const NO_ROW = -1;

/**
 * The row of each strategy's performance by its ordinal, made once per pair of snapshots. The two flip one after the
 * other, so a strategy may be in one of them alone for a moment.
 */
export function performanceRows(
  index: CatalogIndex,
  performance: PerformanceIndex,
): (ordinal: number) => number | undefined {
  const known = joined.get(index);
  const rowsByOrdinal =
    known?.performance === performance
      ? known.rows
      : Int32Array.from(index.catalog.ids(), (id) => performance.rowOf(id) ?? NO_ROW);
  joined.set(index, { performance, rows: rowsByOrdinal });
  return (ordinal) => {
    const row = rowsByOrdinal[ordinal] ?? NO_ROW;
    return row === NO_ROW ? undefined : row;
  };
}

const rows = new WeakMap<CatalogIndex, readonly StrategyRow[]>();

/** The rows of a catalog by ordinal, made at the first use and dropped with the catalog. */
export function rowsOf(index: CatalogIndex): readonly StrategyRow[] {
  const made = rows.get(index) ?? strategyRows(index.catalog);
  rows.set(index, made);
  return made;
}

const groupings = cachePer<CatalogIndex, Grouping>(GROUPS.length + 1);

/** The strategies of a catalog by chain, protocol, asset or whole symbol, made once. */
export function groupingBy(index: CatalogIndex, group: Group | 'symbol'): Grouping {
  return groupings(index).get(group, () => groupingOf(index.catalog, group));
}

/** What matches the filters but the source's outliers, ascending: by TVL, the highest first. */
export function soundOrdinals<Given extends CatalogFilters>(
  index: CatalogIndex,
  filters: OnlyKnownKeys<CatalogFilters, Given>,
): Uint32Array {
  const outlier = index.catalog.numbers('outlier');
  const matching = index.matching(filters);
  const sound = new Uint32Array(matching.length);
  let count = 0;
  // Writes each value and then keeps it or not, because unpredictable branches would take longer.
  for (let index = 0; index < matching.length; index += 1) {
    const ordinal = matching[index] ?? 0;
    sound[count] = ordinal;
    count += +(outlier[ordinal] !== 1);
  }
  return sound.subarray(0, count);
}
