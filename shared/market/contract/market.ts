import * as z from 'zod';
import {
  assetParam,
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  numberParam,
  pageParams,
} from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import {
  asOf,
  chainParam,
  filterErrors,
  protocolParam,
  SORT_ORDERS,
  strategy,
  strategyFilters,
  strategyId,
} from '../../strategies/contract.ts';
import { strategySummary } from './insight.ts';
import { GROUPS, WINDOWS } from './windows.ts';

/** Prices that one request may name. */
export const PRICE_ASSETS_MAX = 100;
/** Movers and groups per list of the trends, by default and at most. */
export const TREND_LIMIT_DEFAULT = 10;
export const TREND_LIMIT_MAX = 50;
/** The TVL in USD from which a strategy counts as a mover unless the caller says otherwise: less is noise. */
export const TREND_MIN_TVL_DEFAULT = 100_000;

export const TVL_SORTS = ['tvl', 'tvl_change', 'strategies', 'key'] as const;
export const APY_COMPARISON_SORTS = [
  'mean_apy',
  'best_apy',
  'median_apy',
  'lowest_apy',
  'spread',
  'tvl',
  'strategies',
  'key',
] as const;

const percent = z.number().meta({ description: 'Percent.' });
const points = z.number().meta({ description: 'Percentage points.' });
const usd = z.number().meta({ description: 'USD.' });
const groupKey = z.string().meta({ description: 'The chain, protocol or asset.' });
const dailyTvl = z.array(z.strictObject({ date: z.iso.date(), tvl: usd }));

const change = (days: string) =>
  percent.nullable().meta({ description: `Against ${days} before, percent. Null where that is not known.` });
const changes = { change_1d: change('1 day'), change_7d: change('7 days'), change_30d: change('30 days') };

export const price = z.strictObject({
  asset: z.string().meta({ description: 'Asset symbol, upper case.' }),
  price: usd.meta({ description: 'USD for one whole token.' }),
  currency: z.literal('USD'),
  ...changes,
  confidence: z.number().min(0).max(1).nullable().meta({
    description: 'How sure the source is, 0 to 1. Null when it does not say.',
  }),
  as_of: z.iso.datetime().meta({ description: 'When the source observed the price.' }),
});
export type PriceRow = z.infer<typeof price>;

/** How a market moved over the window; changes are over what is known at both ends. */
const trend = z.strictObject({
  strategies: z.int().min(0),
  tvl: usd,
  tvl_change: percent.nullable(),
  apy: percent.nullable().meta({ description: 'TVL-weighted mean of the current APYs, percent.' }),
  apy_change: points.nullable(),
});
const groupTrends = z.array(z.strictObject({ key: groupKey, ...trend.shape }));

export const mover = z.strictObject({
  strategy_id: strategyId,
  ...strategySummary.shape,
  apy_change: points.nullable(),
  tvl_change: percent.nullable(),
});
const moverLists = z.strictObject({ up: z.array(mover), down: z.array(mover) });

export const trends = z.strictObject({
  window: z.enum(WINDOWS),
  total: trend,
  movers: z.strictObject({ apy: moverLists, tvl: moverLists }),
  chains: groupTrends,
  protocols: groupTrends,
  assets: groupTrends,
});

export const tvlRow = z.strictObject({
  key: groupKey,
  tvl: usd.meta({ description: 'TVL of the listed strategies, USD.' }),
  share: z.number().min(0).max(1).meta({ description: 'Part of the TVL of all listed strategies.' }),
  strategies: z.int().min(0),
  ...changes,
  tvl_change: percent.nullable().meta({ description: 'Over the window, percent.' }),
  network_tvl: usd.nullable().meta({
    description: 'TVL of the whole chain as the source counts it, USD. Null for protocols and assets.',
  }),
  history: dailyTvl.meta({ description: 'Daily TVL over the window, oldest first; unknown days left out.' }),
  network_history: dailyTvl,
});
export type TvlRow = z.infer<typeof tvlRow>;

export const apyComparisonRow = z.strictObject({
  key: groupKey,
  strategies: z.int().min(1),
  tvl: usd,
  best: z.strictObject({
    strategy_id: strategyId,
    ...strategy.pick({ name: true, chain: true, asset: true, protocol: true, risk_level: true, tvl: true })
      .shape,
  }),
  best_apy: percent,
  median_apy: percent,
  mean_apy: percent.nullable().meta({ description: 'Weighted by TVL, percent.' }),
  lowest_apy: percent,
  spread: points.meta({ description: 'Highest less lowest, percentage points.' }),
});
export type ApyComparisonRow = z.infer<typeof apyComparisonRow>;

const { chain, asset, underlying, protocol, strategy_type, risk_level, min_tvl } = strategyFilters;
const order = enumParam(SORT_ORDERS)
  .optional()
  .meta({ description: 'Direction of the sort: desc by default, asc for sort=key.' });

export const market = {
  prices: defineRoute({
    id: 'market.prices',
    method: 'GET',
    path: '/market/prices',
    summary: 'Token prices',
    description: 'Prices of the assets, those with the highest TVL in listed strategies first.',
    access: 'market:read',
    table: 'read',
    query: z.strictObject({
      assets: listParam(assetParam, PRICE_ASSETS_MAX)
        .optional()
        .meta({ description: 'Only these symbols. One without a price is left out.' }),
      ...pageParams,
    }),
    response: z.array(price),
    meta: asOf,
    status: 200,
    paginated: true,
    errors: [],
    example: { query: { assets: 'ETH,USDC' } },
  }),
  trends: defineRoute({
    id: 'market.trends',
    method: 'GET',
    path: '/market/trends',
    summary: 'What moved',
    description:
      'The greatest changes of APY and TVL over a window, strategy by strategy and per chain, protocol and asset.',
    access: 'market:read',
    table: 'read',
    query: z.strictObject({
      window: enumParam(WINDOWS).default('7d').meta({ description: 'Between what the changes are.' }),
      chain,
      asset,
      underlying,
      protocol,
      strategy_type,
      risk_level,
      min_tvl: numberParam({ min: 0, max: 1_000_000_000_000_000 })
        .default(TREND_MIN_TVL_DEFAULT)
        .meta({ description: 'Leave out movers with less TVL in USD.' }),
      limit: integerParam({ min: 1, max: TREND_LIMIT_MAX })
        .default(TREND_LIMIT_DEFAULT)
        .meta({ description: 'Entries per list.' }),
    }),
    response: trends,
    meta: asOf,
    status: 200,
    paginated: false,
    errors: ['invalid_chain', 'invalid_risk_level'],
    fieldErrors: filterErrors,
    lambda: { memoryMb: 1024 },
  }),
  tvl: defineRoute({
    id: 'market.tvl',
    method: 'GET',
    path: '/market/tvl',
    summary: 'Total value locked',
    description:
      'TVL of the listed strategies by chain, protocol or asset, with its daily history; for chains also the TVL of ' +
      'the whole chain. A pool of several assets counts for each in equal parts.',
    access: 'market:read',
    table: 'read',
    query: z.strictObject({
      group_by: enumParam(GROUPS).default('chain').meta({ description: 'What a row stands for.' }),
      window: enumParam(WINDOWS).default('30d').meta({ description: 'Length of the history.' }),
      chain: chainParam.optional().meta({ description: 'Only this chain, with group_by=chain.' }),
      protocol: protocolParam.optional().meta({ description: 'Only this protocol, with group_by=protocol.' }),
      asset: assetParam.optional().meta({ description: 'Only this asset, with group_by=asset.' }),
      history: booleanParam.default(true).meta({ description: 'false leaves the histories empty.' }),
      sort: enumParam(TVL_SORTS).default('tvl').meta({ description: 'The field to sort by.' }),
      order,
      ...pageParams,
    }),
    response: z.array(tvlRow),
    meta: {
      ...asOf,
      group_by: z.enum(GROUPS),
      window: z.enum(WINDOWS),
      total_tvl: usd.meta({ description: 'TVL of all listed strategies, USD.' }),
    },
    status: 200,
    paginated: true,
    errors: ['invalid_chain'],
    fieldErrors: { 'query.chain': 'invalid_chain' },
  }),
  apyComparison: defineRoute({
    id: 'market.apy-comparison',
    method: 'GET',
    path: '/market/apy-comparison',
    summary: 'APYs side by side',
    description:
      'Best, median, TVL-weighted mean, lowest and spread of the current APYs of each chain, protocol or asset. ' +
      "The source's outliers are left out.",
    access: 'market:read',
    table: 'read',
    query: z.strictObject({
      group_by: enumParam(GROUPS)
        .optional()
        .meta({ description: 'What a row stands for: asset by default, chain when an asset is given.' }),
      chain,
      asset,
      underlying,
      protocol,
      strategy_type,
      risk_level,
      min_tvl,
      sort: enumParam(APY_COMPARISON_SORTS)
        .default('mean_apy')
        .meta({ description: 'The field to sort by.' }),
      order,
      ...pageParams,
    }),
    response: z.array(apyComparisonRow),
    meta: { ...asOf, group_by: z.enum(GROUPS) },
    status: 200,
    paginated: true,
    errors: ['invalid_chain', 'invalid_risk_level'],
    fieldErrors: filterErrors,
    example: { query: { asset: 'USDC', group_by: 'chain' } },
    lambda: { memoryMb: 1024 },
  }),
} as const;
