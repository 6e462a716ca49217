import { dayOf } from '../../platform/domain/days.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import type { Group } from '../contract/windows.ts';
import { groupKeys } from './group-keys.ts';
import { dailyTotals, type StrategySeries } from './history/daily-totals.ts';
import {
  type AssetPrice,
  type ChainTvl,
  GROUPS_WITH_HISTORY,
  type MarketSnapshot,
  PRICE_HISTORY_DAYS,
  TVL_HISTORY_DAYS,
  type TvlTable,
} from './market-snapshot.ts';

export interface MarketSnapshotInput {
  /** The chain, protocol, assets and TVL of each listed strategy. */
  readonly records: readonly Pick<StrategyRecord, 'chain' | 'protocol' | 'underlying_assets' | 'tvl'>[];
  readonly prices: readonly AssetPrice[];
  /**
   * Daily prices by asset, for assets whose history was read from the source. Each list has `PRICE_HISTORY_DAYS`
   * entries and ends on the day of the run. NaN means unknown. For other assets, the history of the previous snapshot
   * is continued.
   */
  readonly priceHistories?: ReadonlyMap<string, ArrayLike<number>> | undefined;
  readonly chainTvl: readonly ChainTvl[];
  /** The previous snapshot, whose histories are continued. */
  readonly previous?: MarketSnapshot | undefined;
  /**
   * Daily series of the listed strategies. If this field is set, the TVL histories of the groups are rebuilt from the
   * series.
   */
  readonly series?: Iterable<StrategySeries> | undefined;
  /**
   * Days that a backfill has loaded since the previous snapshot. These days are added to the TVL histories of the
   * groups.
   */
  readonly added?: Iterable<StrategySeries> | undefined;
  readonly now: Date;
}

/**
 * Builds the market snapshot of an ingestion run. The days before the day of `now` come from `series`, or from
 * `previous` plus `added`. The day of `now` is always the sum of `records`, so that a second run on the same day
 * replaces the values of the first run.
 */
export function buildMarketSnapshot(input: MarketSnapshotInput): MarketSnapshot {
  const { records, previous, series, now } = input;
  const lastDay = dayOf(now.getTime());
  const rebuiltTotals = series === undefined ? undefined : dailyTotals(series, TVL_HISTORY_DAYS);
  const addedTotals = dailyTotals(input.added ?? [], TVL_HISTORY_DAYS);
  const table = (group: Group) =>
    tvlTable(
      sumByKey(records, group),
      lastDay,
      (key) => rebuiltTotals?.[group].get(key),
      previous && { table: previous.groups[group], lastDay: previous.lastDay },
      (key) => addedTotals[group].get(key),
    );
  const networkHistory = new Map(input.chainTvl.map(({ chain, history }) => [chain, history]));
  const prices = [...input.prices].sort((a, b) => (a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0));
  const priceRows = new Map(previous?.prices.map(({ asset }, row) => [asset, previous.priceHistory[row]]));
  return {
    asOf: now.toISOString(),
    lastDay,
    prices,
    priceHistory: prices.map(({ asset, price }) => {
      const read = input.priceHistories?.get(asset);
      return read === undefined
        ? extendHistory(priceRows.get(asset), previous?.lastDay, lastDay, PRICE_HISTORY_DAYS, price)
        : extendHistory(read, lastDay, lastDay, PRICE_HISTORY_DAYS, price);
    }),
    networks: tvlTable(
      new Map(input.chainTvl.map(({ chain, tvl }) => [chain, { tvl, strategies: 0 }])),
      lastDay,
      (key) => networkHistory.get(key),
      previous && { table: previous.networks, lastDay: previous.lastDay },
    ),
    groups: { chain: table('chain'), protocol: table('protocol'), asset: table('asset') },
  };
}

function sumByKey(records: MarketSnapshotInput['records'], group: Group) {
  const sums = new Map<string, { tvl: number; strategies: number }>();
  for (const record of records) {
    const keys = groupKeys(record, group);
    for (const key of keys) {
      const sum = sums.get(key) ?? { tvl: 0, strategies: 0 };
      sum.tvl += record.tvl / keys.length;
      sum.strategies += 1;
      sums.set(key, sum);
    }
  }
  return sums;
}

function tvlTable(
  sums: ReadonlyMap<string, { tvl: number; strategies: number }>,
  lastDay: number,
  rebuiltHistoryOf: (key: string) => ArrayLike<number> | undefined,
  previous: { table: TvlTable; lastDay: number } | undefined,
  addedDaysOf: (key: string) => ArrayLike<number> | undefined = () => undefined,
): TvlTable {
  const rows = [...sums].sort(([a, x], [b, y]) => y.tvl - x.tvl || (a < b ? -1 : 1));
  const before = new Map(previous?.table.keys.map((key, row) => [key, previous.table.history[row]]));
  return {
    keys: rows.map(([key]) => key),
    tvl: rows.map(([, { tvl }]) => tvl),
    strategies: rows.map(([, { strategies }]) => strategies),
    history: rows.slice(0, GROUPS_WITH_HISTORY).map(([key, { tvl }]) => {
      const rebuiltHistory = rebuiltHistoryOf(key);
      return rebuiltHistory === undefined
        ? addKnownDays(
            extendHistory(before.get(key), previous?.lastDay, lastDay, TVL_HISTORY_DAYS, tvl),
            addedDaysOf(key),
          )
        : extendHistory(rebuiltHistory, lastDay, lastDay, TVL_HISTORY_DAYS, tvl);
    }),
  };
}

/**
 * Adds the known days of another history to a history. The last day is not added, because the history already
 * contains its final value.
 */
function addKnownDays(history: Float32Array, addedDays: ArrayLike<number> | undefined): Float32Array {
  if (addedDays === undefined) return history;
  return history.map((value, index) => {
    const more = addedDays[index] ?? Number.NaN;
    if (Number.isNaN(more) || index === history.length - 1) return value;
    return Number.isNaN(value) ? more : value + more;
  });
}

/**
 * Returns a history of `days` entries that ends on `lastDay`. The last entry is `today`. The earlier entries come
 * from `before` and belong to the same days as there.
 */
function extendHistory(
  before: ArrayLike<number> | undefined,
  beforeLastDay: number | undefined,
  lastDay: number,
  days: number,
  today: number,
): Float32Array {
  const history = new Float32Array(days).fill(Number.NaN);
  if (before !== undefined && beforeLastDay !== undefined) {
    const dayOffset = days - before.length - (lastDay - beforeLastDay);
    for (let index = 0; index < before.length; index += 1) {
      const target = index + dayOffset;
      if (target >= 0 && target < days) history[target] = before[index] ?? Number.NaN;
    }
  }
  history[days - 1] = today;
  return history;
}
