import * as z from 'zod';
import { amountOutput } from '../platform/contract/amounts.ts';
import { PLANS } from '../platform/contract/plans.ts';
import { defineRoute } from '../platform/contract/route.ts';
import { ROLES } from '../platform/contract/scopes.ts';
import { CONNECTION_STATUSES } from '../wallets/contract.ts';

const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
const count = z.int().min(0);
const usd = z.number().nullable().meta({ description: 'At the latest prices; null where none is known.' });
const pricedUsd = z.number().meta({ description: 'Sum of what has a price.' });

const positionsOf = { positions: count.meta({ description: 'Active ones.' }), value_usd: pricedUsd };

const movementSum = z.strictObject({
  count,
  value_usd: pricedUsd,
  by_asset: z.array(z.strictObject({ asset: z.string(), amount: amountOutput, value_usd: usd })),
});

const movements = z.strictObject({
  from: timestamp.meta({ description: 'Start of the window: a full hour (24h) or day (30d), UTC.' }),
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
    active: count.meta({ description: 'Not revoked, and not expired before today (UTC).' }),
  }),
  requests_24h: z.strictObject({
    from: timestamp.meta({ description: 'Start of the window: a full hour, UTC.' }),
    until: timestamp.nullable().meta({
      description: 'When requests were last counted, once an hour; null before the first time.',
    }),
    admitted: count.meta({ description: 'Requests with a credential.' }),
    refused: count.meta({ description: 'Refused by the rate limit.' }),
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
        value: amountOutput.meta({ description: 'As of now, in units of the asset.' }),
        value_usd: usd,
      }),
    ),
  }),
  movements_24h: movements,
  movements_30d: movements,
  catalog: z.strictObject({
    strategies: count.nullable().meta({ description: 'Listed ones; null while there is no catalog.' }),
    as_of: timestamp.nullable(),
    age_seconds: count.nullable(),
  }),
});
export type Statistics = z.infer<typeof statistics>;

export const adminStatistics = {
  statistics: defineRoute({
    id: 'statistics.get',
    method: 'GET',
    path: '/admin/statistics',
    summary: 'Read platform statistics',
    description:
      'Counters that follow every change within about a second (requests: every hour), positions valued as of now, and the state of the catalog.',
    access: 'admin',
    table: 'read',
    query: z.strictObject({}),
    response: statistics,
    meta: {
      as_of: timestamp,
      prices_as_of: timestamp.nullable().meta({ description: 'Age of the prices; null without any.' }),
    },
    status: 200,
    paginated: false,
    errors: [],
    lambda: { memoryMb: 1024 },
  }),
} as const;
