import { createCachePerSnapshot } from '../platform/domain/lru-cache.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import { type LoadedSnapshot, SnapshotReader } from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import type { CatalogFilters, OnlyKnownKeys } from '../strategies/domain/catalog/filters/filters.ts';
import { GROUP_KINDS, type Group } from './contract/windows.ts';
import { type Calibration, NO_CALIBRATION } from './domain/calibration/calibration.ts';
import { CALIBRATION_SNAPSHOT_NAME, decodeCalibration } from './domain/calibration/snapshot.ts';
import { groupingOf, type StrategyGrouping } from './domain/groupings.ts';
import { PerformanceIndex } from './domain/performance.ts';
import {
  createEmptyPerformanceSnapshot,
  decodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT_NAME,
} from './domain/performance-snapshot.ts';
import { createStrategyRows, type StrategyRow } from './domain/strategy-rows.ts';
import type { ReadContext } from './prices/prices-data.ts';

const performanceReader = new SnapshotReader({
  name: PERFORMANCE_SNAPSHOT_NAME,
  table: defaultTable,
  decode: (payload) => new PerformanceIndex(decodePerformanceSnapshot(payload)),
  empty: () => new PerformanceIndex(createEmptyPerformanceSnapshot()),
});

/** Returns the cached statistics of the listed strategies. They are empty before the first ingestion. */
export function getCurrentPerformance({ now, log }: ReadContext): Promise<LoadedSnapshot<PerformanceIndex>> {
  return performanceReader.current(now, log);
}

const calibrationReader = new SnapshotReader({
  name: CALIBRATION_SNAPSHOT_NAME,
  table: defaultTable,
  decode: decodeCalibration,
  empty: () => NO_CALIBRATION,
});

/** Returns the cached calibration of the published intervals. It is empty before the first ingestion. */
export function getCurrentCalibration({ now, log }: ReadContext): Promise<LoadedSnapshot<Calibration>> {
  return calibrationReader.current(now, log);
}

const performanceRowsCache = new WeakMap<
  CatalogIndex,
  { readonly performanceIndex: PerformanceIndex; readonly rows: Int32Array }
>();
/** Row of a strategy that the performance snapshot does not contain. */
const NO_ROW = -1;

/**
 * Returns a function that converts the index of a strategy in the catalog to its row in the performance snapshot. It
 * returns undefined for a new strategy that the performance snapshot does not contain yet.
 */
export function createPerformanceRowLookup(
  catalogIndex: CatalogIndex,
  performanceIndex: PerformanceIndex,
): (strategyIndex: number) => number | undefined {
  const cachedRows = performanceRowsCache.get(catalogIndex);
  const rowByStrategyIndex =
    cachedRows?.performanceIndex === performanceIndex
      ? cachedRows.rows
      : Int32Array.from(catalogIndex.catalog.ids(), (id) => performanceIndex.rowOf(id) ?? NO_ROW);
  performanceRowsCache.set(catalogIndex, { performanceIndex: performanceIndex, rows: rowByStrategyIndex });
  return (strategyIndex) => {
    const row = rowByStrategyIndex[strategyIndex] ?? NO_ROW;
    return row === NO_ROW ? undefined : row;
  };
}

const strategyRowsCache = new WeakMap<CatalogIndex, readonly StrategyRow[]>();

/** Returns the rows of a catalog, by the strategy's index in the catalog. */
export function strategyRowsOf(catalogIndex: CatalogIndex): readonly StrategyRow[] {
  const catalogRows = strategyRowsCache.get(catalogIndex) ?? createStrategyRows(catalogIndex.catalog);
  strategyRowsCache.set(catalogIndex, catalogRows);
  return catalogRows;
}

const groupingsCacheOf = createCachePerSnapshot<CatalogIndex, StrategyGrouping>(GROUP_KINDS.length + 1);

/**
 * Returns the groups of each strategy. With `symbol`, a pair such as ETH-USDC is one group. With `asset`, the pair
 * belongs to the groups of both assets.
 */
export function getGrouping(catalogIndex: CatalogIndex, group: Group | 'symbol'): StrategyGrouping {
  return groupingsCacheOf(catalogIndex).get(group, () => groupingOf(catalogIndex.catalog, group));
}

/**
 * Returns the catalog indexes of the matching strategies, highest TVL first. Leaves out strategies that the source
 * marks as outliers.
 */
export function findNonOutlierIndexes<Given extends CatalogFilters>(
  catalogIndex: CatalogIndex,
  filters: OnlyKnownKeys<CatalogFilters, Given>,
): Uint32Array {
  const outlierMarks = catalogIndex.catalog.numbers('outlier');
  const matchingIndexes = catalogIndex.findMatching(filters);
  const strategyIndexes = new Uint32Array(matchingIndexes.length);
  let keptStrategyCount = 0;
  // Every index is written, and the next write overwrites the index of an outlier. This avoids a branch in the loop,
  // because unpredictable branches are slow.
  for (let index = 0; index < matchingIndexes.length; index += 1) {
    const strategyIndex = matchingIndexes[index] ?? 0;
    strategyIndexes[keptStrategyCount] = strategyIndex;
    keptStrategyCount += +(outlierMarks[strategyIndex] !== 1);
  }
  return strategyIndexes.subarray(0, keptStrategyCount);
}
