import type { LendingFigures } from '../../../shared/ingest/domain/upstream.ts';
import type { Recording } from './recording.ts';

/**
 * TVL in USD that is assumed for pools without a recorded TVL, because the service publishes no pools without a TVL.
 */
const ASSUMED_TVL_USD = 10_000_000;

/** Returns a function that rebuilds one pool list of the data source from a recording. `readingIndex` counts from 0. */
export function createPoolListReader({
  pools,
  readingsADay = 1,
}: Recording): (readingIndex: number, nowMs: number) => object[] {
  const poolsWithKnownDays = pools.map((pool) => {
    let knownDayCount = 0;
    return {
      pool,
      seen: Uint32Array.from(pool.apy, (value) => (value === null ? knownDayCount : ++knownDayCount)),
    };
  });
  return (readingIndex, nowMs) =>
    poolsWithKnownDays.flatMap(({ pool, seen }) => {
      const apy = pool.apy[readingIndex] ?? null;
      const tvlUsd = pool.tvl === undefined ? ASSUMED_TVL_USD : (pool.tvl[readingIndex] ?? null);
      if (apy === null || tvlUsd === null) return [];
      return [
        {
          ...pool.row,
          apy,
          apyBase: pool.base?.[readingIndex] ?? null,
          apyReward: pool.reward?.[readingIndex] ?? null,
          apyMean30d: pool.mean30?.[readingIndex] ?? null,
          tvlUsd,
          count: (pool.countOffset ?? 0) + Math.ceil((seen[readingIndex] ?? 0) / readingsADay),
          timestamp: new Date(nowMs).toISOString(),
        },
      ];
    });
}

/**
 * Returns a function that takes the index of a reading (from 0). It returns the lending figures at that reading by
 * pool, without pools of unknown utilisation.
 */
export function createLendingReader({
  pools,
}: Recording): (readingIndex: number) => ReadonlyMap<string, LendingFigures> {
  return (readingIndex) =>
    new Map(
      pools.flatMap(({ row, utilisation }) => {
        const borrowedUsd = utilisation?.[readingIndex] ?? null;
        return borrowedUsd === null ? [] : [[row.pool, { suppliedUsd: 1, borrowedUsd }] as const];
      }),
    );
}
