import * as z from 'zod/mini';
import { enumParam, pageParams, textParam } from '../../../platform/contract/query.ts';
import { SORT_ORDERS } from '../../../strategies/contract/strategy.ts';

const LOOKUP_SORT_FIELDS = ['tvl', 'strategies', 'key'] as const;

/** Common fields of the three lookup routes: chains, assets and protocols. */
export const lookupRouteFields = {
  method: 'GET',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({
    search: z.optional(textParam(64)),
    sort: z._default(enumParam(LOOKUP_SORT_FIELDS), 'tvl'),
    order: z.optional(enumParam(SORT_ORDERS)),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
  lambda: { memoryMb: 1024 },
} as const;
