import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { transactionParams } from '../fields.ts';

export const cancelTransactionRoute = defineRoute({
  id: 'investments.cancel-transaction',
  method: 'POST',
  path: '/investments/transactions/{id}/cancel',
  summary: 'Cancel a transaction that the wallet has not sent',
  access: 'investments:write',
  table: 'write',
  params: transactionParams,
  body: z.strictObject({ never_signed: z.optional(z.boolean('must be true or false')) }),
  status: 200,
  paginated: false,
  errors: ['transaction_not_found', 'transaction_not_open', 'too_many_transactions'],
});
