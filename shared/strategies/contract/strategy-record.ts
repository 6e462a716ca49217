import * as z from 'zod/mini';
import { RISK_LEVELS, strategyId } from './strategy.ts';

/** One factor of the risk score: `points = value x weight`, and the score is the sum of the points. */
const riskFactor = z.strictObject({
  name: z.string(),
  value: z.number().check(z.minimum(0), z.maximum(1)),
  weight: z.number().check(z.minimum(0), z.maximum(100)),
  points: z.number().check(z.minimum(0), z.maximum(100)),
});

/** Something that keeps the risk level from being lower, whatever the score says. */
const riskFloor = z.strictObject({ name: z.string(), level: z.enum(RISK_LEVELS), reason: z.string() });

const risk = z.strictObject({
  score: z.number().check(z.minimum(0), z.maximum(100)),
  factors: z.array(riskFactor),
  floors: z.array(riskFloor),
});

/** What may be expected of the mean APY over a horizon, in percent. */
const expectedApy = z.strictObject({ mean: z.number(), low80: z.number(), high80: z.number() });

/** A strategy as it is stored: all that is told of it (see responses.ts), and what ties it to its source. */
export const strategyRecord = z.object({
  id: strategyId,
  name: z.string(),
  description: z.string(),
  chain: z.string(),
  asset: z.string(),
  protocol: z.string(),
  strategy_type: z.string(),
  current_apy: z.number(),
  historical_apy: z.strictObject({ '7d': z.number(), '30d': z.number(), '90d': z.number() }),
  risk_level: z.enum(RISK_LEVELS),
  tvl: z.number(),
  min_deposit: z.number(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  status: z.enum(['listed', 'unlisted', 'paused']),
  apy_base: z.nullable(z.number()),
  apy_reward: z.nullable(z.number()),
  underlying_assets: z.array(z.string()).check(z.minLength(1)),
  exposure: z.enum(['single', 'multi']),
  il_risk: z.nullable(z.boolean()),
  stablecoin: z.nullable(z.boolean()),
  volatility_30d: z.nullable(z.number()),
  history_days: z.int().check(z.minimum(0)),
  expected_apy: z.strictObject({ '7d': expectedApy, '30d': expectedApy, '90d': expectedApy }),
  apy_volatility_30d: z.nullable(z.number()),
  tvl_volatility_30d: z.nullable(z.number()),
  tvl_growth_30d: z.nullable(z.number()),
  unmoved_days: z.int().check(z.minimum(0)),
  peer_apy: z.nullable(z.number()),
  risk,
  flags: z.array(z.string()),
  source: z.string(),
  as_of: z.iso.datetime(),
  source_pool_id: z.string(),
  token_addresses: z.array(z.string()),
  outlier: z.nullable(z.boolean()),
});
export type StrategyRecord = z.infer<typeof strategyRecord>;
