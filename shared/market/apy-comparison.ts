import { buildPagination } from '../platform/contract/envelope.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { createCachePerSnapshot } from '../platform/domain/lru-cache.ts';
import { round, roundOrNull } from '../platform/domain/numbers.ts';
import { getCurrentCatalog, requireSupportedChain } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import type { apyComparisonRoute } from './contract/apy-comparison.ts';
import type { ApyComparisonRow } from './contract/market-responses.ts';
import { GROUP_KINDS, type Group } from './contract/windows.ts';
import {
  type ApyComparison,
  type ComparedGroups,
  compareApys,
  sortGroupsByApy,
} from './domain/apy-comparison.ts';
import { groupMembersOf } from './domain/groupings.ts';
import { compareByFigure } from './domain/sorting.ts';
import { findNonOutlierIndexes, getGrouping } from './market-data.ts';
import type { ReadContext } from './prices/prices-data.ts';
import { strategySummaryOf } from './summaries.ts';

type Query = RouteInput<typeof apyComparisonRoute>['query'];

const comparisonCacheOf = createCachePerSnapshot<CatalogIndex, readonly ComparisonFigures[]>(64);

/**
 * Returns a page of the APY comparison by chain, protocol, asset or type.
 * @throws ApiError invalid_chain
 */
export async function readApyComparison(query: Query, context: ReadContext) {
  const { value: catalogIndex, asOf } = await getCurrentCatalog(context);
  requireSupportedChain(catalogIndex, query.chain);
  const hasAssetFilter = query.asset !== undefined || query.underlying !== undefined;
  const group = query.group_by ?? (hasAssetFilter ? 'chain' : 'asset');
  const { page: _, per_page: __, ...view } = query;
  const apyComparisons = comparisonCacheOf(catalogIndex).get(JSON.stringify(view), () => {
    const { catalog } = catalogIndex;
    const columns = { apy: catalog.numbers('current_apy'), tvl: catalog.numbers('tvl') };
    const { group_by: _group, sort: _sort, order: _order, ...filters } = view;
    const strategyIndexes = findNonOutlierIndexes(catalogIndex, filters);
    return compareApys(columns, strategyIndexes, readComparedGroups(catalogIndex, group))
      .map(comparisonFiguresOf)
      .sort(compareByFigure(query));
  });
  const pageStart = (query.page - 1) * query.per_page;
  const data = apyComparisons
    .slice(pageStart, pageStart + query.per_page)
    .map((comparisonFigures) => toResponseRow(catalogIndex, comparisonFigures));
  return {
    data,
    pagination: buildPagination(apyComparisons.length, query, data.length),
    meta: { as_of: asOf, group_by: group },
  };
}

/**
 * Returns the groups of a comparison. A pair such as ETH-USDC is a separate asset group, because its APY is neither the
 * APY of ETH nor that of USDC.
 */
function readComparedGroups(catalogIndex: CatalogIndex, group: Group): ComparedGroups {
  const groupField = group === 'asset' ? 'symbol' : group;
  return sortedGroupsCacheOf(catalogIndex).get(groupField, () =>
    sortGroupsByApy(
      groupMembersOf(getGrouping(catalogIndex, groupField), catalogIndex.order('tvl').strategyIndexes),
      catalogIndex.order('current_apy'),
    ),
  );
}

const sortedGroupsCacheOf = createCachePerSnapshot<CatalogIndex, ComparedGroups>(GROUP_KINDS.length);

type ComparisonFigures = ReturnType<typeof comparisonFiguresOf>;

function comparisonFiguresOf(comparison: ApyComparison) {
  return {
    key: comparison.key,
    strategies: comparison.strategies,
    tvl: comparison.tvl,
    bestIndex: comparison.bestIndex,
    best_apy: comparison.highest,
    median_apy: comparison.median,
    mean_apy: comparison.weightedMean,
    lowest_apy: comparison.lowest,
    spread: comparison.spread,
  };
}

function toResponseRow(catalogIndex: CatalogIndex, comparisonFigures: ComparisonFigures): ApyComparisonRow {
  const {
    current_apy: _,
    strategy_type: __,
    ...best
  } = strategySummaryOf(catalogIndex.catalog.listElementAt(comparisonFigures.bestIndex));
  return {
    key: comparisonFigures.key,
    strategies: comparisonFigures.strategies,
    tvl: round(comparisonFigures.tvl, 2),
    best,
    best_apy: round(comparisonFigures.best_apy, 4),
    median_apy: round(comparisonFigures.median_apy, 4),
    mean_apy: roundOrNull(comparisonFigures.mean_apy, 4),
    lowest_apy: round(comparisonFigures.lowest_apy, 4),
    spread: round(comparisonFigures.spread, 4),
  };
}
