import * as z from 'zod/mini';

// Made once each, as every schema costs the function's start.
/** A number that JSON can carry without becoming infinite, or nothing. */
const figure = z.nullish(z.number());
const flag = z.nullish(z.boolean());
/** What names a pool's parts, and the words of its kind. */
const name = z.string().check(z.minLength(1), z.maxLength(128));
const word = z.nullish(z.string().check(z.maxLength(16)));
const timestamp = z.string().check(z.maxLength(64));
const usd = z.number().check(z.minimum(0), z.maximum(1e15));

/**
 * One element of the upstream's `/pools` list, as far as this service reads it. APY figures are percentages (5.0
 * means 5%), `tvlUsd` is in USD. A pool's `apy` can stand alone, with both of its parts unknown.
 */
export const upstreamPool = z.object({
  pool: name,
  chain: z.string().check(z.minLength(1), z.maxLength(64)),
  project: name,
  symbol: name,
  tvlUsd: usd,
  apy: figure,
  apyBase: figure,
  apyReward: figure,
  apyMean30d: figure,
  /** How many daily readings the upstream has of the pool. */
  count: z.nullish(z.number().check(z.minimum(0), z.maximum(100_000))),
  timestamp: z.nullish(timestamp),
  poolMeta: z.nullish(z.string().check(z.maxLength(1_024))),
  underlyingTokens: z.nullish(
    z.array(z.nullable(z.string().check(z.maxLength(256)))).check(z.maxLength(128)),
  ),
  stablecoin: flag,
  ilRisk: word,
  exposure: word,
  outlier: flag,
});
export type UpstreamPool = z.infer<typeof upstreamPool>;

/** One day of a pool's `/chart/{pool}` history: APY in percent, TVL in USD. */
export const upstreamChartPoint = z.object({
  timestamp,
  tvlUsd: usd,
  apy: figure,
});

/** The amounts supplied to and borrowed from a lending market, in USD. */
export interface LendingFigures {
  readonly suppliedUsd: number;
  readonly borrowedUsd: number;
}

/** The upstream's list of pools, each element still unchecked, and when it was read. */
export interface PoolList {
  /** Lending markets by pool; none where the upstream does not say. */
  readonly lending?: ReadonlyMap<string, LendingFigures> | undefined;
  readonly rows: readonly unknown[];
  readonly fetchedAtMs: number;
}
