import type { Group } from '../../../shared/market/contract/windows.ts';
import { groupKeysOf } from '../../../shared/market/domain/group-keys.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';

/**
 * Returns the strategies of each group, sorted by the group's key. In a group, the highest TVL comes first. If a
 * strategy belongs to several groups, its TVL is divided equally among them. The code is simple, because tests compare
 * its results with those of the production code.
 */
function membersOf(records: readonly StrategyRecord[], group: Group) {
  const groups = new Map<string, { readonly record: StrategyRecord; readonly tvl: number }[]>();
  const recordsByTvl = records.toSorted((a, b) => b.tvl - a.tvl || (a.id < b.id ? 1 : -1));
  for (const record of recordsByTvl) {
    const keys = groupKeysOf(record, group);
    for (const key of keys) {
      const members = groups.get(key) ?? [];
      groups.set(key, members);
      members.push({ record, tvl: record.tvl / keys.length });
    }
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Computes the APY comparison by sorting the strategies of each group, to check the production code. */
export function computeExpectedComparison(records: readonly StrategyRecord[], group: Group) {
  return membersOf(records, group).map(([key, members]) => {
    const sorted = members
      .map(({ record }) => record)
      .sort((a, b) => b.current_apy - a.current_apy || b.tvl - a.tvl || (a.id < b.id ? -1 : 1));
    const apyAt = (place: number) => sorted[place]?.current_apy ?? Number.NaN;
    const tvl = members.reduce((sum, each) => sum + each.tvl, 0);
    const parts = (record: StrategyRecord) => groupKeysOf(record, group).length;
    const weighted = members.reduce(
      (sum, { record }) => sum + (record.current_apy * record.tvl) / parts(record),
      0,
    );
    const last = sorted.length - 1;
    return {
      key,
      strategies: sorted.length,
      tvl,
      best: sorted[0]?.id,
      highest: apyAt(0),
      lowest: apyAt(last),
      median: (apyAt(Math.floor(last / 2)) + apyAt(Math.floor(sorted.length / 2))) / 2,
      weightedMean: tvl > 0 ? weighted / tvl : Number.NaN,
      spread: apyAt(0) - apyAt(last),
    };
  });
}

export interface Change {
  readonly apyChange: number;
  readonly tvlChange: number;
}

/** Returns the movers by sorting all changed strategies, to check the production code. */
export function listMoversNaively(
  records: readonly StrategyRecord[],
  changeOf: (id: string) => number,
  limit: number,
) {
  const moved = (direction: 1 | -1) =>
    records
      .filter(({ id }) => direction * changeOf(id) > 0)
      .sort(
        (a, b) => direction * (changeOf(b.id) - changeOf(a.id)) || b.tvl - a.tvl || (a.id < b.id ? -1 : 1),
      )
      .slice(0, limit)
      .map(({ id }) => id);
  return { up: moved(1), down: moved(-1) };
}

/**
 * Computes the trend of every group, to check the production code. Sums the strategies of each chain first, and then
 * adds the sums of the chains in the order of the chains' names.
 */
export function computeTrendsPlainly(
  records: readonly StrategyRecord[],
  changeOf: (id: string) => Change,
  group: Group,
) {
  return membersOf(records, group)
    .map(([key, members]) => {
      const byChain = Map.groupBy(members, ({ record }) => record.chain);
      const chains = [...byChain].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own);
      const sum = (of: (record: StrategyRecord, tvl: number) => number) =>
        chains
          .map((own) => own.reduce((total, { record, tvl }) => total + of(record, tvl), 0))
          .reduce((total, each) => total + each, 0);
      const then = (record: StrategyRecord, tvl: number) => {
        const before = tvl / (1 + changeOf(record.id).tvlChange / 100);
        return Number.isFinite(before) ? before : Number.NaN;
      };
      const known = (value: number, otherwise: number) => (Number.isNaN(value) ? 0 : otherwise);
      const matchedTvlBefore = sum((record, tvl) => known(then(record, tvl), then(record, tvl)));
      const matchedTvlNow = sum((record, tvl) => known(then(record, tvl), tvl));
      const weight = sum(({ id }, tvl) => known(changeOf(id).apyChange, tvl));
      const tvl = sum((_, each) => each);
      return {
        key,
        strategies: members.length,
        tvl,
        tvlChange: matchedTvlBefore > 0 ? (matchedTvlNow / matchedTvlBefore - 1) * 100 : Number.NaN,
        apy: tvl > 0 ? sum(({ current_apy }, each) => current_apy * each) / tvl : Number.NaN,
        apyChange:
          weight > 0
            ? sum(({ id }, each) => known(changeOf(id).apyChange, changeOf(id).apyChange * each)) / weight
            : Number.NaN,
      };
    })
    .sort((a, b) => b.tvl - a.tvl || (a.key < b.key ? -1 : 1));
}
