import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { signedMessage } from './signed-message.ts';

export const loginRoute = defineRoute({
  id: 'accounts.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Log in with a signed message',
  access: 'public',
  table: 'write',
  items: [
    'nonce',
    'nonceSecrets',
    'addressBucket',
    'walletLogin',
    'user',
    'userSearch',
    'credential',
    'accountBucket',
    'sequence',
    'auditEvent',
  ],
  body: z.strictObject(signedMessage),
  status: 200,
  paginated: false,
  errors: ['sign_in_refused'],
  lambda: {
    settings: ['SIGN_IN_URI', 'SIGN_IN_CHAIN_IDS', 'SESSION_HOURS', 'ADMIN_WALLET', 'CHAIN_SETTINGS'],
  },
});
