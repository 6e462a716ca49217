import * as z from 'zod/mini';
import { toChainSlug } from '../../chain/contract/chains.ts';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { assetParam, booleanParam, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { addressInputSchema, endUserIdSchema } from './fields.ts';

export const balancesRoute = defineRoute({
  id: 'wallets.balances',
  method: 'GET',
  path: '/wallet/balances',
  summary: 'Get the token balances of connected wallets',
  access: 'wallet:read',
  table: 'read',
  query: z.strictObject({
    chain: z.optional(textParam(64).check(z.overwrite(toChainSlug))),
    asset: z.optional(assetParam()),
    wallet_address: z.optional(addressInputSchema),
    user_id: z.optional(endUserIdSchema),
    include_zero: z.optional(booleanParam()),
    ...cursorParams,
  }),
  status: 200,
  paginated: true,
  errors: ['invalid_chain'],
  fieldErrors: { 'query.chain': 'invalid_chain' },
  lambda: { settings: ['CHAIN_SETTINGS'] },
});
