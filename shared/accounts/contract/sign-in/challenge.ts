import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

const ADDRESS_RULE =
  'must be 0x followed by 40 hexadecimal digits; an address in mixed case must have a valid EIP-55 checksum';
const CHAIN_RULE = 'must be a chain id: a whole number of at least 1, such as 1 for Ethereum';

export const challengeRoute = defineRoute({
  id: 'accounts.challenge',
  method: 'POST',
  path: '/auth/challenge',
  summary: 'Request a message for a sign-in or a wallet proof',
  access: 'public',
  table: 'write',
  body: z.strictObject({
    wallet_address: z.string({ error: ADDRESS_RULE }).check(z.regex(/^0x[0-9A-Fa-f]{40}$/, ADDRESS_RULE)),
    connection_id: z.optional(textParam(64)),
    chain_id: z._default(z.int(CHAIN_RULE).check(z.minimum(1, CHAIN_RULE)), 1),
  }),
  status: 200,
  paginated: false,
  errors: ['wallet_connection_not_found'],
  lambda: { settings: ['SIGN_IN_URI', 'SIGN_IN_CHAIN_IDS'] },
});
