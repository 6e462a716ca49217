import * as z from 'zod/mini';
import { listParam, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';

const COMPARED_STRATEGIES_MAX = 10;

export const compareRoute = defineRoute({
  id: 'strategies.compare',
  method: 'GET',
  path: '/strategies/compare',
  summary: 'Compare strategies',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({ ids: listParam(textParam(128), COMPARED_STRATEGIES_MAX) }),
  status: 200,
  paginated: false,
  errors: [],
  lambda: { memoryMb: 1024, settings: ['CHAIN_SETTINGS'] },
});
