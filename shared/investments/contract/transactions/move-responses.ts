import * as z from 'zod/mini';
import { registerSchemaNames } from '../../../platform/contract/responses.ts';
import { transactionResult } from '../responses.ts';
import { chainTransaction } from '../transactions/onchain-responses.ts';

/** The two ledger entries of a sandbox move. Either both entries are recorded, or neither. */
export const moveResult = z.strictObject({ withdrawal: transactionResult, deposit: transactionResult });

/** The two transactions of a move between vaults. The wallet must execute the withdrawal's steps first. */
export const chainMove = z.strictObject({ withdrawal: chainTransaction, deposit: chainTransaction });

registerSchemaNames({
  Move: [moveResult, 'A move in the sandbox: a withdrawal and a deposit.'],
  ChainMove: [
    chainMove,
    'A move between vaults. Sign the steps of the withdrawal first, then those of the deposit.',
  ],
});
