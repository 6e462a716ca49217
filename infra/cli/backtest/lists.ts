import type { LendingFigures } from '../../../shared/ingest/domain/upstream.ts';
import type { Recording } from './recording.ts';

/**
 * TVL in USD that is assumed for pools without a recorded TVL, because the service publishes no pools without a TVL.
 */
const ASSUMED_TVL_USD = 10_000_000;

/** Returns a function that rebuilds the data source's pool list of one reading, by its index from 0. */
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

/** Returns a function that returns the recorded utilisation of each pool at one reading, by its index from 0. */
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
