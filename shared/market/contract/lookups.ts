import * as z from 'zod/mini';
import { enumParam, pageParams, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { SORT_ORDERS } from '../../strategies/contract/strategy.ts';

const LOOKUP_SORTS = ['tvl', 'strategies', 'key'] as const;

const lookup = {
  method: 'GET',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({
    search: z.optional(textParam(64)),
    sort: z._default(enumParam(LOOKUP_SORTS), 'tvl'),
    order: z.optional(enumParam(SORT_ORDERS)),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
  lambda: { memoryMb: 1024 },
} as const;

export const chainsRoute = defineRoute({
  ...lookup,
  id: 'market.chains',
  path: '/market/chains',
  summary: 'Chains that have strategies',
});

export const assetsRoute = defineRoute({
  ...lookup,
  id: 'market.assets',
  path: '/market/assets',
  summary: 'Assets that strategies hold',
});

export const protocolsRoute = defineRoute({
  ...lookup,
  id: 'market.protocols',
  path: '/market/protocols',
  summary: 'Protocols that have strategies',
});
