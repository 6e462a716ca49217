import type { Recording } from './recording.ts';

/** The lists of the source, reading by reading from 0, as the recording has them. */
export function listsOf({
  pools,
  readingsADay = 1,
}: Recording): (reading: number, nowMs: number) => object[] {
  const counted = pools.map((pool) => {
    let known = 0;
    return { pool, seen: Uint32Array.from(pool.apy, (value) => (value === null ? known : ++known)) };
  });
  return (reading, nowMs) =>
    counted.flatMap(({ pool, seen }) => {
      const [apy, tvlUsd] = [pool.apy[reading] ?? null, pool.tvl[reading] ?? null];
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
