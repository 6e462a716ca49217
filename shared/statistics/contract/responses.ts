import * as z from 'zod/mini';
import { PLANS } from '../../platform/contract/plans.ts';
import {
  amountOutput,
  count,
  registerSchemaNames,
  timestamp,
  withDescription,
} from '../../platform/contract/responses.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { CONNECTION_STATUSES } from '../../wallets/contract/connection.ts';

const usd = withDescription(z.nullable(z.number()), 'At the latest prices; null if no price is known.');
const pricedAssetsUsd = withDescription(z.number(), 'Sum of the assets with a price.');

const VALUE_UNITS_TEXT = ', in units of the asset at the last observed share price; null without one.';

const positionTotalFields = { positions: withDescription(count, 'Active ones.'), value_usd: pricedAssetsUsd };

const transactionSum = z.strictObject({
  count,
  value_usd: pricedAssetsUsd,
  by_asset: z.array(z.strictObject({ asset: z.string(), amount: amountOutput, value_usd: usd })),
});

const transactionStatistics = z.strictObject({
  from: withDescription(timestamp, 'Start of the window: a full hour (24h) or day (30d), UTC.'),
  deposits: transactionSum,
  withdrawals: transactionSum,
});

const transactionTotals = z.strictObject({ count, value_usd: pricedAssetsUsd });

const day = z.strictObject({
  day: withDescription(z.iso.date(), 'UTC.'),
  as_of: withDescription(timestamp, 'When the figures were counted.'),
  users: count,
  api_keys: withDescription(count, 'Active API keys.'),
  wallet_connections: count,
  positions: withDescription(count, 'Active positions.'),
  positions_value_usd: pricedAssetsUsd,
  deposits: withDescription(transactionTotals, 'In the 24 hours before `as_of`.'),
  withdrawals: withDescription(transactionTotals, 'In the 24 hours before `as_of`.'),
  requests: withDescription(
    z.strictObject({ admitted: count, refused: count }),
    'In the 24 hours before `as_of`.',
  ),
});

export const statistics = z.strictObject({
  users: z.strictObject({
    total: count,
    by_plan: z.record(z.enum(PLANS), count),
    by_role: z.record(z.enum(ROLES), count),
  }),
  api_keys: z.strictObject({
    active: withDescription(count, 'Not revoked, and not expired before today (UTC).'),
  }),
  requests_24h: z.strictObject({
    from: withDescription(timestamp, 'Start of the window: a full hour, UTC.'),
    until: withDescription(
      z.nullable(timestamp),
      'When requests were last counted, once an hour; null before the first time.',
    ),
    admitted: withDescription(count, 'Requests with a credential.'),
    refused: withDescription(count, 'Rejected by the rate limit or by the address allowlist.'),
  }),
  wallet_connections: z.strictObject({
    total: count,
    by_status: z.record(z.enum(CONNECTION_STATUSES), count),
  }),
  positions: z.strictObject({
    active: count,
    value_usd: pricedAssetsUsd,
    by_chain: z.array(z.strictObject({ chain: z.string(), ...positionTotalFields })),
    by_asset: z.array(
      z.strictObject({
        asset: z.string(),
        positions: count,
        principal: amountOutput,
        value: withDescription(amountOutput, 'As of now, in units of the asset.'),
        value_usd: usd,
      }),
    ),
  }),
  solvency: z.strictObject({
    strategies: withDescription(count, 'Strategies with open sandbox investments.'),
    unknown: withDescription(count, 'Of these, strategies without a price or no longer in the catalog.'),
    uncovered: withDescription(count, 'Of these, strategies that owe more than their TVL.'),
    largest_uncovered: withDescription(
      z.array(
        z.strictObject({
          strategy_id: z.string(),
          asset: z.string(),
          owed: withDescription(amountOutput, 'What the ledger owes now, in units of the asset.'),
          owed_usd: withDescription(z.number(), 'The same at the latest price.'),
          tvl_usd: withDescription(z.number(), 'TVL of the strategy according to its source.'),
        }),
      ),
      'At most 20, those that lack the most first.',
    ),
    vaults: withDescription(
      z.strictObject({
        strategies: withDescription(count, 'Strategies with followed wallets in their vaults.'),
        unknown: withDescription(
          count,
          'Of these, vaults not compared with their chain in the last 3 hours, or rebasing vaults with smaller balances.',
        ),
        uncovered: withDescription(
          count,
          'Of these, vaults in which wallets have less than the ledger says.',
        ),
        largest_uncovered: withDescription(
          z.array(
            z.strictObject({
              strategy_id: z.string(),
              asset: z.string(),
              owed: withDescription(
                z.nullable(amountOutput),
                `What the wallets have according to the ledger${VALUE_UNITS_TEXT}`,
              ),
              owed_usd: usd,
              lacking: withDescription(
                z.nullable(amountOutput),
                `What the wallets lack on the chain${VALUE_UNITS_TEXT}`,
              ),
              lacking_usd: usd,
              lacking_wallets: withDescription(count, 'Wallets that have less than the ledger says.'),
              block_number: withDescription(count, 'The block at which ledger and chain were compared.'),
              compared_at: timestamp,
            }),
          ),
          'At most 20, those that lack the most first.',
        ),
      }),
      'Vault shares according to the ledger, compared with the chains every hour.',
    ),
  }),
  transactions_24h: transactionStatistics,
  transactions_30d: transactionStatistics,
  catalog: z.strictObject({
    strategies: withDescription(z.nullable(count), 'Strategies in the catalog; null without a catalog.'),
    as_of: z.nullable(timestamp),
    age_seconds: z.nullable(count),
  }),
  days: withDescription(
    z.array(day),
    'The figures at the daily recount of the last 90 days, oldest first. A day without a recount is missing.',
  ),
});
export type Statistics = z.infer<typeof statistics>;

registerSchemaNames({
  Statistics: [statistics, 'Statistics of the whole service.'],
  StatisticsDay: [day, 'Figures of the service on one day.'],
});
