import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { amountOutput, described, nameSchemas, timestamp } from '../../platform/contract/responses.ts';
import { SETTLEMENTS } from '../../strategies/contract/strategy.ts';
import {
  INVESTMENT_STATUSES,
  TRANSACTION_SOURCES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from './investment.ts';

const investmentId = z.string().check(z.startsWith(ID_PREFIXES.investment));

const settlement = described(
  z.enum(SETTLEMENTS),
  'sandbox: books without money, in test environments alone. onchain: a vault on its chain.',
);

export const userId = described(
  z.nullable(z.string()),
  "The caller's user to whom it belongs. Null for the caller's own.",
);

export const counterpartId = described(
  z.nullable(z.string()),
  'The other half of a move between strategies. Null for what is no part of one.',
);

/** Where a position in a vault is, and what of the vault it holds. */
const investmentOnChain = z.strictObject({
  chain_id: described(
    z.nullable(z.int()),
    'EIP-155 id of the chain; null of what was begun before it was kept.',
  ),
  vault_address: z.string(),
  wallet_proven: described(
    z.boolean(),
    'Whether the wallet has been shown to be yours. What others hold is in GET /investments/holdings alone.',
  ),
  shares: described(
    z.string(),
    "Of the vault, as its confirmed events say since the wallet's first steps were asked for.",
  ),
  pending_shares: described(z.string(), 'In blocks that are not deep enough yet; below 0 on their way out.'),
  priced_at: described(z.nullable(timestamp), 'When the share price of the value was observed.'),
});

/** A user's position in a strategy. Amounts are in units of `asset`. */
export const investment = z.strictObject({
  id: investmentId,
  user_id: userId,
  strategy_id: z.string(),
  strategy_name: z.string(),
  chain: z.string(),
  asset: described(
    z.string(),
    'What amounts are counted in: the asset of the strategy, the first one where it has several.',
  ),
  settlement,
  status: described(
    z.enum(INVESTMENT_STATUSES),
    'closed when nothing is held any more; another deposit makes it active again.',
  ),
  value: described(
    z.nullable(amountOutput),
    'What a withdrawal of everything would pay now, rounded down; of a vault at the share price observed last, and null before the first.',
  ),
  principal: described(
    amountOutput,
    'Cost of what is held (average cost): deposits less the part withdrawn.',
  ),
  earned: described(z.nullable(amountOutput), 'value - principal; negative for a loss.'),
  earned_percent: described(z.nullable(z.number()), 'earned / principal; null without either.'),
  realized_earnings: described(amountOutput, 'Withdrawn beyond the cost of what was withdrawn.'),
  total_deposited: amountOutput,
  total_withdrawn: amountOutput,
  wallet_address: z.nullable(z.string()),
  onchain: described(z.nullable(investmentOnChain), 'Where it is on its chain. Null in the books.'),
  created_at: described(timestamp, 'When it was opened; in a vault, the time of the first block.'),
  updated_at: described(timestamp, 'When something last happened to it.'),
  closed_at: z.nullable(timestamp),
});
export type Investment = z.infer<typeof investment>;

/** What a vault's event says of a movement. */
const transactionOnChain = z.strictObject({
  chain_id: described(
    z.nullable(z.int()),
    'EIP-155 id of the chain; null of what was begun before it was kept.',
  ),
  vault_address: z.string(),
  shares: described(z.string(), 'Of the vault that came or went; below 0 only for a rebase that takes some.'),
  transaction_hash: described(
    z.nullable(z.string()),
    "Of the transaction with the vault's event; null for a rebase.",
  ),
  block_number: described(z.nullable(z.int()), 'Of that event.'),
});

/** A movement of money. Confirmed ones never change. */
export const transaction = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.transaction)),
  type: described(
    z.enum(TRANSACTION_TYPES),
    "adjustment: an operator's correction of the value, up or down; its reason is given. transfer_in and transfer_out: shares of a vault that were sent to the wallet or away. rebase: shares that the chain has given or taken without an event.",
  ),
  settlement,
  source: described(
    z.enum(TRANSACTION_SOURCES),
    'transaction: made through this API, and in GET /investments/transactions/{id} under the same id. external: found on its chain, made past it.',
  ),
  status: described(
    z.enum(TRANSACTION_STATUSES),
    'pending: in a block of its chain that is not deep enough yet. failed: that block was replaced.',
  ),
  user_id: userId,
  investment_id: investmentId,
  strategy_id: z.string(),
  chain: z.string(),
  asset: z.string(),
  amount: described(
    z.nullable(amountOutput),
    'Below 0 only for an adjustment that takes something off. Null where shares alone moved.',
  ),
  price_usd: described(
    z.nullable(z.number()),
    'Price of one unit of the asset in USD at that moment; null when not known.',
  ),
  counterpart_id: counterpartId,
  reason: described(z.nullable(z.string()), 'Why an operator has adjusted the investment.'),
  realized_earnings: described(
    z.nullable(amountOutput),
    'Part of a withdrawal beyond its cost; 0 for a deposit. Null on a chain, where the investment has the sum.',
  ),
  value_after: described(z.nullable(amountOutput), 'Value of the investment right after; null on a chain.'),
  wallet_address: z.nullable(z.string()),
  onchain: described(z.nullable(transactionOnChain), 'What happened on its chain. Null in the books.'),
  created_at: described(timestamp, 'On a chain the time of the block.'),
});
export type Transaction = z.infer<typeof transaction>;

/** An investment in the books, where every amount is known. */
const bookedInvestment = z.extend(investment, { value: amountOutput, earned: amountOutput });

/** A movement in the books, where every amount is known, and the investment as it left it. */
export const movementResult = z.extend(transaction, {
  amount: amountOutput,
  realized_earnings: amountOutput,
  value_after: amountOutput,
  investment: bookedInvestment,
});
export type MovementResult = z.infer<typeof movementResult>;

export const asOf = { as_of: described(timestamp, 'The moment for which values are stated.') };

const totals = {
  value_usd: described(z.number(), 'At the latest prices.'),
  principal_usd: described(z.number(), 'Cost of what is held, at the latest prices too.'),
  earned_usd: described(z.number(), 'value_usd - principal_usd: what was earned, not what prices did.'),
  realized_earnings_usd: z.number(),
  weighted_apy: described(z.nullable(z.number()), 'Percent, weighted by value; null without a value.'),
  investments: described(z.int(), 'With a value.'),
};
const group = z.array(z.strictObject({ name: z.string(), ...totals }));

/** Totals over investments in the books and what proven wallets hold in vaults. */
export const portfolio = z.strictObject({
  ...totals,
  by_chain: group,
  by_protocol: group,
  by_asset: group,
  by_settlement: group,
  unpriced_assets: described(
    z.array(z.string()),
    'In no total, as no price of it, or of the shares of its vault, is known.',
  ),
});
export const portfolioMeta = {
  ...asOf,
  prices_as_of: described(z.nullable(timestamp), 'When the prices were observed; null when there are none.'),
};

/** The time in the sandbox's books. */
export const sandboxClock = z.strictObject({
  now: described(timestamp, 'What time it is there.'),
  ahead_seconds: described(z.number(), 'How far that is ahead.'),
});

nameSchemas({
  SandboxClock: [sandboxClock, "The time in the sandbox's books."],
  InvestmentOnChain: [investmentOnChain, 'Where a position in a vault is, and what of the vault it holds.'],
  Investment: [investment, 'A position in a strategy. Amounts are in units of its asset.'],
  TransactionOnChain: [transactionOnChain, "What a vault's event says of a movement."],
  Transaction: [transaction, 'A movement of money. Confirmed ones never change.'],
  BookedInvestment: [bookedInvestment, 'A position in the books. Amounts are in units of its asset.'],
  Movement: [movementResult, 'A movement in the books, and the investment as it left it.'],
  Portfolio: [portfolio, 'Totals over investments in the books and what proven wallets hold in vaults.'],
});
