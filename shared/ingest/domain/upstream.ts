import * as z from 'zod/mini';

// Each schema is built once and shared, because building a schema adds to the start time of the function.
/** A finite number, null or absent. */
const nullableNumberSchema = z.nullish(z.number());
const nullableBooleanSchema = z.nullish(z.boolean());
const nameSchema = z.string().check(z.minLength(1), z.maxLength(128));
const shortTextSchema = z.nullish(z.string().check(z.maxLength(16)));
const timestampSchema = z.string().check(z.maxLength(64));
const usdSchema = z.number().check(z.minimum(0), z.maximum(1e15));

/**
 * One element of the source's `/pools` list, with only the fields that this service reads. APYs are in percent (5.0
 * means 5%), `tvlUsd` is in USD. `apy` can be present without `apyBase` and `apyReward`.
 */
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

/** Amounts supplied to and borrowed from a lending market, in USD. */
export interface LendingFigures {
  readonly suppliedUsd: number;
  readonly borrowedUsd: number;
}

/** The source's list of pools, whose elements are not validated yet, and the time at which it was read. */
export interface PoolList {
  /** Figures of lending markets by pool id. Undefined if the source did not return them. */
  readonly lendingByPoolId?: ReadonlyMap<string, LendingFigures> | undefined;
  readonly rows: readonly unknown[];
  readonly fetchedAtMs: number;
}
