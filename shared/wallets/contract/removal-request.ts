import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionIdParam, note } from './fields.ts';

export const removalRequestRoute = defineRoute({
  id: 'wallets.removal-request',
  method: 'POST',
  path: '/api/walletprovider/removal-request',
  summary: 'Request the removal of a wallet connection',
  access: 'wallet:write',
  table: 'write',
  query: z.strictObject({}),
  body: z.strictObject({ connectionId: connectionIdParam, reason: z.optional(note) }),
  status: 201,
  location: '/wallet/connections/{id}',
  paginated: false,
  idempotent: true,
  errors: ['wallet_connection_not_found', 'invalid_transition', 'idempotency_key_reused'],
});
