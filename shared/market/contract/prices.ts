import * as z from 'zod/mini';
import { assetParam, listParam, pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';

/** Prices that one request may name. */
const PRICE_ASSETS_MAX = 100;

export const pricesRoute = defineRoute({
  id: 'market.prices',
  method: 'GET',
  path: '/market/prices',
  summary: 'Token prices',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({ assets: z.optional(listParam(assetParam(), PRICE_ASSETS_MAX)), ...pageParams }),
  status: 200,
  paginated: true,
  errors: [],
});
