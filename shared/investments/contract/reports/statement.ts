import * as z from 'zod/mini';
import { momentParam, pageParams } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { userFilter } from '../fields.ts';

export const statementRoute = defineRoute({
  id: 'investments.statement',
  method: 'GET',
  path: '/investments/portfolio/statement',
  summary: 'Get a statement of your investments with profit and loss',
  access: 'investments:read',
  table: 'write',
  writes: ['ledgerStandings'],
  query: z.strictObject({ at: z.optional(momentParam('end')), user_id: userFilter, ...pageParams }),
  status: 200,
  paginated: true,
  errors: [],
  lambda: { memoryMb: 1024, timeoutSeconds: 25 },
});
