import * as z from 'zod/mini';
import { textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';

export const getRoute = defineRoute({
  id: 'strategies.get',
  method: 'GET',
  path: '/strategies/{id}',
  summary: 'Get a strategy',
  access: 'strategies:read',
  table: 'read',
  params: z.strictObject({ id: textParam(128) }),
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: ['strategy_not_found'],
  lambda: { memoryMb: 1024, settings: ['CHAIN_SETTINGS'] },
});
