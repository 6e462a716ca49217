import * as z from 'zod/mini';
import { timeTextSchema } from '../../platform/domain/time-text.ts';
import { RISK_LEVELS, strategyId } from './strategy.ts';

// Each schema is built once and shared, because building a schema adds to the cold start of a function.
const text = z.string();
const texts = z.array(text);
const number = z.number();
const nullableNumber = z.nullable(number);
const nullableBoolean = z.nullable(z.boolean());

/** All fields of a stored strategy except its risk and its outlook, which are stored as JSON texts. */
export const directlyStoredFields = z.object({
  id: strategyId,
  name: text,
  description: text,
  chain: text,
  asset: text,
  protocol: text,
  strategy_type: text,
  current_apy: number,
  historical_apy: z.strictObject({ '7d': number, '30d': number, '90d': number }),
  risk_level: z.enum(RISK_LEVELS),
  tvl: number,
  min_deposit: number,
  created_at: timeTextSchema,
  updated_at: timeTextSchema,
  status: z.enum(['listed', 'unlisted', 'paused']),
  apy_base: nullableNumber,
  apy_reward: nullableNumber,
  underlying_assets: z.array(text).check(z.minLength(1)),
  exposure: z.enum(['single', 'multi']),
  il_risk: nullableBoolean,
  stablecoin: nullableBoolean,
  apy_volatility_30d: nullableNumber,
  history_days: z.int().check(z.minimum(0)),
  flags: texts,
  source: text,
  as_of: timeTextSchema,
  source_pool_id: text,
  token_addresses: texts,
  outlier: nullableBoolean,
});
