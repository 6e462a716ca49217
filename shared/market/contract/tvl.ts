import * as z from 'zod/mini';
import { assetParam, booleanParam, enumParam, pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { chainParam, protocolParam } from '../../strategies/contract/filters.ts';
import { SORT_ORDERS } from '../../strategies/contract/strategy.ts';
import { GROUP_KINDS, TIME_WINDOWS } from './windows.ts';

const TVL_SORTS = ['tvl', 'tvl_change', 'strategies', 'key'] as const;

export const tvlRoute = defineRoute({
  id: 'market.tvl',
  method: 'GET',
  path: '/market/tvl',
  summary: 'List total value locked (TVL) by chain, protocol or asset',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({
    group_by: z._default(enumParam(GROUP_KINDS), 'chain'),
    window: z._default(enumParam(TIME_WINDOWS), '30d'),
    chain: z.optional(chainParam),
    protocol: z.optional(protocolParam),
    asset: z.optional(assetParam()),
    history: z._default(booleanParam(), true),
    sort: z._default(enumParam(TVL_SORTS), 'tvl'),
    order: z.optional(enumParam(SORT_ORDERS)),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: ['invalid_chain'],
  fieldErrors: { 'query.chain': 'invalid_chain' },
  lambda: { memoryMb: 1024 },
});
