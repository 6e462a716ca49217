import * as z from 'zod/mini';
import { directlyStoredFields } from './plain-fields.ts';
import { RISK_LEVELS, RISK_PARTS } from './strategy.ts';

const scoreOutOf100 = z.number().check(z.minimum(0), z.maximum(100));

/** One factor of the risk score. It adds `points = value x weight` to its part of the score. */
const riskFactor = z.strictObject({
  name: z.string(),
  part: z.enum(RISK_PARTS),
  value: z.number().check(z.minimum(0), z.maximum(1)),
  weight: z.number().check(z.minimum(0), z.maximum(100)),
  points: z.number().check(z.minimum(0), z.maximum(100)),
});

/** A rule that sets a minimum for the risk level. */
const riskFloor = z.strictObject({ name: z.string(), level: z.enum(RISK_LEVELS), reason: z.string() });

export const storedRiskSchema = z.strictObject({
  score: scoreOutOf100,
  decided_by: z.strictObject({ name: z.string(), reason: z.string() }),
  parts: z.strictObject({ rate: scoreOutOf100, exit: scoreOutOf100, loss: scoreOutOf100 }),
  factors: z.array(riskFactor),
  floors: z.array(riskFloor),
});

/** Expected mean APY over a horizon in percent, with its 80% interval. */
const expectedApySchema = z.strictObject({ mean: z.number(), low80: z.number(), high80: z.number() });

/** A stored strategy: all published fields, and the fields that refer to its source. */
export const strategyRecordSchema = z.extend(directlyStoredFields, {
  expected_apy: z.strictObject({
    '7d': expectedApySchema,
    '30d': expectedApySchema,
    '90d': expectedApySchema,
  }),
  log_apy_volatility_30d: z.nullable(z.number()),
  tvl_volatility_30d: z.nullable(z.number()),
  tvl_growth_30d: z.nullable(z.number()),
  unmoved_days: z.int().check(z.minimum(0)),
  peer_apy: z.nullable(z.number()),
  utilisation: z.nullable(z.number()),
  withdrawable: z.nullable(z.number()),
  exit_constrained: z.boolean(),
  risk: storedRiskSchema,
});
export type StrategyRecord = z.infer<typeof strategyRecordSchema>;
