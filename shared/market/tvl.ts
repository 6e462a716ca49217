import { buildPagination } from '../platform/contract/envelope.ts';
import { invalidRequestError } from '../platform/contract/errors.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import { round, roundOrNull } from '../platform/domain/numbers.ts';
import { requireSupportedChain } from '../strategies/catalog.ts';
import type { TvlRow } from './contract/market-responses.ts';
import type { tvlRoute } from './contract/tvl.ts';
import { GROUP_KINDS, WINDOW_DAYS } from './contract/windows.ts';
import { listKnownValues } from './domain/history/histories.ts';
import type { MarketSnapshot } from './domain/market-snapshot.ts';
import { compareByFigure } from './domain/sorting.ts';
import { type ReadContext, readCurrentMarket } from './prices/prices-data.ts';
import { readTvlChanges } from './trends.ts';

type Query = AppliedQuery<
  typeof tvlRoute,
  'group_by' | 'window' | 'chain' | 'protocol' | 'asset' | 'history' | 'sort' | 'order'
>;

interface Row {
  readonly key: string;
  readonly tvl: number;
  readonly strategies: number;
  readonly change_7d: number;
  readonly change_30d: number;
  readonly tvl_change: number;
  readonly history: Float32Array | undefined;
}

/** Changes of each group's TVL in percent over 7 days, 30 days and the requested window, by the key of the group. */
interface TvlChanges {
  readonly changesOver7Days: ReadonlyMap<string, number>;
  readonly changesOver30Days: ReadonlyMap<string, number>;
  readonly changesOverWindow: ReadonlyMap<string, number>;
}

/**
 * Returns a page of the TVL by chain, protocol or asset.
 * @throws ApiError invalid_chain; invalid_request for a filter that does not apply to the requested grouping
 */
export async function readMarketTvl(query: Query, context: ReadContext) {
  const { group_by: group, window } = query;
  const [{ value: snapshot, asOf }, changesOver7Days, changesOver30Days, changesOverWindow] =
    await Promise.all([
      readCurrentMarket(context),
      readTvlChanges(group, '7d', context),
      readTvlChanges(group, '30d', context),
      readTvlChanges(group, window, context),
    ]);
  rejectOtherGroupFilters(query);
  requireKnownChain(snapshot, query.chain);
  const changes = { changesOver7Days, changesOver30Days, changesOverWindow };
  const rows = tvlRowsOf(snapshot, query, changes).sort(compareByFigure(query));
  const from = (query.page - 1) * query.per_page;
  const total = sumTvlOfChains(snapshot);
  const data = rows.slice(from, from + query.per_page).map((row) => toTvlRow(snapshot, query, row, total));
  return {
    data,
    pagination: buildPagination(rows.length, query, data.length),
    meta: { as_of: asOf, group_by: query.group_by, window: query.window, total_tvl: round(total, 2) },
  };
}

function rejectOtherGroupFilters(query: Query): void {
  const issues = GROUP_KINDS.filter((group) => query[group] !== undefined && group !== query.group_by).map(
    (group) => ({ path: `query.${group}`, message: `is allowed only with group_by=${group}` }),
  );
  if (issues.length > 0) throw invalidRequestError(issues);
}

function requireKnownChain({ groups, chainTvl }: MarketSnapshot, chain: string | undefined): void {
  const keys = () => [...groups.chain.keys, ...chainTvl.keys];
  requireSupportedChain({ has: (_, value) => keys().includes(value), values: keys }, chain);
}

/** Every strategy is on exactly one chain, so the sum over the chains is the TVL of all strategies. */
function sumTvlOfChains({ groups }: MarketSnapshot): number {
  return groups.chain.tvl.reduce((sum, tvl) => sum + tvl, 0);
}

function tvlRowsOf(
  { groups }: MarketSnapshot,
  query: Query,
  { changesOver7Days, changesOver30Days, changesOverWindow }: TvlChanges,
): Row[] {
  const { keys, tvl, strategies, history } = groups[query.group_by];
  const requestedGroupKey = query[query.group_by];
  const of = (changes: ReadonlyMap<string, number>, key: string) => changes.get(key) ?? Number.NaN;
  return keys.flatMap((key, row) =>
    requestedGroupKey === undefined || requestedGroupKey === key
      ? {
          key,
          tvl: tvl[row] ?? 0,
          strategies: strategies[row] ?? 0,
          change_7d: of(changesOver7Days, key),
          change_30d: of(changesOver30Days, key),
          tvl_change: of(changesOverWindow, key),
          history: history[row],
        }
      : [],
  );
}

function toTvlRow(marketSnapshot: MarketSnapshot, query: Query, row: Row, total: number): TvlRow {
  const networkIndex = query.group_by === 'chain' ? marketSnapshot.chainTvl.keys.indexOf(row.key) : -1;
  const toDailyTvl = (dailyValues: Float32Array | undefined) =>
    query.history
      ? listKnownValues(dailyValues, marketSnapshot.lastDay, WINDOW_DAYS[query.window]).map(
          ({ date, value }) => ({
            date,
            tvl: value,
          }),
        )
      : [];
  return {
    key: row.key,
    tvl: round(row.tvl, 2),
    share: total > 0 ? round(row.tvl / total, 6) : 0,
    strategies: row.strategies,
    change_7d: roundOrNull(row.change_7d, 4),
    change_30d: roundOrNull(row.change_30d, 4),
    tvl_change: roundOrNull(row.tvl_change, 4),
    network_tvl: marketSnapshot.chainTvl.tvl[networkIndex] ?? null,
    history: toDailyTvl(row.history),
    network_history: toDailyTvl(marketSnapshot.chainTvl.history[networkIndex]),
  };
}
