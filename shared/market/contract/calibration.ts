import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const calibrationRoute = defineRoute({
  id: 'market.calibration',
  method: 'GET',
  path: '/market/calibration',
  summary: 'Compare past expected APYs with the realized APYs',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
});
