import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';
import { idParam } from './fields.ts';

export const getInvestmentRoute = defineRoute({
  id: 'investments.get',
  method: 'GET',
  path: '/investments/{id}',
  summary: 'Get an investment',
  access: 'investments:read',
  table: 'read',
  params: z.strictObject({ id: idParam }),
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: ['investment_not_found'],
});
