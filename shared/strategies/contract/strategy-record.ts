import * as z from 'zod/mini';
import { timeText } from '../../platform/domain/time-text.ts';
import { RISK_LEVELS, strategyId } from './strategy.ts';

// Made once each, as every schema costs the start of the functions that have it.
const text = z.string();
const texts = z.array(text);
const number = z.number();
const figure = z.nullable(number);
const flag = z.nullable(z.boolean());
const days = z.int().check(z.minimum(0));
const points = z.number().check(z.minimum(0), z.maximum(100));
const level = z.enum(RISK_LEVELS);

/** One factor of the risk score: `points = value x weight`, and the score is the sum of the points. */
const riskFactor = z.strictObject({
  name: text,
  value: z.number().check(z.minimum(0), z.maximum(1)),
  weight: points,
  points,
});

/** Something that keeps the risk level from being lower, whatever the score says. */
const riskFloor = z.strictObject({ name: text, level, reason: text });

const risk = z.strictObject({
  score: points,
  factors: z.array(riskFactor),
  floors: z.array(riskFloor),
});

/** What may be expected of the mean APY over a horizon, in percent. */
const expectedApy = z.strictObject({ mean: number, low80: number, high80: number });

/** A strategy as it is stored: all that is told of it (see responses.ts), and what ties it to its source. */
export const strategyRecord = z.object({
  id: strategyId,
  name: text,
  description: text,
  chain: text,
  asset: text,
  protocol: text,
  strategy_type: text,
  current_apy: number,
  historical_apy: z.strictObject({ '7d': number, '30d': number, '90d': number }),
  risk_level: level,
  tvl: number,
  min_deposit: number,
  created_at: timeText,
  updated_at: timeText,
  status: z.enum(['listed', 'unlisted', 'paused']),
  apy_base: figure,
  apy_reward: figure,
  underlying_assets: z.array(text).check(z.minLength(1)),
  exposure: z.enum(['single', 'multi']),
  il_risk: flag,
  stablecoin: flag,
  volatility_30d: figure,
  history_days: days,
  expected_apy: z.strictObject({ '7d': expectedApy, '30d': expectedApy, '90d': expectedApy }),
  apy_volatility_30d: figure,
  tvl_volatility_30d: figure,
  tvl_growth_30d: figure,
  unmoved_days: days,
  peer_apy: figure,
  risk,
  flags: texts,
  source: text,
  as_of: timeText,
  source_pool_id: text,
  token_addresses: texts,
  outlier: flag,
});
export type StrategyRecord = z.infer<typeof strategyRecord>;
