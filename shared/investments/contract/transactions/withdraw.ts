import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { addressInputSchema, endUserIdSchema } from '../../../wallets/contract/fields.ts';
import { AMOUNT_OR_ALL_RULE, amountOrAllFields, idParam, TRANSACTION_ERRORS } from '../fields.ts';

export const withdrawRoute = defineRoute({
  id: 'investments.withdraw',
  method: 'POST',
  path: '/investments/withdraw',
  summary: 'Withdraw from an investment',
  access: 'investments:write',
  table: 'write',
  body: z
    .strictObject({
      investment_id: z.optional(idParam),
      strategy_id: z.optional(idParam),
      wallet_address: z.optional(addressInputSchema),
      user_id: z.optional(endUserIdSchema),
      ...amountOrAllFields,
    })
    .check(
      AMOUNT_OR_ALL_RULE,
      z.refine((body) => (body.investment_id === undefined) !== (body.strategy_id === undefined), {
        path: ['investment_id'],
        message:
          'send either investment_id, or strategy_id together with wallet_address; strategy_id must be a strategy with a vault',
      }),
      z.refine((body) => body.user_id === undefined || body.strategy_id !== undefined, {
        path: ['user_id'],
        message: 'is allowed only with strategy_id; leave this field out when you send investment_id',
      }),
    ),
  status: 201,
  location: '/investments/transactions/{id}',
  paginated: false,
  idempotent: true,
  errors: ['investment_not_found', ...TRANSACTION_ERRORS],
  lambda: { timeoutSeconds: 20, settings: ['CHAIN_SETTINGS'] },
});
