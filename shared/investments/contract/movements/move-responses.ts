import * as z from 'zod/mini';
import { nameSchemas } from '../../../platform/contract/responses.ts';
import { movementResult } from '../responses.ts';
import { chainTransaction } from '../transactions/onchain-responses.ts';

/** The two halves of a move in the books: both are booked, or neither. */
export const moveResult = z.strictObject({ withdrawal: movementResult, deposit: movementResult });
export type MoveResult = z.infer<typeof moveResult>;

/** The two halves of a move between vaults, whose steps go in this order. */
export const chainMove = z.strictObject({ withdrawal: chainTransaction, deposit: chainTransaction });
export type ChainMove = z.infer<typeof chainMove>;

nameSchemas({
  Move: [moveResult, 'A move in the books: what was taken out of one strategy was paid into the other.'],
  ChainMove: [
    chainMove,
    "A move between vaults: the withdrawal's steps are signed first, then the deposit's.",
  ],
});
