import * as z from 'zod/mini';
import { amountInput } from '../../../platform/contract/amounts.ts';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { addressInputSchema, endUserIdSchema } from '../../../wallets/contract/fields.ts';
import { DEPOSIT_ERRORS, idParam, TRANSACTION_ERRORS } from '../fields.ts';

export const depositRoute = defineRoute({
  id: 'investments.deposit',
  method: 'POST',
  path: '/investments/deposit',
  summary: 'Deposit into a strategy',
  access: 'investments:write',
  table: 'write',
  body: z.strictObject({
    strategy_id: idParam,
    amount: amountInput,
    wallet_address: z.optional(addressInputSchema),
    asset: z.optional(textParam(64)),
    user_id: z.optional(endUserIdSchema),
  }),
  status: 201,
  location: '/investments/transactions/{id}',
  paginated: false,
  idempotent: true,
  errors: [...DEPOSIT_ERRORS, 'sub_account_limit_reached', ...TRANSACTION_ERRORS],
  lambda: { timeoutSeconds: 20, settings: ['CHAIN_SETTINGS'] },
});
