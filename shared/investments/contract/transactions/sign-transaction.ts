import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { transactionParams } from '../fields.ts';

const SIGNATURE_PATTERN = /^0x[0-9a-fA-F]{130}$/;

/** A 65-byte signature by a private key (not by a contract), converted to lower case. */
const signature = z.pipe(
  z.string().check(z.regex(SIGNATURE_PATTERN, 'must be 0x followed by 130 hexadecimal digits')),
  z.transform((text: string): `0x${string}` => `0x${text.slice(2).toLowerCase()}`),
);

export const signTransactionRoute = defineRoute({
  id: 'investments.sign-transaction',
  method: 'POST',
  path: '/investments/transactions/{id}/sign',
  summary: 'Submit the signature of a permit step',
  access: 'investments:write',
  table: 'write',
  params: transactionParams,
  body: z.strictObject({ signature }),
  status: 200,
  paginated: false,
  errors: [
    'transaction_not_found',
    'transaction_not_open',
    'signature_refused',
    'simulation_failed',
    'chain_unavailable',
    'too_many_transactions',
  ],
  lambda: { timeoutSeconds: 20, settings: ['CHAIN_SETTINGS'] },
});
