import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { transactionParams } from '../fields.ts';

export const getTransactionRoute = defineRoute({
  id: 'investments.get-transaction',
  method: 'GET',
  path: '/investments/transactions/{id}',
  summary: 'Get a transaction',
  access: 'investments:read',
  table: 'read',
  params: transactionParams,
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: ['transaction_not_found'],
});
