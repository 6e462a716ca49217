import * as z from 'zod/mini';
import { textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { filterErrorCodes, strategyFilters } from './filters.ts';

export const exportRoute = defineRoute({
  id: 'strategies.export',
  method: 'GET',
  path: '/strategies/export',
  summary: 'Export all strategies in one response',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({
    ...strategyFilters,
    search: z.optional(textParam(128)),
    version: z.optional(textParam(64)),
  }),
  status: 200,
  paginated: false,
  compressed: true,
  errors: ['invalid_chain', 'invalid_risk_level'],
  fieldErrors: filterErrorCodes,
  lambda: { memoryMb: 1024 },
});
