import * as z from 'zod/mini';
import {
  amountOutput,
  count,
  described,
  nameSchemas,
  timestamp,
} from '../../../platform/contract/responses.ts';
import { SETTLEMENTS } from '../../../strategies/contract/strategy.ts';
import { userId } from '../responses.ts';

const usd = described(z.number(), 'USD.');

/** One day of a portfolio. */
export const portfolioDay = z.strictObject({
  date: z.iso.date(),
  value_usd: described(usd, 'At the end of the day, or by now; at the prices of the day.'),
  deposited_usd: described(usd, 'Paid in on the day.'),
  withdrawn_usd: described(usd, 'Paid out on the day.'),
  earned_usd: described(
    usd,
    'What the assets earned on the day, at its prices: not what those prices did meanwhile.',
  ),
  unpriced_assets: described(z.array(z.string()), 'In no figure of the day, as no price of it is known.'),
});
export type PortfolioDay = z.infer<typeof portfolioDay>;

/** A position at one moment. Amounts are in units of `asset`. */
export const statementLine = z.strictObject({
  settlement: z.enum(SETTLEMENTS),
  user_id: userId,
  investment_id: z.string(),
  strategy_id: z.string(),
  chain: z.string(),
  asset: z.string(),
  wallet_address: z.nullable(z.string()),
  value: described(z.nullable(amountOutput), 'Null before the first price of the vault’s shares.'),
  principal: described(amountOutput, 'Cost of what was held: average cost, in units of the asset.'),
  earned: described(z.nullable(amountOutput), 'value - principal.'),
  realized_earnings: described(amountOutput, 'Withdrawn beyond the cost of what was withdrawn.'),
  total_deposited: amountOutput,
  total_withdrawn: amountOutput,
  price_usd: described(z.nullable(z.number()), 'Of one unit of the asset, on that day; null when not known.'),
  value_usd: described(z.nullable(usd), 'At that price.'),
  cost_usd: described(
    z.nullable(usd),
    'Average cost of what was held, each deposit at the price of its moment; null where one of them had none.',
  ),
  unrealized_profit_usd: described(z.nullable(usd), 'value_usd - cost_usd.'),
  realized_profit_usd: described(
    z.nullable(usd),
    'What withdrawals paid, at the prices of their moments, less the cost of what left.',
  ),
});
export type StatementLine = z.infer<typeof statementLine>;

const statementTotals = z.strictObject({
  value_usd: usd,
  cost_usd: usd,
  unrealized_profit_usd: usd,
  realized_profit_usd: usd,
  incomplete: described(count, 'Lines of which a figure is not known, and in none of the sums.'),
});
export type StatementTotals = z.infer<typeof statementTotals>;

const pricesAsOf = described(
  z.nullable(timestamp),
  'When the latest prices were observed; null when there are none.',
);
export const dailyMeta = {
  as_of: described(timestamp, 'The moment up to which the last day goes.'),
  prices_as_of: pricesAsOf,
};
export const statementMeta = {
  as_of: described(timestamp, 'The moment for which the statement is.'),
  prices_as_of: pricesAsOf,
  totals: described(statementTotals, 'Over all lines, whatever the page.'),
};

nameSchemas({
  PortfolioDay: [portfolioDay, 'What a day brought.'],
  StatementLine: [statementLine, 'A position as it stood at a moment, with its profit and loss.'],
  StatementTotals: [statementTotals, 'Sums over the lines of a statement.'],
});
