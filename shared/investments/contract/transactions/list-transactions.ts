import * as z from 'zod/mini';
import { cursorParams } from '../../../platform/contract/cursor.ts';
import { enumParam, listParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { idParam, userFilter } from '../fields.ts';
import { LEDGER_ENTRY_TYPES, TRANSACTION_SETTLEMENTS, VAULT_TRANSACTION_STATES } from '../investment.ts';

export const listTransactionsRoute = defineRoute({
  id: 'investments.list-transactions',
  method: 'GET',
  path: '/investments/transactions',
  summary: 'List your transactions',
  access: 'investments:read',
  table: 'read',
  query: z.strictObject({
    settlement: z._default(enumParam(TRANSACTION_SETTLEMENTS), 'onchain'),
    status: z.optional(listParam(enumParam(VAULT_TRANSACTION_STATES), VAULT_TRANSACTION_STATES.length)),
    type: z.optional(enumParam(LEDGER_ENTRY_TYPES)),
    strategy_id: z.optional(idParam),
    user_id: userFilter,
    ...cursorParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
});
