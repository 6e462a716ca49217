import * as z from 'zod/mini';
import { textParam } from '../../platform/contract/query.ts';

/** An id of a strategy or an investment, which may be of none. */
export const idParam = textParam(128);

/** The path of a transaction on a chain. */
export const transactionParams = z.strictObject({ id: idParam });
