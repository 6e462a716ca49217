import * as z from 'zod/mini';
import { enumParam, integerParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { RISK_LEVELS } from '../../strategies/contract/strategy.ts';
import { addressInputSchema } from '../../wallets/contract/fields.ts';

export const opportunitiesRoute = defineRoute({
  id: 'investments.opportunities',
  method: 'GET',
  path: '/wallet/opportunities',
  summary: 'Find better strategies for the balances and positions of a wallet',
  access: 'wallet:read',
  table: 'read',
  query: z.strictObject({
    address: addressInputSchema,
    risk_level: z._default(enumParam(RISK_LEVELS), 'medium'),
    horizon_days: z._default(integerParam({ min: 1, max: 365 }), 90),
  }),
  status: 200,
  paginated: false,
  errors: ['wallet_connection_not_found', 'invalid_risk_level'],
  fieldErrors: { 'query.risk_level': 'invalid_risk_level' },
  lambda: { memoryMb: 1024, settings: ['CHAIN_SETTINGS', 'COST_SETTINGS'] },
});
