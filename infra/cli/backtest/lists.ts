import type { LendingFigures } from '../../../shared/ingest/domain/upstream.ts';
import type { Recording } from './recording.ts';

/**
 * TVL in USD that is assumed for pools without a recorded TVL. The service would not publish pools without a
 * TVL.
 */
const ASSUMED_TVL_USD = 10_000_000;

/**
 * Rebuilds the pool lists of the data source from a recording. The returned function takes the index of a reading
 * (from 0) and the time of the reading. It returns the pool list of that reading.
 */
export function rebuildPoolLists({
  pools,
  readingsADay = 1,
}: Recording): (reading: number, nowMs: number) => object[] {
  const poolsWithKnownDays = pools.map((pool) => {
    let knownDayCount = 0;
    return {
      pool,
      seen: Uint32Array.from(pool.apy, (value) => (value === null ? knownDayCount : ++knownDayCount)),
    };
  });
  return (reading, nowMs) =>
    poolsWithKnownDays.flatMap(({ pool, seen }) => {
      const apy = pool.apy[reading] ?? null;
      const tvlUsd = pool.tvl === undefined ? ASSUMED_TVL_USD : (pool.tvl[reading] ?? null);
      if (apy === null || tvlUsd === null) return [];
      return [
        {
          ...pool.row,
          apy,
          apyBase: pool.base?.[reading] ?? null,
          apyReward: pool.reward?.[reading] ?? null,
          apyMean30d: pool.mean30?.[reading] ?? null,
          tvlUsd,
          count: (pool.countOffset ?? 0) + Math.ceil((seen[reading] ?? 0) / readingsADay),
          timestamp: new Date(nowMs).toISOString(),
        },
      ];
    });
}

/**
 * Returns a function that takes the index of a reading (from 0) and returns the utilisation of each pool. Pools
 * without recorded utilisation are absent.
 */
export function rebuildLending({
  pools,
}: Recording): (reading: number) => ReadonlyMap<string, LendingFigures> {
  return (reading) =>
    new Map(
      pools.flatMap(({ row, utilisation }) => {
        const borrowedUsd = utilisation?.[reading] ?? null;
        return borrowedUsd === null ? [] : [[row.pool, { suppliedUsd: 1, borrowedUsd }] as const];
      }),
    );
}
