import * as z from 'zod/mini';
import { amountInput } from '../../platform/contract/amounts.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { idParam } from './investment.ts';

export const withdrawRoute = defineRoute({
  id: 'investments.withdraw',
  method: 'POST',
  path: '/investments/withdraw',
  summary: 'Withdraw from an investment',
  access: 'investments:write',
  table: 'write',
  body: z
    .strictObject({
      investment_id: idParam,
      amount: z.optional(amountInput),
      all: z.optional(z.literal(true, { error: 'must be true, or left out' })),
    })
    .check(
      z.refine((body) => (body.amount === undefined) !== (body.all === undefined), {
        path: ['amount'],
        message: 'give either amount or all: true',
      }),
    ),
  status: 201,
  paginated: false,
  idempotent: true,
  errors: ['investment_not_found', 'insufficient_balance', 'idempotency_key_reused'],
  lambda: { timeoutSeconds: 20 },
});
