import { dayOf } from '../../platform/domain/days.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import type { Group } from '../contract/windows.ts';
import { groupKeysOf } from './group-keys.ts';
import { type StrategySeries, sumDailyTvlByGroup } from './history/daily-totals.ts';
import {
  type AssetPrice,
  type ChainTvl,
  GROUPS_WITH_HISTORY_MAX,
  type MarketSnapshot,
  PRICE_HISTORY_DAYS,
  TVL_HISTORY_DAYS,
  type TvlTable,
} from './market-snapshot.ts';

export interface MarketSnapshotInput {
  /** The listed strategies. */
  readonly records: readonly Pick<StrategyRecord, 'chain' | 'protocol' | 'underlying_assets' | 'tvl'>[];
  readonly prices: readonly AssetPrice[];
  /**
   * Daily prices by asset, for assets whose price history was read from the source. Each list has `PRICE_HISTORY_DAYS`
   * entries and ends on the day of the run. NaN means unknown.
   */
  readonly priceHistories?: ReadonlyMap<string, ArrayLike<number>> | undefined;
  readonly chainTvl: readonly ChainTvl[];
  /** The previous snapshot. Its histories are continued with the current values. */
  readonly previous?: MarketSnapshot | undefined;
  /**
   * Daily TVL of the listed strategies. If it is set, the groups' TVL histories come from it and not from `previous`.
   */
  readonly dailySeries?: Iterable<StrategySeries> | undefined;
  /** Daily TVL that a backfill has loaded since the previous snapshot. */
  readonly backfilledSeries?: Iterable<StrategySeries> | undefined;
  readonly now: Date;
}

/**
 * Builds the market snapshot of an ingestion run. The TVL of past days comes from `dailySeries`. Without `dailySeries`,
 * it comes from `previous` and `backfilledSeries`. The TVL of the current day is always the sum over `records`.
 */
export function buildMarketSnapshot(input: MarketSnapshotInput): MarketSnapshot {
  const { records, previous, dailySeries, now } = input;
  const lastDay = dayOf(now.getTime());
  const rebuiltTotals =
    dailySeries === undefined ? undefined : sumDailyTvlByGroup(dailySeries, TVL_HISTORY_DAYS);
  const backfilledTotals = sumDailyTvlByGroup(input.backfilledSeries ?? [], TVL_HISTORY_DAYS);
  const buildGroupTable = (group: Group) =>
    buildTvlTable(
      sumByGroupKey(records, group),
      lastDay,
      (key) => rebuiltTotals?.[group].get(key),
      previous && { table: previous.groups[group], lastDay: previous.lastDay },
      (key) => backfilledTotals[group].get(key),
    );
  const historyByChain = new Map(input.chainTvl.map(({ chain, history }) => [chain, history]));
  const prices = [...input.prices].sort((a, b) => (a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0));
  const previousHistoryByAsset = new Map(
    previous?.prices.map(({ asset }, row) => [asset, previous.priceHistory[row]]),
  );
  return {
    asOf: now.toISOString(),
    lastDay,
    prices,
    priceHistory: prices.map(({ asset, price }) => {
      const sourceHistory = input.priceHistories?.get(asset);
      return sourceHistory === undefined
        ? extendHistory(
            previousHistoryByAsset.get(asset),
            previous?.lastDay,
            lastDay,
            PRICE_HISTORY_DAYS,
            price,
          )
        : extendHistory(sourceHistory, lastDay, lastDay, PRICE_HISTORY_DAYS, price);
    }),
    chainTvl: buildTvlTable(
      new Map(input.chainTvl.map(({ chain, tvl }) => [chain, { tvl, strategies: 0 }])),
      lastDay,
      (key) => historyByChain.get(key),
      previous && { table: previous.chainTvl, lastDay: previous.lastDay },
    ),
    groups: {
      chain: buildGroupTable('chain'),
      protocol: buildGroupTable('protocol'),
      asset: buildGroupTable('asset'),
    },
  };
}

function sumByGroupKey(records: MarketSnapshotInput['records'], group: Group) {
  const sums = new Map<string, { tvl: number; strategies: number }>();
  for (const record of records) {
    const keys = groupKeysOf(record, group);
    for (const key of keys) {
      const sum = sums.get(key) ?? { tvl: 0, strategies: 0 };
      sum.tvl += record.tvl / keys.length;
      sum.strategies += 1;
      sums.set(key, sum);
    }
  }
  return sums;
}

function buildTvlTable(
  sums: ReadonlyMap<string, { tvl: number; strategies: number }>,
  lastDay: number,
  rebuiltHistoryOf: (key: string) => ArrayLike<number> | undefined,
  previousTvl: { table: TvlTable; lastDay: number } | undefined,
  addedDailyValuesOf: (key: string) => ArrayLike<number> | undefined = () => undefined,
): TvlTable {
  const rows = [...sums].sort(([a, x], [b, y]) => y.tvl - x.tvl || (a < b ? -1 : 1));
  const previousHistoryByKey = new Map(
    previousTvl?.table.keys.map((key, row) => [key, previousTvl.table.history[row]]),
  );
  return {
    keys: rows.map(([key]) => key),
    tvl: rows.map(([, { tvl }]) => tvl),
    strategies: rows.map(([, { strategies }]) => strategies),
    history: rows.slice(0, GROUPS_WITH_HISTORY_MAX).map(([key, { tvl }]) => {
      const rebuiltHistory = rebuiltHistoryOf(key);
      return rebuiltHistory === undefined
        ? addKnownDailyValues(
            extendHistory(
              previousHistoryByKey.get(key),
              previousTvl?.lastDay,
              lastDay,
              TVL_HISTORY_DAYS,
              tvl,
            ),
            addedDailyValuesOf(key),
          )
        : extendHistory(rebuiltHistory, lastDay, lastDay, TVL_HISTORY_DAYS, tvl);
    }),
  };
}

/**
 * Returns `dailyValues` plus `addedDailyValues`, day by day. If one of the two values is unknown (NaN), the result is
 * the other value. The last day stays unchanged, because it already has its final value.
 */
function addKnownDailyValues(
  dailyValues: Float32Array,
  addedDailyValues: ArrayLike<number> | undefined,
): Float32Array {
  if (addedDailyValues === undefined) return dailyValues;
  return dailyValues.map((value, index) => {
    const addedValue = addedDailyValues[index] ?? Number.NaN;
    if (Number.isNaN(addedValue) || index === dailyValues.length - 1) return value;
    return Number.isNaN(value) ? addedValue : value + addedValue;
  });
}

/**
 * Returns a history of `days` entries that ends on `lastDay` with `todaysValue`. Earlier entries are copied from
 * `earlierHistory`, which ends on `earlierLastDay`.
 */
function extendHistory(
  earlierHistory: ArrayLike<number> | undefined,
  earlierLastDay: number | undefined,
  lastDay: number,
  days: number,
  todaysValue: number,
): Float32Array {
  const history = new Float32Array(days).fill(Number.NaN);
  if (earlierHistory !== undefined && earlierLastDay !== undefined) {
    const dayOffset = days - earlierHistory.length - (lastDay - earlierLastDay);
    for (let index = 0; index < earlierHistory.length; index += 1) {
      const targetIndex = index + dayOffset;
      if (targetIndex >= 0 && targetIndex < days) history[targetIndex] = earlierHistory[index] ?? Number.NaN;
    }
  }
  history[days - 1] = todaysValue;
  return history;
}
