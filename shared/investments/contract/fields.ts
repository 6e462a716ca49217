import * as z from 'zod/mini';
import { amountInput } from '../../platform/contract/amounts.ts';
import { textParam } from '../../platform/contract/query.ts';
import { END_USER_ID_RULE, endUserId } from '../../wallets/contract/fields.ts';

/** Why a movement of money is refused, whichever way it goes. */
export const MOVEMENT_ERRORS = [
  'insufficient_balance',
  'native_asset',
  'unsafe_share_price',
  'simulation_failed',
  'chain_unavailable',
  'open_transaction_limit_reached',
  'too_many_movements',
  'idempotency_key_reused',
] as const;

/** Why a strategy does not take money. */
export const DEPOSIT_ERRORS = [
  'strategy_not_found',
  'strategy_not_accepting_deposits',
  'below_minimum_deposit',
  'settlement_unavailable',
  'deposit_cap_exceeded',
] as const;

/** An id of a strategy or an investment, which may be of none. */
export const idParam = textParam(128);

// What follows is pure, so that a function makes that of it alone which it asks for.

/** How much of an investment goes out of it: a part, or all. */
export const partOrAll = {
  amount: /* @__PURE__ */ z.optional(amountInput),
  all: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.literal(true, { error: 'must be true, or be left out' })),
} as const;
interface PartOrAll {
  readonly amount?: unknown;
  readonly all?: unknown;
}
export const PART_OR_ALL_RULE = /* @__PURE__ */ z.refine<PartOrAll>(
  (body) => (body.amount === undefined) !== (body.all === undefined),
  {
    path: ['amount'],
    message: 'send either amount or all: true, but not both',
  },
);

/** Selects the ledger of one of the caller's users, or (empty) the caller's own. Absent: all of them. */
export const userFilter = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z
    .string()
    .check(
      /* @__PURE__ */ z.refine((text) => text === '' || endUserId.safeParse(text).success, END_USER_ID_RULE),
    ),
);

/** The path of a transaction. */
export const transactionParams = /* @__PURE__ */ z.strictObject({ id: idParam });
