import * as z from 'zod/mini';
import { toChainSlug } from '../../chain/contract/chains.ts';
import {
  assetParam,
  booleanParam,
  enumParam,
  finiteNumberParam,
  listParam,
  textParam,
} from '../../platform/contract/query.ts';
import { ASSET_FAMILIES, RISK_LEVELS, SETTLEMENTS } from './strategy.ts';

const FILTER_VALUES_MAX = 50;

export const chainParam = textParam(64).check(z.overwrite(toChainSlug));
export const protocolParam = textParam(128).check(z.toLowerCase());
const familyParam = z.pipe(
  z.string().check(z.toUpperCase()),
  z.enum(ASSET_FAMILIES, { error: `must be one of ${ASSET_FAMILIES.join(', ')}` }),
);

/** The performance and recommendation routes use the same filters. */
export const strategyFilters = {
  chain: z.optional(listParam(chainParam, FILTER_VALUES_MAX)),
  asset: z.optional(listParam(assetParam(), FILTER_VALUES_MAX)),
  underlying: z.optional(listParam(assetParam(), FILTER_VALUES_MAX)),
  family: z.optional(familyParam),
  exposure: z.optional(enumParam(['single', 'multi'])),
  stablecoin: z.optional(booleanParam()),
  il_risk: z.optional(booleanParam()),
  min_apy: z.optional(finiteNumberParam()),
  risk_level: z.optional(listParam(enumParam(RISK_LEVELS), RISK_LEVELS.length)),
  protocol: z.optional(listParam(protocolParam, FILTER_VALUES_MAX)),
  strategy_type: z.optional(listParam(textParam(64).check(z.toLowerCase()), FILTER_VALUES_MAX)),
  min_tvl: z.optional(finiteNumberParam()),
  settlement: z.optional(enumParam(SETTLEMENTS)),
} as const;

/** Error codes for invalid values of these two filters. Invalid values of other filters get `invalid_request`. */
export const filterErrorCodes = {
  'query.chain': 'invalid_chain',
  'query.risk_level': 'invalid_risk_level',
} as const;
