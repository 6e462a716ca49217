import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { signedMessageFields } from './signed-message.ts';

export const proveWalletRoute = defineRoute({
  id: 'accounts.prove-wallet',
  method: 'POST',
  path: '/wallet/connections/{id}/proof',
  summary: 'Prove that you control a connected wallet',
  access: 'wallet:write',
  table: 'write',
  params: z.strictObject({ id: textParam(64) }),
  body: z.strictObject(signedMessageFields),
  status: 200,
  paginated: false,
  errors: ['wallet_connection_not_found', 'proof_refused'],
  lambda: { settings: ['SIGN_IN_URI', 'CHAIN_SETTINGS'] },
});
