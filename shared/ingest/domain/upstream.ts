import * as z from 'zod';

/** A number that JSON can carry without becoming infinite, or nothing. */
const figure = z.number().nullish();

/**
 * One element of the upstream's `/pools` list, as far as this service reads it. APY figures are percentages (5.0
 * means 5%), `tvlUsd` is in USD. A pool's `apy` can stand alone, with both of its parts unknown.
 */
export const upstreamPool = z.object({
  pool: z.string().min(1).max(128),
  chain: z.string().min(1).max(64),
  project: z.string().min(1).max(128),
  symbol: z.string().min(1).max(128),
  tvlUsd: z.number().min(0).max(1e15),
  apy: figure,
  apyBase: figure,
  apyReward: figure,
  apyMean30d: figure,
  /** How many daily readings the upstream has of the pool. */
  count: z.number().min(0).max(100_000).nullish(),
  timestamp: z.string().max(64).nullish(),
  poolMeta: z.string().max(1_024).nullish(),
  underlyingTokens: z.array(z.string().max(256).nullable()).max(128).nullish(),
  stablecoin: z.boolean().nullish(),
  ilRisk: z.string().max(16).nullish(),
  exposure: z.string().max(16).nullish(),
  outlier: z.boolean().nullish(),
});
export type UpstreamPool = z.infer<typeof upstreamPool>;

/** One day of a pool's `/chart/{pool}` history: APY in percent, TVL in USD. */
export const upstreamChartPoint = z.object({
  timestamp: z.string().max(64),
  tvlUsd: z.number().min(0).max(1e15),
  apy: figure,
});
export type UpstreamChartPoint = z.infer<typeof upstreamChartPoint>;

/** The upstream's list of pools, each element still unchecked, and when it was read. */
export interface PoolList {
  readonly rows: readonly unknown[];
  readonly fetchedAtMs: number;
}
