import type * as z from 'zod/mini';
import type { RouteInput } from '../platform/contract/route.ts';
import { cachePer } from '../platform/domain/lru-cache.ts';
import { round, roundOrNull } from '../platform/domain/numbers.ts';
import type { LoadedSnapshot } from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import { currentCatalog, requireSupportedChain } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import type { mover } from './contract/market-responses.ts';
import type { trendsRoute } from './contract/trends.ts';
import { GROUPS, type Group, TREND_LIST_MAX, WINDOWS, type Window } from './contract/windows.ts';
import { type ChainSums, sumsByChain, type TrendColumns } from './domain/chain-sums.ts';
import { movers } from './domain/movers.ts';
import type { PerformanceIndex } from './domain/performance.ts';
import { type GroupTrend, trendsOf } from './domain/trends.ts';
import { currentPerformance, groupingBy, performanceRows, soundOrdinals } from './market-data.ts';
import type { ReadContext } from './prices/prices-data.ts';
import { summaryOf } from './summaries.ts';

type Query = RouteInput<typeof trendsRoute>['query'];

/**
 * What moved over a window, from memory. The source's outliers count as listed, and in nothing else; movers need `min_tvl`.
 *
 * @throws ApiError invalid_chain
 */
export async function marketTrends(query: Query, context: ReadContext) {
  const [{ value: index }, performance] = await Promise.all([
    currentCatalog(context),
    currentPerformance(context),
  ]);
  requireSupportedChain(index, query.chain);
  const { min_tvl: minTvl, per_list: limit, ...scope } = query;
  const { asOf, version } = performance;
  // The two snapshots flip one after the other; either of them makes the figures new.
  const scoped = scopes(index).get(JSON.stringify([version, scope]), () =>
    scopeOf(index, performance, scope),
  );
  const figures = results(index).get(JSON.stringify([version, query]), () => ({
    window: query.window,
    total: scoped.total,
    movers: moversOf(index, scoped, minTvl, limit),
    chains: scoped.chains.slice(0, limit),
    protocols: scoped.protocols.slice(0, limit),
    assets: scoped.assets.slice(0, limit),
  }));
  return { data: figures, meta: { as_of: asOf } };
}

/** Few, as one holds the place of every strategy that it is about. */
const scopes = cachePer<CatalogIndex, ReturnType<typeof scopeOf>>(8);
/** Few as well: a catalog whose strategies have little in common has about as many sums as strategies. */
const chainSums = cachePer<CatalogIndex, readonly ChainSums[]>(4);
const results = cachePer<CatalogIndex, TrendFigures>(64);

interface TrendFigures {
  readonly window: Window;
  readonly total: ReturnType<typeof wireTrend>;
  readonly movers: ReturnType<typeof moversOf>;
  readonly chains: readonly WireGroup[];
  readonly protocols: readonly WireGroup[];
  readonly assets: readonly WireGroup[];
}
type WireGroup = ReturnType<typeof wireTrend> & { readonly key: string };

/** What does not depend on how large a mover has to be, nor on how many are asked for. */
function scopeOf(
  index: CatalogIndex,
  { value: performance, version }: LoadedSnapshot<PerformanceIndex>,
  { window, chain, ...filters }: Omit<Query, 'min_tvl' | 'per_list'>,
) {
  const columns = trendColumns(index, performance, window);
  const groupings = { protocol: groupingBy(index, 'protocol'), asset: groupingBy(index, 'asset') };
  const chains = chainSums(index).get(JSON.stringify([version, window, filters]), () =>
    sumsByChain(columns, index.matching(filters), groupingBy(index, 'chain'), groupings),
  );
  const isAsked = new Set(chain);
  const asked = chain === undefined ? chains : chains.filter((each) => isAsked.has(each.chain));
  const trends = trendsOf(asked, groupings);
  const groups = (group: Group): WireGroup[] =>
    trends[group].slice(0, TREND_LIST_MAX).map(({ key, ...trend }) => ({ key, ...wireTrend(trend) }));
  return {
    columns,
    ordinals: soundOrdinals(index, { ...filters, chain }),
    total: wireTrend(trends.total),
    chains: groups('chain'),
    protocols: groups('protocol'),
    assets: groups('asset'),
  };
}

/**
 * How the TVL of every group changed over a window, in percent: of the strategies that were listed at both ends, so that a
 * new listing is not growth. NaN where none was.
 */
export async function tvlChanges(
  group: Group,
  window: Window,
  context: ReadContext,
): Promise<ReadonlyMap<string, number>> {
  const [{ value: index }, performance] = await Promise.all([
    currentCatalog(context),
    currentPerformance(context),
  ]);
  return changesByGroup(index).get(JSON.stringify([performance.version, group, window]), () => {
    const columns = trendColumns(index, performance.value, window);
    const groupings = { protocol: groupingBy(index, 'protocol'), asset: groupingBy(index, 'asset') };
    const sums = sumsByChain(columns, index.order('tvl').ordinals, groupingBy(index, 'chain'), groupings);
    return new Map(trendsOf(sums, groupings)[group].map(({ key, tvlChange }) => [key, tvlChange]));
  });
}

const changesByGroup = cachePer<CatalogIndex, ReadonlyMap<string, number>>(GROUPS.length * WINDOWS.length);

function moversOf(
  index: CatalogIndex,
  { columns, ordinals }: ReturnType<typeof scopeOf>,
  minTvl: number,
  limit: number,
) {
  const small = ordinals.findIndex((ordinal) => (columns.tvl[ordinal] ?? 0) < minTvl);
  const large = small === -1 ? ordinals : ordinals.subarray(0, small);
  const moved = (figure: 'apyChange' | 'tvlChange') => {
    const { up, down } = movers(columns, large, figure, limit);
    const wire = (ordinal: number) => wireMover(index, columns, ordinal);
    return { up: up.map(wire), down: down.map(wire) };
  };
  return { apy: moved('apyChange'), tvl: moved('tvlChange') };
}

const trendColumnsOf = cachePer<CatalogIndex, { performance: PerformanceIndex; columns: TrendColumns }>(
  WINDOWS.length,
);

/** The figures of every strategy and how they changed over the window, made once per pair of snapshots. */
function trendColumns(index: CatalogIndex, performance: PerformanceIndex, window: Window): TrendColumns {
  const known = trendColumnsOf(index).find(window);
  if (known?.performance === performance) return known.columns;
  const { apyChange, tvlChange } = performance.columns(window);
  const rowOf = performanceRows(index, performance);
  const byOrdinal = (column: Float32Array) =>
    Float32Array.from(
      { length: index.catalog.size },
      (_, ordinal) => column[rowOf(ordinal) ?? -1] ?? Number.NaN,
    );
  const columns = {
    apy: index.catalog.numbers('current_apy'),
    tvl: index.catalog.numbers('tvl'),
    apyChange: byOrdinal(apyChange),
    tvlChange: byOrdinal(tvlChange),
    outlier: index.catalog.numbers('outlier'),
  };
  trendColumnsOf(index).set(window, { performance, columns });
  return columns;
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

function wireMover(
  index: CatalogIndex,
  { apyChange, tvlChange }: TrendColumns,
  ordinal: number,
): z.infer<typeof mover> {
  return {
    ...summaryOf(index.catalog.element(ordinal)),
    apy_change: roundOrNull(apyChange[ordinal] ?? Number.NaN, 4),
    tvl_change: roundOrNull(tvlChange[ordinal] ?? Number.NaN, 4),
  };
}
