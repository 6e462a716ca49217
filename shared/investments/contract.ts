import * as z from 'zod';
import { amountInput, amountOutput } from '../platform/contract/amounts.ts';
import { EXAMPLE_STRATEGY_ID, ID_PREFIXES } from '../platform/contract/ids.ts';
import { enumParam, momentParam, pageParams, textParam } from '../platform/contract/query.ts';
import { defineRoute } from '../platform/contract/route.ts';
import { addressInput } from '../wallets/contract.ts';

export const INVESTMENT_STATUSES = ['active', 'closed'] as const;
/** An adjustment is an operator's, with a reason: a write-down, a correction, a reversal. */
export const TRANSACTION_TYPES = ['deposit', 'withdrawal', 'adjustment'] as const;
export const SETTLEMENTS = ['onchain', 'sandbox', 'none'] as const;
export const TRANSACTION_STATUSES = ['pending', 'confirmed', 'failed'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
const idParam = textParam(128);
const investmentId = z.string().startsWith(ID_PREFIXES.investment);

const settlement = z.enum(SETTLEMENTS).meta({
  description: 'sandbox: books without money, in test environments alone. onchain: a vault on its chain.',
});

/** A user's position in a strategy. Amounts are in units of `asset`. */
export const investment = z.strictObject({
  id: investmentId,
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: z.string().meta({
    description:
      'What amounts are counted in: the asset of the strategy, the first one where it has several.',
  }),
  settlement,
  status: z.enum(INVESTMENT_STATUSES).meta({
    description: 'closed when everything was withdrawn; another deposit makes it active again.',
  }),
  value: amountOutput.meta({ description: 'What a withdrawal of everything would pay now, rounded down.' }),
  principal: amountOutput.meta({ description: 'Cost of what is held: deposits less the part withdrawn.' }),
  earned: amountOutput.meta({ description: 'value - principal; negative for a loss.' }),
  earned_percent: z
    .number()
    .nullable()
    .meta({ description: 'earned / principal; null without a principal.' }),
  realized_earnings: amountOutput.meta({ description: 'Withdrawn beyond the cost of what was withdrawn.' }),
  total_deposited: amountOutput,
  total_withdrawn: amountOutput,
  wallet_address: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: timestamp.nullable(),
});
export type Investment = z.infer<typeof investment>;

/** A movement of money. Confirmed ones never change. */
export const transaction = z.strictObject({
  id: z.string().startsWith(ID_PREFIXES.transaction),
  type: z.enum(TRANSACTION_TYPES).meta({
    description: "adjustment: an operator's correction of the value, up or down; its reason is given.",
  }),
  settlement,
  status: z.enum(TRANSACTION_STATUSES),
  investment_id: investmentId,
  strategy_id: z.string(),
  chain: z.string(),
  asset: z.string(),
  amount: amountOutput.meta({ description: 'Below 0 only for an adjustment that takes something off.' }),
  price_usd: z
    .number()
    .nullable()
    .meta({ description: 'Price of one unit of the asset in USD at that moment; null when not known.' }),
  reason: z.string().nullable().meta({ description: 'Why an operator has adjusted the investment.' }),
  realized_earnings: amountOutput.meta({
    description: 'Part of a withdrawal beyond its cost; 0 for a deposit.',
  }),
  value_after: amountOutput.meta({ description: 'Value of the investment right after.' }),
  wallet_address: z.string().nullable(),
  created_at: timestamp,
});
export type Transaction = z.infer<typeof transaction>;

/** A movement and the investment as it left it. */
export const movementResult = transaction.extend({ investment });
export type MovementResult = z.infer<typeof movementResult>;

const asOf = { as_of: timestamp.meta({ description: 'The moment for which values are stated.' }) };

/** `from` and `to` must be in order. */
function inOrder(query: { from?: number | undefined; to?: number | undefined }): boolean {
  return query.from === undefined || query.to === undefined || query.from < query.to;
}

export const investments = {
  list: defineRoute({
    id: 'investments.list',
    method: 'GET',
    path: '/investments',
    summary: "List the caller's investments",
    description: 'Newest first, each with its value, principal and earnings as of now.',
    access: 'investments:read',
    table: 'read',
    query: z.strictObject({
      status: enumParam(INVESTMENT_STATUSES)
        .optional()
        .meta({ description: 'Keep only investments in this state.' }),
      strategy_id: idParam.optional().meta({ description: 'Keep only the investment in this strategy.' }),
      ...pageParams,
    }),
    response: z.array(investment),
    meta: asOf,
    status: 200,
    paginated: true,
    errors: [],
  }),
  deposit: defineRoute({
    id: 'investments.deposit',
    method: 'POST',
    path: '/investments/deposit',
    summary: 'Deposit into a strategy',
    description:
      'Opens the investment in the strategy, or adds to it. Send an Idempotency-Key, so that a repeat after a broken connection cannot deposit twice.',
    access: 'investments:write',
    table: 'write',
    body: z.strictObject({
      strategy_id: idParam.meta({ description: 'Id of the strategy to deposit into.' }),
      amount: amountInput,
      wallet_address: addressInput.optional(),
    }),
    response: movementResult,
    status: 201,
    paginated: false,
    idempotent: true,
    errors: [
      'strategy_not_found',
      'strategy_not_accepting_deposits',
      'below_minimum_deposit',
      'settlement_unavailable',
      'deposit_cap_exceeded',
      'idempotency_key_reused',
    ],
    lambda: { timeoutSeconds: 20 },
    example: { body: { strategy_id: EXAMPLE_STRATEGY_ID, amount: '250.5' } },
  }),
  withdraw: defineRoute({
    id: 'investments.withdraw',
    method: 'POST',
    path: '/investments/withdraw',
    summary: 'Withdraw from an investment',
    description:
      'Pays out an amount, or everything with `all: true`, which leaves no dust. Strategies that take no deposits still pay.',
    access: 'investments:write',
    table: 'write',
    body: z
      .strictObject({
        investment_id: idParam.meta({ description: 'Id of the investment to withdraw from.' }),
        amount: amountInput.optional(),
        all: z
          .literal(true, { error: 'must be true, or left out' })
          .optional()
          .meta({ description: 'Everything, in place of an amount.' }),
      })
      .refine((body) => (body.amount === undefined) !== (body.all === undefined), {
        path: ['amount'],
        message: 'give either amount or all: true',
      }),
    response: movementResult,
    status: 201,
    paginated: false,
    idempotent: true,
    errors: ['investment_not_found', 'insufficient_balance', 'idempotency_key_reused'],
    lambda: { timeoutSeconds: 20 },
    example: { body: { investment_id: 'inv_0000000000', all: true } },
  }),
  history: defineRoute({
    id: 'investments.history',
    method: 'GET',
    path: '/investments/history',
    summary: "List the caller's deposits and withdrawals",
    description: 'Newest first. Any page costs the same, and so does any page of a filtered list.',
    access: 'investments:read',
    table: 'read',
    query: z
      .strictObject({
        type: enumParam(TRANSACTION_TYPES)
          .optional()
          .meta({ description: 'Keep only movements of this kind.' }),
        strategy_id: idParam.optional().meta({ description: 'Keep only movements of this strategy.' }),
        from: momentParam('start')
          .optional()
          .meta({ description: 'Keep transactions at or after this time (ISO 8601) or day (UTC).' }),
        to: momentParam('end')
          .optional()
          .meta({ description: 'Keep transactions up to this time (ISO 8601) or day (UTC), inclusive.' }),
        ...pageParams,
      })
      .refine(inOrder, { path: ['from'], message: 'must not be after to' }),
    response: z.array(transaction),
    status: 200,
    paginated: true,
    errors: [],
  }),
} as const;
