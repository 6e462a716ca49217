import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const reportLeakRoute = defineRoute({
  id: 'accounts.report-leak',
  method: 'POST',
  path: '/auth/report-leak',
  summary: 'Report a leaked API key',
  access: 'public',
  table: 'write',
  body: z.strictObject({ key: textParam(256) }),
  status: 200,
  paginated: false,
  errors: [],
});
