import * as z from 'zod/mini';
import { textParam } from '../../platform/contract/query.ts';
import { END_USER_ID_RULE, endUserId } from '../../wallets/contract/fields.ts';

/** An id of a strategy or an investment, which may be of none. */
export const idParam = textParam(128);

/** Whose books: of one of the caller's users, or (empty) the caller's own; all of them without it. */
export const userFilter = z.optional(
  z.string().check(z.refine((text) => text === '' || endUserId.safeParse(text).success, END_USER_ID_RULE)),
);

/** The path of a transaction. */
export const transactionParams = z.strictObject({ id: idParam });
