import * as z from 'zod/mini';
import { chainSlug } from '../../chain/contract/chains.ts';
import { assetParam, enumParam, numberParam, textParam } from '../../platform/contract/query.ts';
import { RISK_LEVELS } from './strategy.ts';

/** The list's filters, which performance and recommendation share. */
export const strategyFilters = {
  chain: z.optional(textParam(64).check(z.overwrite(chainSlug))),
  asset: z.optional(assetParam),
  min_apy: z.optional(numberParam({ min: -1_000, max: 1_000_000 })),
  risk_level: z.optional(enumParam(RISK_LEVELS)),
  protocol: z.optional(textParam(128).check(z.toLowerCase())),
  strategy_type: z.optional(textParam(64).check(z.toLowerCase())),
  min_tvl: z.optional(numberParam({ min: 0, max: 1_000_000_000_000_000 })),
} as const;

/** The codes of the two filters that have their own. */
export const filterErrors = {
  'query.chain': 'invalid_chain',
  'query.risk_level': 'invalid_risk_level',
} as const;
