import * as z from 'zod';
import { chainSlug } from '../chain/contract.ts';
import { EXAMPLE_STRATEGY_ID, ID_PREFIXES } from '../platform/contract/ids.ts';
import {
  assetParam,
  booleanParam,
  enumParam,
  finiteParam,
  listParam,
  pageParams,
  textParam,
} from '../platform/contract/query.ts';
import { defineRoute } from '../platform/contract/route.ts';

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
export const STRATEGY_SORTS = ['tvl', 'current_apy', 'name', 'created_at'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
const apyPercent = z.number().meta({ description: 'APY in percent: 5.0 means 5%.' });

/** A strategy's id: the prefix and a stable hash of the source's pool id. */
export const strategyId = z.string().regex(new RegExp(`^${ID_PREFIXES.strategy}[0-9a-z]+$`));

/** One element of the strategy list: exactly the documented fields. */
export const strategy = z.strictObject({
  id: strategyId,
  name: z.string(),
  description: z.string(),
  chain: z.string().meta({ description: 'Blockchain name, lower case.' }),
  asset: z
    .string()
    .meta({ description: 'Asset symbol, upper case; for a pool of several assets, joined by dashes.' }),
  protocol: z.string().meta({ description: 'Name of the underlying protocol, lower case.' }),
  strategy_type: z.string().meta({ description: 'Kind of strategy, for example lending.' }),
  current_apy: apyPercent,
  historical_apy: z
    .strictObject({ '7d': apyPercent, '30d': apyPercent, '90d': apyPercent })
    .meta({ description: 'Mean APY in percent over each window.' }),
  risk_level: z.enum(RISK_LEVELS),
  tvl: z.number().meta({ description: 'Total value locked in USD.' }),
  min_deposit: z.number().meta({ description: 'Minimum deposit in USD.' }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Strategy = z.infer<typeof strategy>;

/** One factor of the risk score: `points = value x weight`, and the score is the sum of the points. */
export const riskFactor = z.strictObject({
  name: z.string(),
  value: z.number().min(0).max(1).meta({ description: '0 is the safest, 1 the riskiest.' }),
  weight: z.number().min(0).max(100).meta({ description: 'Points that the factor adds at most.' }),
  points: z.number().min(0).max(100),
});

/** Something that keeps the risk level from being lower, whatever the score says. */
export const riskFloor = z.strictObject({
  name: z.string().meta({ description: 'For example short_history, tiny_tvl or stuck_rate.' }),
  level: z.enum(RISK_LEVELS).meta({ description: 'The level that it sets at least.' }),
  reason: z.string(),
});

export const risk = z.strictObject({
  score: z.number().min(0).max(100).meta({ description: '0 is the safest, 100 the riskiest.' }),
  factors: z.array(riskFactor),
  floors: z.array(riskFloor).meta({ description: 'What keeps the level from being lower than they say.' }),
});

/** What may be expected of the mean APY over a horizon. */
export const expectedApy = z.strictObject({
  mean: apyPercent,
  low80: apyPercent.meta({ description: 'One outcome in ten is expected below it, percent.' }),
  high80: apyPercent.meta({ description: 'One outcome in ten is expected above it, percent.' }),
});

/** A strategy with all its figures. */
const strategyFigures = strategy.extend({
  status: z.enum(['listed', 'unlisted', 'paused']).meta({
    description:
      'listed: open for deposits. paused: operators have stopped deposits. unlisted: its source tells nothing of it ' +
      'any more, so it takes no deposits and does not grow. Withdrawals are paid in every state.',
  }),
  apy_base: apyPercent.nullable().meta({ description: 'APY from the protocol itself, in percent.' }),
  apy_reward: apyPercent.nullable().meta({ description: 'APY from reward tokens, in percent.' }),
  underlying_assets: z.array(z.string()).min(1),
  exposure: z.enum(['single', 'multi']),
  il_risk: z.boolean().nullable().meta({
    description: 'Whether the pool is exposed to impermanent loss. Null where the source does not say.',
  }),
  stablecoin: z.boolean().nullable().meta({ description: 'Null where the source does not say.' }),
  volatility_30d: z
    .number()
    .nullable()
    .meta({ description: 'Standard deviation of the daily APY over 30 days, in percentage points.' }),
  history_days: z.int().min(0).meta({ description: 'Days of history held.' }),
  expected_apy: z.strictObject({ '7d': expectedApy, '30d': expectedApy, '90d': expectedApy }).meta({
    description:
      'What may be expected of the mean APY over the next 7, 30 and 90 days, with an interval that 80 of 100 outcomes ' +
      'fall into. /market/calibration says how often it held.',
  }),
  apy_volatility_30d: z.number().nullable().meta({
    description: 'Standard deviation of ln(1 + APY%) over 30 days. Null where fewer than 15 days are known.',
  }),
  tvl_volatility_30d: z.number().nullable().meta({
    description: 'Standard deviation of the daily changes of ln(TVL) over 30 days. Null like the one above.',
  }),
  tvl_growth_30d: z.number().nullable().meta({ description: 'TVL over that of 30 days before: 2 is twice.' }),
  unmoved_days: z.int().min(0).meta({ description: 'Days for which the APY has not moved.' }),
  peer_apy: apyPercent.nullable().meta({
    description: 'Median APY of strategies of the same assets and exposure over 1 million USD, percent.',
  }),
  risk,
  flags: z.array(z.string()).meta({ description: 'Warnings such as outlier or short_history.' }),
  source: z.string(),
  as_of: timestamp.meta({ description: 'When the source observed the figures.' }),
});

/** A strategy with all that is known of it, and by what else it can be recognised. */
export const strategyDetail = strategyFigures.extend({
  chain_id: z
    .int()
    .nullable()
    .meta({ description: 'EIP-155 id of the chain. Null for chains of other kinds.' }),
  tokens: z
    .array(
      z.strictObject({
        symbol: z.string().nullable(),
        address: z.string(),
        id: z.string().nullable().meta({ description: 'After CAIP-19, such as eip155:1/erc20:0xa0b8...' }),
      }),
    )
    .meta({ description: 'The underlying tokens, in the order of the source. Empty where it does not say.' }),
  source_pool: z.strictObject({
    id: z.string().meta({ description: "The source's own id." }),
    url: z.string().nullable().meta({ description: 'Where the source shows it.' }),
  }),
  protocol_info: z.strictObject({
    name: z.string(),
    url: z.string().nullable().meta({ description: 'Its site. Null where none is known.' }),
  }),
});
export type StrategyDetail = z.infer<typeof strategyDetail>;

/** A strategy as it is stored: its figures, and what ties it to its source. */
export const strategyRecord = strategyFigures.extend({
  source_pool_id: z.string(),
  token_addresses: z.array(z.string()),
  outlier: z.boolean().nullable(),
});
export type StrategyRecord = z.infer<typeof strategyRecord>;

/** Strategies that are compared at once. */
const COMPARED_MAX = 10;

/** Values that one filter may name. */
const FILTER_VALUES_MAX = 50;

export const chainParam = textParam(64).transform(chainSlug);
export const protocolParam = textParam(128).transform((value) => value.toLowerCase());

/** In the order of the domain's families: assets that are worth the same, in all their forms. */
export const ASSET_FAMILIES = ['ETH', 'BTC', 'USD', 'EUR', 'SOL', 'BNB', 'AVAX', 'POL'] as const;
export const familyParam = textParam(8)
  .transform((value) => value.toUpperCase())
  .pipe(z.enum(ASSET_FAMILIES, { error: `must be one of ${ASSET_FAMILIES.join(', ')}` }));

/** The list's filters, which performance and recommendation share. */
export const strategyFilters = {
  chain: listParam(chainParam, FILTER_VALUES_MAX)
    .optional()
    .meta({ description: 'Keep only strategies on this chain or one of these, in any letter case.' }),
  asset: listParam(assetParam, FILTER_VALUES_MAX).optional().meta({
    description: 'Keep only strategies whose asset is this symbol or one of these.',
  }),
  underlying: listParam(assetParam, FILTER_VALUES_MAX).optional().meta({
    description: 'Keep only strategies that hold this asset or one of these, alone or among others.',
  }),
  family: familyParam.optional().meta({
    description:
      'Keep only strategies of assets of this family alone: ETH with its staked and wrapped forms, for one.',
  }),
  exposure: enumParam(['single', 'multi']).optional().meta({
    description: 'Keep only strategies of one asset, or of several.',
  }),
  stablecoin: booleanParam.optional().meta({
    description:
      'Keep only strategies of stablecoins, or of others. Those of which it is not known are in neither.',
  }),
  il_risk: booleanParam.optional().meta({
    description: 'Keep only strategies that are exposed to impermanent loss, or that are not.',
  }),
  min_apy: finiteParam()
    .optional()
    .meta({ description: 'Keep only strategies whose current APY percentage is at least this value.' }),
  risk_level: enumParam(RISK_LEVELS)
    .optional()
    .meta({ description: 'Keep only strategies of this risk level.' }),
  protocol: listParam(protocolParam, FILTER_VALUES_MAX)
    .optional()
    .meta({ description: 'Keep only strategies of this protocol or one of these, in any letter case.' }),
  strategy_type: textParam(64)
    .transform((value) => value.toLowerCase())
    .optional()
    .meta({ description: 'Keep only strategies of this kind, for example lending.' }),
  min_tvl: finiteParam()
    .optional()
    .meta({ description: 'Keep only strategies with at least this TVL in USD.' }),
} as const;

/** The codes of the two filters that have their own. */
export const filterErrors = {
  'query.chain': 'invalid_chain',
  'query.risk_level': 'invalid_risk_level',
} as const;

export const asOf = {
  as_of: timestamp.nullable().meta({ description: 'Age of the catalog behind the answer.' }),
};

export const strategies = {
  list: defineRoute({
    id: 'strategies.list',
    method: 'GET',
    path: '/strategies',
    summary: 'List all strategies',
    description: 'A page of the listed strategies, by default those with the highest TVL first.',
    access: 'strategies:read',
    table: 'read',
    query: z.strictObject({
      ...strategyFilters,
      search: textParam(128)
        .optional()
        .meta({
          description:
            'Keep strategies whose name, asset, protocol or chain contains every word, in any order, letter case and ' +
            'with or without accents.',
        }),
      sort: enumParam(STRATEGY_SORTS).default('tvl').meta({ description: 'The field to sort by.' }),
      order: enumParam(SORT_ORDERS).optional().meta({
        description: 'Direction of the sort: desc by default, asc for sort=name.',
      }),
      ...pageParams,
    }),
    response: z.array(strategy),
    meta: asOf,
    status: 200,
    paginated: true,
    errors: ['invalid_chain', 'invalid_risk_level'],
    fieldErrors: filterErrors,
    lambda: { memoryMb: 1024 },
    example: { query: { chain: 'ethereum', asset: 'USDC', min_apy: '2' } },
  }),
  export: defineRoute({
    id: 'strategies.export',
    method: 'GET',
    path: '/strategies/export',
    summary: 'All strategies at once',
    description:
      'Every listed strategy as the list shows it, all of one catalog: the answer names its version. Always gzipped; ' +
      'clients that understand Content-Encoding: gzip see JSON.',
    access: 'strategies:read',
    table: 'read',
    query: z.strictObject({}),
    response: z.array(strategy),
    meta: {
      ...asOf,
      version: z.string().meta({ description: 'Of the catalog: it changes with every ingestion.' }),
      total: z.int().min(0),
    },
    status: 200,
    paginated: false,
    compressed: true,
    errors: [],
    lambda: { memoryMb: 1024 },
  }),
  compare: defineRoute({
    id: 'strategies.compare',
    method: 'GET',
    path: '/strategies/compare',
    summary: 'Strategies side by side',
    description: 'The named strategies with all their figures, in the order asked for.',
    access: 'strategies:read',
    table: 'read',
    query: z.strictObject({
      ids: listParam(textParam(128), COMPARED_MAX).meta({ description: 'Ids of the strategies.' }),
    }),
    response: z.array(strategyDetail),
    meta: {
      not_found: z.array(z.string()).meta({ description: 'Those of ids that are no strategies.' }),
    },
    status: 200,
    paginated: false,
    errors: [],
    lambda: { memoryMb: 1024 },
    example: { query: { ids: EXAMPLE_STRATEGY_ID } },
  }),
  get: defineRoute({
    id: 'strategies.get',
    method: 'GET',
    path: '/strategies/{id}',
    summary: 'Get a strategy',
    description:
      'One strategy with its risk factors and the origin of its figures, the same that the list shows. Unlisted ones ' +
      'stay readable.',
    access: 'strategies:read',
    table: 'read',
    params: z.strictObject({ id: textParam(128).meta({ description: 'Id of the strategy.' }) }),
    query: z.strictObject({}),
    response: strategyDetail,
    status: 200,
    paginated: false,
    errors: ['strategy_not_found'],
    lambda: { memoryMb: 1024 },
    example: { params: { id: EXAMPLE_STRATEGY_ID } },
  }),
} as const;
