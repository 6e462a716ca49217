import * as z from 'zod/mini';
import { PLANS } from '../../platform/contract/plans.ts';
import { amountOutput, count, described, nameSchemas, timestamp } from '../../platform/contract/responses.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { CONNECTION_STATUSES } from '../../wallets/contract/connection.ts';

const usd = described(z.nullable(z.number()), 'At the latest prices; null where none is known.');
const pricedUsd = described(z.number(), 'Sum of what has a price.');

const WORTH = ', in units of the asset at the share price observed last; null without one.';

const positionsOf = { positions: described(count, 'Active ones.'), value_usd: pricedUsd };

const movementSum = z.strictObject({
  count,
  value_usd: pricedUsd,
  by_asset: z.array(z.strictObject({ asset: z.string(), amount: amountOutput, value_usd: usd })),
});

const movements = z.strictObject({
  from: described(timestamp, 'Start of the window: a full hour (24h) or day (30d), UTC.'),
  deposits: movementSum,
  withdrawals: movementSum,
});

export const statistics = z.strictObject({
  users: z.strictObject({
    total: count,
    by_plan: z.record(z.enum(PLANS), count),
    by_role: z.record(z.enum(ROLES), count),
  }),
  api_keys: z.strictObject({
    active: described(count, 'Not revoked, and not expired before today (UTC).'),
  }),
  requests_24h: z.strictObject({
    from: described(timestamp, 'Start of the window: a full hour, UTC.'),
    until: described(
      z.nullable(timestamp),
      'When requests were last counted, once an hour; null before the first time.',
    ),
    admitted: described(count, 'Requests with a credential.'),
    refused: described(count, 'Refused by the rate limit, or for the address that they came from.'),
  }),
  wallet_connections: z.strictObject({
    total: count,
    by_status: z.record(z.enum(CONNECTION_STATUSES), count),
  }),
  positions: z.strictObject({
    active: count,
    value_usd: pricedUsd,
    by_chain: z.array(z.strictObject({ chain: z.string(), ...positionsOf })),
    by_asset: z.array(
      z.strictObject({
        asset: z.string(),
        positions: count,
        principal: amountOutput,
        value: described(amountOutput, 'As of now, in units of the asset.'),
        value_usd: usd,
      }),
    ),
  }),
  solvency: z.strictObject({
    strategies: described(count, 'Strategies whose books owe anything.'),
    unknown: described(count, 'Of those, such as have no price, or are listed no more.'),
    uncovered: described(count, 'Of those, such as owe more than their source says that they hold.'),
    largest_uncovered: described(
      z.array(
        z.strictObject({
          strategy_id: z.string(),
          asset: z.string(),
          owed: described(amountOutput, 'What the books owe as of now, in units of the asset.'),
          owed_usd: described(z.number(), 'The same at the latest price.'),
          tvl_usd: described(z.number(), 'What the strategy holds by its source.'),
        }),
      ),
      'At most 20, those that lack the most first.',
    ),
    vaults: described(
      z.strictObject({
        strategies: described(count, 'Strategies in whose vaults wallets are followed.'),
        unknown: described(
          count,
          'Of those, such as were not compared with their chain within three hours, or whose balances move by themselves and are less.',
        ),
        uncovered: described(count, 'Of those, such as give wallets less than the books say.'),
        largest_uncovered: described(
          z.array(
            z.strictObject({
              strategy_id: z.string(),
              asset: z.string(),
              owed: described(z.nullable(amountOutput), `What the books say that the wallets have${WORTH}`),
              owed_usd: usd,
              lacking: described(z.nullable(amountOutput), `What wallets have less than that${WORTH}`),
              lacking_usd: usd,
              lacking_wallets: described(count, 'Wallets that have less than the books say.'),
              block_number: described(count, 'The block at which books and chain were compared.'),
              compared_at: timestamp,
            }),
          ),
          'At most 20, those that lack the most first.',
        ),
      }),
      'What the books owe to wallets in vaults, beside what the chains give them: compared every hour.',
    ),
  }),
  movements_24h: movements,
  movements_30d: movements,
  catalog: z.strictObject({
    strategies: described(z.nullable(count), 'Listed ones; null while there is no catalog.'),
    as_of: z.nullable(timestamp),
    age_seconds: z.nullable(count),
  }),
});
export type Statistics = z.infer<typeof statistics>;

nameSchemas({
  Statistics: [statistics, 'Figures of the whole service.'],
});
