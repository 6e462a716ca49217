import * as z from 'zod/mini';
import { amountOutput, described, nameSchemas, timestamp } from '../../platform/contract/responses.ts';
import { RISK_LEVELS, SETTLEMENTS, strategyId } from './strategy.ts';

const apyPercent = described(z.number(), 'APY in percent: 5.0 means 5%.');

/** One element of the strategy list: exactly the documented fields, and how money reaches it. */
export const strategy = z.strictObject({
  id: strategyId,
  name: z.string(),
  description: z.string(),
  chain: described(z.string(), 'Blockchain name, lower case.'),
  asset: described(z.string(), 'Asset symbol, upper case; for a pool of several assets, joined by dashes.'),
  protocol: described(z.string(), 'Name of the underlying protocol, lower case.'),
  strategy_type: described(z.string(), 'Kind of strategy, for example lending.'),
  current_apy: apyPercent,
  historical_apy: described(
    z.strictObject({ '7d': apyPercent, '30d': apyPercent, '90d': apyPercent }),
    'Mean APY in percent over each window.',
  ),
  risk_level: z.enum(RISK_LEVELS),
  tvl: described(z.number(), 'Total value locked in USD.'),
  min_deposit: described(z.number(), 'Minimum deposit in USD.'),
  created_at: timestamp,
  updated_at: timestamp,
  settlement: described(
    z.enum(SETTLEMENTS),
    'How deposits are settled. onchain: in the vault. sandbox: in books without money. none: not through this ' +
      'service, as where the vault is closed. Lists tell of a vault that operators register or close with the next ' +
      'ingestion.',
  ),
});
export type Strategy = z.infer<typeof strategy>;

/** One factor of the risk score: `points = value x weight`, and the score is the sum of the points. */
const riskFactor = z.strictObject({
  name: z.string(),
  value: described(z.number().check(z.minimum(0), z.maximum(1)), '0 is the safest, 1 the riskiest.'),
  weight: described(z.number().check(z.minimum(0), z.maximum(100)), 'Points that the factor adds at most.'),
  points: z.number().check(z.minimum(0), z.maximum(100)),
});

const risk = z.strictObject({
  score: described(z.number().check(z.minimum(0), z.maximum(100)), '0 is the safest, 100 the riskiest.'),
  factors: z.array(riskFactor),
  floors: described(
    z.array(
      z.strictObject({
        name: described(z.string(), 'For example short_history, tiny_tvl or stuck_rate.'),
        level: described(z.enum(RISK_LEVELS), 'The level that it sets at least.'),
        reason: z.string(),
      }),
    ),
    'What keeps the level from being lower than they say.',
  ),
});

/** What may be expected of the mean APY over a horizon. */
export const expectedApy = z.strictObject({
  mean: apyPercent,
  low80: described(z.number(), 'One outcome in ten is expected below it, percent.'),
  high80: described(z.number(), 'One outcome in ten is expected above it, percent.'),
});

const vaultPercent = z.nullable(z.number());

/** A vault as it was measured on its chain. */
const vaultFigures = z.strictObject({
  address: z.string(),
  share_decimals: z.int(),
  share_price: described(z.nullable(amountOutput), 'Units of the asset for one share.'),
  assets: described(z.nullable(amountOutput), 'What it holds, in units of the asset.'),
  apy_7d: described(vaultPercent, 'What a share has made over 7 days, as a year at that pace, percent.'),
  apy_30d: described(vaultPercent, 'The same over 30 days.'),
  observed_at: described(z.nullable(timestamp), 'Time of the block that it was read at.'),
  fees: described(
    z.strictObject({
      entry_percent: z.number(),
      exit_percent: z.number(),
      performance_percent: described(vaultPercent, 'Of what it earns. Null where it does not say.'),
    }),
    "The vault's own. They are in its share price or in what it pays out; this service takes none.",
  ),
});

/** A strategy with all that is known of it. */
export const strategyDetail = z.extend(strategy, {
  status: described(
    z.enum(['listed', 'unlisted', 'paused']),
    'listed: open for deposits. paused: operators have stopped deposits. unlisted: its source tells nothing of it ' +
      'any more, so it takes no deposits and does not grow. Withdrawals are paid in every state.',
  ),
  apy_base: described(z.nullable(apyPercent), 'APY from the protocol itself, in percent.'),
  apy_reward: described(z.nullable(apyPercent), 'APY from reward tokens, in percent.'),
  underlying_assets: z.array(z.string()).check(z.minLength(1)),
  exposure: z.enum(['single', 'multi']),
  il_risk: described(
    z.nullable(z.boolean()),
    'Whether the pool is exposed to impermanent loss. Null where the source does not say.',
  ),
  stablecoin: described(z.nullable(z.boolean()), 'Null where the source does not say.'),
  volatility_30d: described(
    z.nullable(z.number()),
    'Standard deviation of the daily APY over 30 days, in percentage points.',
  ),
  history_days: described(z.int().check(z.minimum(0)), 'Days of history held.'),
  expected_apy: described(
    z.strictObject({ '7d': expectedApy, '30d': expectedApy, '90d': expectedApy }),
    'What may be expected of the mean APY over the next 7, 30 and 90 days, with an interval that 80 of 100 outcomes ' +
      'fall into. /market/calibration says how often it held.',
  ),
  apy_volatility_30d: described(
    z.nullable(z.number()),
    'Standard deviation of ln(1 + APY%) over 30 days. Null where fewer than 15 days are known.',
  ),
  tvl_volatility_30d: described(
    z.nullable(z.number()),
    'Standard deviation of the daily changes of ln(TVL) over 30 days. Null like the one above.',
  ),
  tvl_growth_30d: described(z.nullable(z.number()), 'TVL over that of 30 days before: 2 is twice.'),
  unmoved_days: described(z.int().check(z.minimum(0)), 'Days for which the APY has not moved.'),
  peer_apy: described(
    z.nullable(z.number()),
    'Median APY of strategies of the same assets and exposure over 1 million USD, percent.',
  ),
  risk,
  flags: described(z.array(z.string()), 'Warnings such as outlier or short_history.'),
  source: z.string(),
  as_of: described(timestamp, 'When the source observed the figures.'),
  chain_id: described(z.nullable(z.int()), 'EIP-155 id of the chain. Null for chains of other kinds.'),
  tokens: described(
    z.array(
      z.strictObject({
        symbol: z.nullable(z.string()),
        address: z.string(),
        id: described(z.nullable(z.string()), 'After CAIP-19, such as eip155:1/erc20:0xa0b8...'),
      }),
    ),
    'The underlying tokens, in the order of the source. Empty where it does not say.',
  ),
  source_pool: z.strictObject({
    id: described(z.string(), "The source's own id."),
    url: described(z.nullable(z.string()), 'Where the source shows it.'),
  }),
  deposit_asset: described(
    z.strictObject({
      symbol: z.string(),
      decimals: z.int(),
      address: described(z.nullable(z.string()), 'On its chain. Null where the source does not say.'),
    }),
    'What deposits are made and counted in.',
  ),
  vault: described(
    z.nullable(vaultFigures),
    'The ERC-4626 vault with what its own share price says. Null without one.',
  ),
  protocol_info: z.strictObject({
    name: z.string(),
    url: described(z.nullable(z.string()), 'Its site. Null where none is known.'),
  }),
});
export type StrategyDetail = z.infer<typeof strategyDetail>;

export const asOf = {
  as_of: described(z.nullable(timestamp), 'Age of the catalog behind the answer.'),
};

nameSchemas({
  Strategy: [strategy, 'One strategy as the list shows it.'],
  RiskFactor: [
    riskFactor,
    'One factor of the risk score: points = value x weight, and the score is the sum of the points.',
  ],
  Risk: [risk, 'How the risk level came about.'],
  ExpectedApy: [expectedApy, 'What may be expected of the mean APY over a horizon.'],
  StrategyDetail: [strategyDetail, 'A strategy with all that is known of it.'],
});
