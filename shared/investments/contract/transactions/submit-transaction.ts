import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { transactionParams } from '../fields.ts';

const HASH = /^0x[0-9a-fA-F]{64}$/;

/** The hash of a chain transaction, converted to lower case. */
const hash = z.pipe(
  z.string().check(z.regex(HASH, 'must be 0x followed by 64 hexadecimal digits')),
  z.transform((text: string): `0x${string}` => `0x${text.slice(2).toLowerCase()}`),
);

export const submitTransactionRoute = defineRoute({
  id: 'investments.submit-transaction',
  method: 'POST',
  path: '/investments/transactions/{id}/submit',
  summary: 'Report the hashes of the blockchain transactions that the wallet sent',
  access: 'investments:write',
  table: 'write',
  params: transactionParams,
  body: z.strictObject({
    hashes: z
      .array(hash)
      .check(z.minLength(1, 'must have at least 1 item'), z.maxLength(20, 'must have at most 20 items')),
  }),
  status: 200,
  paginated: false,
  errors: ['transaction_not_found', 'transaction_not_open', 'too_many_transactions'],
});
