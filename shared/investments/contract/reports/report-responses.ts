import * as z from 'zod/mini';
import {
  amountOutput,
  count,
  registerSchemaNames,
  timestamp,
  withDescription,
} from '../../../platform/contract/responses.ts';
import { SETTLEMENTS } from '../../../strategies/contract/strategy.ts';
import { userId } from '../responses.ts';

const usd = withDescription(z.number(), 'USD.');

export const portfolioDay = z.strictObject({
  date: z.iso.date(),
  value_usd: withDescription(
    usd,
    'Value in USD at the end of the day (today: now), at the prices of the day.',
  ),
  deposited_usd: withDescription(usd, 'Deposits of the day in USD.'),
  withdrawn_usd: withDescription(usd, 'Withdrawals of the day in USD.'),
  earned_usd: withDescription(
    usd,
    'Earnings of the day in USD at the prices of the day. Price changes are not included.',
  ),
  unpriced_assets: withDescription(
    z.array(z.string()),
    'Assets that are in no figure of the day, because their price is unknown.',
  ),
});
export type PortfolioDay = z.infer<typeof portfolioDay>;

/** One line of a statement: an investment at one moment. Amounts are in units of `asset`. */
export const statementLine = z.strictObject({
  settlement: z.enum(SETTLEMENTS),
  user_id: userId,
  investment_id: z.string(),
  strategy_id: z.string(),
  chain: z.string(),
  asset: z.string(),
  wallet_address: z.nullable(z.string()),
  value: withDescription(z.nullable(amountOutput), 'Null before the first price of the vault’s shares.'),
  principal: withDescription(amountOutput, 'Average cost of the position, in units of the asset.'),
  earned: withDescription(z.nullable(amountOutput), 'value - principal.'),
  realized_earnings: withDescription(amountOutput, 'Withdrawn amounts less their cost.'),
  total_deposited: amountOutput,
  total_withdrawn: amountOutput,
  price_usd: withDescription(
    z.nullable(z.number()),
    'Price of one unit of the asset on that day in USD; null if unknown.',
  ),
  value_usd: withDescription(z.nullable(usd), 'Value at that price, USD.'),
  cost_usd: withDescription(
    z.nullable(usd),
    'Average cost in USD, with each deposit at the price of its time; null if the price of a deposit is unknown.',
  ),
  unrealized_profit_usd: withDescription(z.nullable(usd), 'value_usd - cost_usd.'),
  realized_profit_usd: withDescription(
    z.nullable(usd),
    'Withdrawn amounts at the prices of their times, less their cost, USD.',
  ),
});
export type StatementLine = z.infer<typeof statementLine>;

const statementTotals = z.strictObject({
  value_usd: usd,
  cost_usd: usd,
  unrealized_profit_usd: usd,
  realized_profit_usd: usd,
  incomplete: withDescription(count, 'Number of lines with an unknown figure. They are in none of the sums.'),
});
export type StatementTotals = z.infer<typeof statementTotals>;

const pricesAsOf = withDescription(
  z.nullable(timestamp),
  'When the latest prices were observed; null when there are none.',
);
export const dailyReportMeta = {
  as_of: withDescription(timestamp, 'Time up to which the latest day is counted.'),
  prices_as_of: pricesAsOf,
};
export const statementMeta = {
  as_of: withDescription(timestamp, 'Time of the statement.'),
  prices_as_of: pricesAsOf,
  totals: withDescription(statementTotals, 'Sums over all lines, not only those of the page.'),
};

registerSchemaNames({
  PortfolioDay: [portfolioDay, 'Value, deposits, withdrawals and earnings of one day.'],
  StatementLine: [statementLine, 'A position at one time, with its profit and loss.'],
  StatementTotals: [statementTotals, 'Sums over the lines of a statement.'],
});
