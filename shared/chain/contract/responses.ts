import * as z from 'zod/mini';
import { registerSchemaNames, withDescription } from '../../platform/contract/responses.ts';

/**
 * The result of reading one chain. If one chain fails, the response still contains the results of the other
 * chains.
 */
export const chainReport = z.strictObject({
  chain: z.string(),
  chain_id: z.int(),
  status: withDescription(
    z.enum(['ok', 'partial', 'unavailable']),
    'partial: some tokens could not be read. unavailable: the chain could not be read.',
  ),
  reason: z.nullable(
    z.enum(['timeout', 'unreachable', 'wrong_chain', 'no_multicall', 'bad_answer', 'token_failed']),
  ),
  unread_assets: z.array(z.string()),
  block_number: withDescription(z.nullable(z.int()), 'The block at which the balances were read.'),
});
export type ChainReport = z.infer<typeof chainReport>;

registerSchemaNames({
  ChainReport: [chainReport, 'The result for one chain. It can fail without the others.'],
});
