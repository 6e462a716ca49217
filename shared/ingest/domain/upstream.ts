import * as z from 'zod/mini';

// Each schema is built once and shared, because building a schema adds to the start time of the function.
const nullableNumberSchema = z.nullish(z.number());
const nullableBooleanSchema = z.nullish(z.boolean());
const nameSchema = z.string().check(z.minLength(1), z.maxLength(128));
const shortTextSchema = z.nullish(z.string().check(z.maxLength(16)));
const timestampSchema = z.string().check(z.maxLength(64));
const usdSchema = z.number().check(z.minimum(0), z.maximum(1e15));

/** One element of the source's `/pools` list. APYs are in percent (5.0 means 5%), `tvlUsd` is in USD. */
export const upstreamPoolSchema = z.object({
  pool: nameSchema,
  chain: z.string().check(z.minLength(1), z.maxLength(64)),
  project: nameSchema,
  symbol: nameSchema,
  tvlUsd: usdSchema,
  apy: nullableNumberSchema,
  apyBase: nullableNumberSchema,
  apyReward: nullableNumberSchema,
  apyMean30d: nullableNumberSchema,
  /** Number of daily readings of the pool that the source has. */
  count: z.nullish(z.number().check(z.minimum(0), z.maximum(100_000))),
  timestamp: z.nullish(timestampSchema),
  poolMeta: z.nullish(z.string().check(z.maxLength(1_024))),
  underlyingTokens: z.nullish(
    z.array(z.nullable(z.string().check(z.maxLength(256)))).check(z.maxLength(128)),
  ),
  stablecoin: nullableBooleanSchema,
  ilRisk: shortTextSchema,
  exposure: shortTextSchema,
  outlier: nullableBooleanSchema,
});
export type UpstreamPool = z.infer<typeof upstreamPoolSchema>;

/** One day of a pool's history from `/chart/{pool}`. APY is in percent, TVL in USD. */
export const upstreamChartPointSchema = z.object({
  timestamp: timestampSchema,
  tvlUsd: usdSchema,
  apy: nullableNumberSchema,
});

export interface LendingFigures {
  readonly suppliedUsd: number;
  readonly borrowedUsd: number;
}

/** The source's list of pools. Its elements are not validated yet. */
export interface PoolList {
  /** Undefined if the source did not return figures of lending markets. */
  readonly lendingByPoolId?: ReadonlyMap<string, LendingFigures> | undefined;
  readonly rows: readonly unknown[];
  readonly fetchedAtMs: number;
}
