import type * as z from 'zod/mini';
import type { RouteInput } from '../platform/contract/route.ts';
import { cachePer } from '../platform/domain/lru-cache.ts';
import { round, roundOrNull } from '../platform/domain/numbers.ts';
import { currentCatalog, requireSupportedChain } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import type { mover } from './contract/market-responses.ts';
import type { trendsRoute } from './contract/trends.ts';
import type { Group, Window } from './contract/windows.ts';
import type { PerformanceIndex } from './domain/performance.ts';
import type { StrategyRow } from './domain/strategy-rows.ts';
import {
  type GroupTrend,
  groupTrends,
  type Movers,
  movers,
  type TrendRow,
  totalTrend,
} from './domain/trends.ts';
import { currentPerformance, performanceRows, rowsAt } from './market-data.ts';
import type { ReadContext } from './prices-data.ts';
import { summaryOf } from './summaries.ts';

type Query = RouteInput<typeof trendsRoute>['query'];
type MovingRow = TrendRow & { readonly ordinal: number };

/**
 * What moved over a window, from memory. The source's outliers are left out throughout; movers need `min_tvl`.
 *
 * @throws ApiError invalid_chain
 */
export async function marketTrends(query: Query, context: ReadContext) {
  const [{ value: index }, { value: performance, asOf, version }] = await Promise.all([
    currentCatalog(context),
    currentPerformance(context),
  ]);
  requireSupportedChain(index, query.chain);
  // The two snapshots flip one after the other; either of them makes the figures new.
  const figures = results(index).get(JSON.stringify([version, query]), () =>
    trendsOf(index, performance, query),
  );
  return { data: figures, meta: { as_of: asOf } };
}

const results = cachePer<CatalogIndex, ReturnType<typeof trendsOf>>(64);

function trendsOf(index: CatalogIndex, performance: PerformanceIndex, query: Query) {
  const { min_tvl: minTvl, limit, window, ...filters } = query;
  const changes = changesOf(index, performance, window);
  const rows = rowsAt(index, index.matching(filters)).flatMap((row) =>
    row.outlier ? [] : movingRow(row, changes),
  );
  const large = rows.filter(({ tvl }) => tvl >= minTvl);
  const groups = (group: Group) =>
    groupTrends(rows, group)
      .slice(0, limit)
      .map(({ key, ...trend }) => ({ key, ...wireTrend(trend) }));
  return {
    window,
    total: wireTrend(totalTrend(rows)),
    movers: {
      apy: wireMovers(index, movers(large, 'apyChange', limit)),
      tvl: wireMovers(index, movers(large, 'tvlChange', limit)),
    },
    chains: groups('chain'),
    protocols: groups('protocol'),
    assets: groups('asset'),
  };
}

/** How much the APY and TVL of the strategy at an ordinal changed over the window; NaN where that is not known. */
function changesOf(index: CatalogIndex, performance: PerformanceIndex, window: Window) {
  const { apyChange, tvlChange } = performance.columns(window);
  const rowOf = performanceRows(index, performance);
  return (ordinal: number) => {
    const row = rowOf(ordinal) ?? -1;
    return { apyChange: apyChange[row] ?? Number.NaN, tvlChange: tvlChange[row] ?? Number.NaN };
  };
}

function movingRow(row: StrategyRow, changes: ReturnType<typeof changesOf>): MovingRow {
  const { apyChange, tvlChange } = changes(row.ordinal);
  const { ordinal, id, chain, protocol, underlying_assets, current_apy, tvl } = row;
  return { ordinal, id, chain, protocol, underlying_assets, current_apy, tvl, apyChange, tvlChange };
}

function wireTrend(trend: Omit<GroupTrend, 'key'>) {
  return {
    strategies: trend.strategies,
    tvl: round(trend.tvl, 2),
    tvl_change: roundOrNull(trend.tvlChange, 4),
    apy: roundOrNull(trend.apy, 4),
    apy_change: roundOrNull(trend.apyChange, 4),
  };
}

function wireMovers(index: CatalogIndex, { up, down }: Movers<MovingRow>) {
  const wire = (row: MovingRow): z.infer<typeof mover> => ({
    ...summaryOf(index.catalog.element(row.ordinal)),
    apy_change: roundOrNull(row.apyChange, 4),
    tvl_change: roundOrNull(row.tvlChange, 4),
  });
  return { up: up.map(wire), down: down.map(wire) };
}
