import * as z from 'zod/mini';
import { assetParam, enumParam, listParam, pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { SORT_ORDERS } from '../../strategies/contract/strategy.ts';

const PRICE_ASSETS_MAX = 100;
/** `tvl` is the TVL of all strategies with the asset. */
const PRICE_SORTS = ['tvl', 'asset', 'price', 'change_1d', 'change_7d', 'change_30d'] as const;

export const pricesRoute = defineRoute({
  id: 'market.prices',
  method: 'GET',
  path: '/market/prices',
  summary: 'List token prices',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({
    asset: z.optional(listParam(assetParam(), PRICE_ASSETS_MAX)),
    sort: z._default(enumParam(PRICE_SORTS), 'tvl'),
    order: z.optional(enumParam(SORT_ORDERS)),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
});
