import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import {
  amountOutput,
  registerSchemaNames,
  timestamp,
  withDescription,
} from '../../platform/contract/responses.ts';
import { SETTLEMENTS } from '../../strategies/contract/strategy.ts';
import { ENTRY_STATUSES, INVESTMENT_STATUSES, TRANSACTION_SOURCES, TRANSACTION_TYPES } from './investment.ts';

const investmentId = z.string().check(z.startsWith(ID_PREFIXES.investment));

const settlement = withDescription(
  z.enum(SETTLEMENTS),
  'sandbox: no real money, only in test stages. onchain: a vault on its chain.',
);

export const userId = withDescription(
  z.nullable(z.string()),
  "Id of the end user (sub-account). Null for the account's own.",
);

export const counterpartId = withDescription(
  z.nullable(z.string()),
  'Id of the other transaction of a move. Null if the transaction is not part of a move.',
);

/** The additional fields of an investment in a vault: the chain, the vault and its shares. */
const investmentOnChain = z.strictObject({
  chain_id: withDescription(z.int(), 'EIP-155 id of the chain.'),
  vault_address: z.string(),
  wallet_proven: withDescription(
    z.boolean(),
    'Whether your account proved the wallet. Shares of other wallets are only in GET ' +
      '/investments/holdings.',
  ),
  shares: withDescription(z.string(), 'Vault shares: the opening balance and all confirmed events since.'),
  pending_shares: withDescription(
    z.string(),
    'Shares of events without enough confirmations; below 0 for ' + 'withdrawals.',
  ),
  priced_at: withDescription(z.nullable(timestamp), 'Time of the block of the share price.'),
  price_block_number: withDescription(
    z.nullable(z.int()),
    'The number of that block. It is at most ten minutes old while the chain answers; after a loss a new price is taken within a minute.',
  ),
});

/** Amounts are in units of `asset`. */
export const investment = z.strictObject({
  id: investmentId,
  user_id: userId,
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: withDescription(z.string(), 'Unit of the amounts: the asset of the strategy.'),
  settlement,
  status: withDescription(
    z.enum(INVESTMENT_STATUSES),
    'closed after a full withdrawal. A new deposit makes it active again.',
  ),
  value: withDescription(
    z.nullable(amountOutput),
    'What a full withdrawal would pay now, rounded down. For a vault, at the last observed share ' +
      'price; null before the first.',
  ),
  principal: withDescription(
    amountOutput,
    'Average cost of the current investment: deposits less the withdrawn part. Received vault shares ' +
      'cost their value at their block. Shares from another proven wallet of the account keep their ' +
      'cost.',
  ),
  earned: withDescription(z.nullable(amountOutput), 'value - principal; negative for a loss.'),
  earned_percent: withDescription(z.nullable(z.number()), 'earned / principal; null without either.'),
  realized_earnings: withDescription(amountOutput, 'Withdrawn amount less its cost.'),
  total_deposited: amountOutput,
  total_withdrawn: amountOutput,
  wallet_address: z.nullable(z.string()),
  onchain: withDescription(z.nullable(investmentOnChain), 'Chain, vault and wallet. Null in the sandbox.'),
  created_at: withDescription(
    timestamp,
    'Time of the first deposit. For a vault, the time of the first ' + 'block.',
  ),
  updated_at: withDescription(timestamp, 'Time of the last change.'),
  closed_at: z.nullable(timestamp),
});
export type Investment = z.infer<typeof investment>;

/** The on-chain event behind a transaction with a vault. */
const transactionOnChain = z.strictObject({
  chain_id: withDescription(z.int(), 'EIP-155 id of the chain.'),
  vault_address: z.string(),
  shares: withDescription(
    z.string(),
    'Vault shares of the event; below 0 only for a rebase that removes ' + 'some.',
  ),
  transaction_hash: withDescription(
    z.nullable(z.string()),
    'Hash of the transaction with the vault event; null for a rebase and an opening balance.',
  ),
  block_number: withDescription(
    z.nullable(z.int()),
    'Block of the event. For an opening balance, the block at which it was read.',
  ),
});

/** A deposit, withdrawal or other change of an investment. */
export const transaction = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.transaction)),
  type: withDescription(
    z.enum(TRANSACTION_TYPES),
    'An adjustment is a correction of the value by an operator, with a reason. A transfer_in or ' +
      'transfer_out is vault shares sent to the wallet or away, or a deposit that another address ' +
      'paid. A rebase is a change of shares without an event. An opening_balance is the shares that ' +
      'the wallet held before the service followed it.',
  ),
  settlement,
  source: withDescription(
    z.enum(TRANSACTION_SOURCES),
    'transaction: started through this API, with the same id in GET /investments/transactions/{id}. ' +
      'external: found on the chain, not started through this API.',
  ),
  status: withDescription(
    z.enum(ENTRY_STATUSES),
    'included: its block has too few confirmations. reversed: its block was replaced. Always confirmed in the sandbox.',
  ),
  user_id: userId,
  investment_id: investmentId,
  strategy_id: z.string(),
  chain: z.string(),
  asset: z.string(),
  amount: withDescription(
    z.nullable(amountOutput),
    'Below 0 only for a negative adjustment. For shares without a payment, their value at their ' +
      'block. Null for a rebase.',
  ),
  price_usd: withDescription(
    z.nullable(z.number()),
    'Price of one unit of the asset in USD at that time; null if unknown.',
  ),
  counterpart_id: counterpartId,
  reason: withDescription(z.nullable(z.string()), 'Reason of the operator for the adjustment.'),
  realized_earnings: withDescription(
    z.nullable(amountOutput),
    'Withdrawn amount less its cost; 0 for a deposit. Null on a chain: the investment has the sum.',
  ),
  value_after: withDescription(
    z.nullable(amountOutput),
    'Value of the investment right after; null on a chain.',
  ),
  wallet_address: z.nullable(z.string()),
  onchain: withDescription(z.nullable(transactionOnChain), 'The event on its chain. Null in the sandbox.'),
  created_at: withDescription(timestamp, 'On a chain, the time of the block.'),
});
export type Transaction = z.infer<typeof transaction>;

/** An investment in the sandbox ledger. Unlike in `investment`, the amounts are never null. */
const sandboxInvestment = z.extend(investment, { value: amountOutput, earned: amountOutput });

/** A sandbox transaction, and the investment after it. Its amounts are never null. */
export const transactionResult = z.extend(transaction, {
  amount: amountOutput,
  realized_earnings: amountOutput,
  value_after: amountOutput,
  investment: sandboxInvestment,
});
export type TransactionResult = z.infer<typeof transactionResult>;

export const asOfMeta = { as_of: withDescription(timestamp, 'Time of the values.') };

const totals = {
  value_usd: withDescription(z.number(), 'At the latest prices.'),
  principal_usd: withDescription(z.number(), 'Cost of the investments, at the latest prices.'),
  earned_usd: withDescription(z.number(), 'value_usd - principal_usd: earnings without price changes.'),
  realized_earnings_usd: z.number(),
  weighted_apy: withDescription(z.nullable(z.number()), 'Percent, weighted by value; null without a value.'),
  investments: withDescription(z.int(), 'Number of investments with a value.'),
};
const group = z.array(z.strictObject({ name: z.string(), ...totals }));

/** Totals over sandbox investments and the vault shares of wallets that the account has proved to control. */
export const portfolio = z.strictObject({
  ...totals,
  by_chain: group,
  by_protocol: group,
  by_asset: group,
  by_settlement: group,
  unpriced_assets: withDescription(
    z.array(z.string()),
    'Not in the totals, because its price or share price is unknown.',
  ),
});
export const portfolioMeta = {
  ...asOfMeta,
  prices_as_of: withDescription(
    z.nullable(timestamp),
    'When the prices were observed; null when there are none.',
  ),
};

export const sandboxClock = z.strictObject({
  now: withDescription(timestamp, 'Current time of the sandbox.'),
  ahead_seconds: withDescription(z.number(), 'How many seconds the sandbox clock is ahead of the real time.'),
});

registerSchemaNames({
  SandboxClock: [sandboxClock, 'The sandbox clock.'],
  InvestmentOnChain: [investmentOnChain, 'Place and shares of an investment in a vault.'],
  Investment: [investment, 'An investment. Amounts are in units of its asset.'],
  TransactionOnChain: [transactionOnChain, 'The vault event of a transaction.'],
  Transaction: [transaction, 'One entry of the history. Confirmed entries never change.'],
  BookedInvestment: [sandboxInvestment, 'A sandbox investment. Amounts are in units of its asset.'],
  SandboxTransaction: [transactionResult, 'A sandbox transaction, and the investment after it.'],
  Portfolio: [portfolio, 'Totals over sandbox investments and vault shares of proven wallets.'],
});
