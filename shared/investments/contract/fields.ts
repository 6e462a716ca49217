import * as z from 'zod/mini';
import { amountInput } from '../../platform/contract/amounts.ts';
import { textParam } from '../../platform/contract/query.ts';
import { END_USER_ID_RULE, endUserIdSchema } from '../../wallets/contract/fields.ts';

/** Error codes that any deposit, withdrawal or move can return. */
export const TRANSACTION_ERRORS = [
  'insufficient_balance',
  'native_asset',
  'unsafe_share_price',
  'simulation_failed',
  'chain_unavailable',
  'open_transaction_limit_reached',
  'too_many_transactions',
  'idempotency_key_reused',
] as const;

/** Additional error codes of deposits and moves. */
export const DEPOSIT_ERRORS = [
  'strategy_not_found',
  'strategy_not_accepting_deposits',
  'below_minimum_deposit',
  'settlement_unavailable',
  'deposit_cap_exceeded',
] as const;

/** The id of a strategy or investment. This schema does not check that the id exists. */
export const idParam = textParam(128);

// The `@__PURE__` marks let the bundler remove schemas that a Lambda function does not use.

/** The amount of a withdrawal or move: either a part of the investment (`amount`) or everything (`all`). */
export const amountOrAllFields = {
  amount: /* @__PURE__ */ z.optional(amountInput),
  all: /* @__PURE__ */ z.optional(
    /* @__PURE__ */ z.literal(true, {
      error: 'must be true; to withdraw or move a part, leave this field out and send amount',
    }),
  ),
} as const;
interface AmountOrAll {
  readonly amount?: unknown;
  readonly all?: unknown;
}
export const AMOUNT_OR_ALL_RULE = /* @__PURE__ */ z.refine<AmountOrAll>(
  (body) => (body.amount === undefined) !== (body.all === undefined),
  {
    path: ['amount'],
    message: 'send either amount or all: true, but not both',
  },
);

/**
 * A filter by sub-account. The value is an end user's id, or an empty text for the account itself. Without
 * this filter, the account and all its sub-accounts are selected.
 */
export const userFilter = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z
    .string()
    .check(
      /* @__PURE__ */ z.refine(
        (text) => text === '' || endUserIdSchema.safeParse(text).success,
        END_USER_ID_RULE,
      ),
    ),
);

export const transactionParams = /* @__PURE__ */ z.strictObject({ id: idParam });
