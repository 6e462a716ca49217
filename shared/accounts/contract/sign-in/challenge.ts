import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';

const ADDRESS_RULE = 'must be 0x and 40 hexadecimal digits, with a valid EIP-55 checksum where mixed case';
const CHAIN_RULE = 'must be the number of a supported chain';

export const challengeRoute = defineRoute({
  id: 'accounts.challenge',
  method: 'POST',
  path: '/auth/challenge',
  summary: 'Begin a login',
  access: 'public',
  table: 'write',
  items: ['nonceSecrets'],
  body: z.strictObject({
    wallet_address: z.string({ error: ADDRESS_RULE }).check(z.regex(/^0x[0-9A-Fa-f]{40}$/, ADDRESS_RULE)),
    chain_id: z._default(z.int(CHAIN_RULE).check(z.minimum(1, CHAIN_RULE)), 1),
  }),
  status: 201,
  paginated: false,
  errors: [],
  lambda: { settings: ['SIGN_IN_URI', 'SIGN_IN_CHAIN_IDS'] },
});
