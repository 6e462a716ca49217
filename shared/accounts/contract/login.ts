import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

const SIGNATURE_RULE = 'must be 0x and 130 hexadecimal digits';

export const loginRoute = defineRoute({
  id: 'accounts.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Log in with a signed message',
  access: 'public',
  table: 'write',
  items: [
    'nonce',
    'walletLogin',
    'user',
    'userSearch',
    'credential',
    'accountBucket',
    'sequence',
    'auditEvent',
  ],
  body: z.strictObject({
    message: z.string().check(z.minLength(1), z.maxLength(4_096)),
    signature: z.string(SIGNATURE_RULE).check(z.regex(/^0x[0-9A-Fa-f]{130}$/, SIGNATURE_RULE)),
  }),
  status: 200,
  paginated: false,
  errors: ['sign_in_refused'],
  lambda: { settings: ['SIGN_IN_URI', 'SIGN_IN_CHAIN_IDS', 'SESSION_HOURS', 'ADMIN_WALLET'] },
});
