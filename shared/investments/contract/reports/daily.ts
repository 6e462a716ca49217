import * as z from 'zod/mini';
import { integerParam, pageParams } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { userFilter } from '../fields.ts';

/** Maximum number of days in a report, because daily prices are stored for 31 days. */
const REPORT_DAYS_MAX = 31;

export const dailyPortfolioRoute = defineRoute({
  id: 'investments.daily',
  method: 'GET',
  path: '/investments/portfolio/daily',
  summary: 'List the value and earnings of your investments by day',
  access: 'investments:read',
  table: 'write',
  writes: ['ledgerStandings'],
  query: z.strictObject({
    days: z._default(integerParam({ min: 1, max: REPORT_DAYS_MAX }), 30),
    user_id: userFilter,
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
  lambda: { memoryMb: 1024, timeoutSeconds: 25 },
});
