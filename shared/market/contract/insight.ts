import * as z from 'zod';
import {
  assetParam,
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  numberParam,
  pageParams,
  textParam,
} from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import {
  asOf,
  chainParam,
  expectedApy,
  filterErrors,
  RISK_LEVELS,
  SORT_ORDERS,
  strategy,
  strategyFilters,
  strategyId,
} from '../../strategies/contract.ts';
import { WINDOWS } from './windows.ts';

/** The most strategies whose daily series one request may ask for: one read each. */
export const SERIES_STRATEGIES_MAX = 20;

/** What performance can be sorted by: the figures, and what the strategy list shares with it. */
export const PERFORMANCE_SORTS = [
  'tvl',
  'current_apy',
  'mean_apy',
  'min_apy',
  'max_apy',
  'volatility',
  'compounded_return',
  'apy_change',
  'tvl_change',
  'tvl_max_drawdown',
  'benchmark_apy',
  'excess_apy',
  'risk_adjusted_return',
  'coverage',
] as const;

const percent = z.number().meta({ description: 'Percent.' });
const points = z.number().meta({ description: 'Percentage points.' });
const usd = z.number().meta({ description: 'USD.' });
const fewSamples = 'Null where fewer than half of the days are known.';

/** What a row says of the strategy that it is about. */
export const strategySummary = strategy.pick({
  name: true,
  chain: true,
  asset: true,
  protocol: true,
  strategy_type: true,
  risk_level: true,
  current_apy: true,
  tvl: true,
});

export const performance = z.strictObject({
  strategy_id: strategyId,
  ...strategySummary.shape,
  window: z.enum(WINDOWS),
  mean_apy: percent.nullable().meta({ description: `Mean of the daily APY, percent. ${fewSamples}` }),
  min_apy: percent.nullable(),
  max_apy: percent.nullable(),
  volatility: points.nullable().meta({
    description: `Sample standard deviation of the daily APY, percentage points. ${fewSamples}`,
  }),
  compounded_return: percent.nullable().meta({
    description: `What the daily APYs compounded to over the window, percent, not annualised. ${fewSamples}`,
  }),
  apy_change: points.nullable().meta({ description: 'Last known APY less the first, percentage points.' }),
  tvl_change: percent.nullable().meta({ description: 'Last known TVL against the first, percent.' }),
  tvl_max_drawdown: percent.nullable().meta({
    description: 'Deepest fall of the TVL from an earlier peak, percent.',
  }),
  benchmark_apy: percent.nullable().meta({
    description:
      "TVL-weighted mean of the mean APYs of the asset's strategies, percent. Null for a market of one.",
  }),
  excess_apy: points.nullable().meta({ description: 'mean_apy less benchmark_apy, percentage points.' }),
  risk_adjusted_return: z.number().nullable().meta({
    description: 'excess_apy per point of volatility. Null where the APY did not move.',
  }),
  samples: z.int().min(0).meta({ description: 'Days of the window with an APY.' }),
  coverage: z.number().min(0).max(1).meta({ description: 'samples over the days of the window.' }),
  history: z
    .array(
      z.strictObject({
        date: z.iso.date(),
        apy: percent.nullable(),
        tvl: usd.nullable(),
      }),
    )
    .optional()
    .meta({ description: 'The daily series, oldest first; only when strategy_id is given.' }),
});
export type PerformanceRow = z.infer<typeof performance>;

/** Why a strategy was recommended, or has no part of the amount, or was rejected; or why a part has no place. */
export const REASON_CODES = [
  // Of a recommended strategy
  'expected_yield',
  'risk',
  'liquidity',
  'tvl_cap',
  'share_cap',
  'protocol_cap',
  'chain_cap',
  'position_too_small',
  'outranked',
  // Of a rejected one
  'paused',
  'stuck_rate',
  'low_tvl',
  'not_worth_moving',
  'several_assets',
  'risk_above_limit',
  'outlier',
  'short_history',
  'stale',
  'too_small',
  'below_minimum_deposit',
  // Of a part of the amount without a place
  'no_candidates',
  'none_eligible',
  'caps_reached',
] as const;

/** A code for programs, a sentence for people. */
export const reason = z.strictObject({ code: z.enum(REASON_CODES), message: z.string() });
export type Reason = z.infer<typeof reason>;

export const recommendation = z.strictObject({
  rank: z.int().min(1),
  strategy,
  risk_score: z.number().min(0).max(100),
  score: z.number().min(0).max(100).meta({
    description: 'Rises with what the ranking goes by: 50 at 10%. Independent of the other strategies.',
  }),
  expected_apy: expectedApy.meta({
    description: 'The mean APY over the horizon as the protocol would report it: the same for every caller.',
  }),
  expected_net_apy: percent.meta({
    description: 'Expected over the horizon after the deductions of the breakdown, percent.',
  }),
  breakdown: z.strictObject({
    gross_apy: percent.meta({ description: 'Expected before the deductions below, percent.' }),
    dilution: points,
    impermanent_loss: points,
    costs: points.meta({ description: 'Of getting in and out, over the horizon, percentage points.' }),
  }),
  allocation: z
    .strictObject({
      share: z.number().min(0).max(1).meta({ description: 'Part of the amount; all parts sum to 1.' }),
      amount: usd,
      expected_earnings: usd.meta({ description: 'Over the horizon at the expected net APY, USD.' }),
      costs: usd.meta({ description: 'Of getting in and out, USD.' }),
      days_to_break_even: z.int().min(0).nullable().meta({
        description: 'Days until the gain over the present position has paid the costs.',
      }),
    })
    .nullable()
    .meta({ description: 'Null for a strategy that would do but has no part of the amount.' }),
  reasons: z.array(reason),
});
export type RecommendationRow = z.infer<typeof recommendation>;

const plan = z.strictObject({
  amount: usd,
  asset: z.string().nullable(),
  chain: z.string().nullable(),
  risk_level: z.enum(RISK_LEVELS),
  horizon_days: z.int(),
  max_share: z.number(),
  max_protocol_share: z.number(),
  max_chain_share: z.number(),
  considered: z.int().min(0).meta({ description: 'Strategies for the asset and chain.' }),
  eligible: z.int().min(0).meta({ description: 'Strategies that passed every rule.' }),
  positions: z.int().min(0).meta({ description: 'Strategies with a part of the amount.' }),
  allocated_share: z.number().min(0).max(1),
  allocated_amount: usd,
  unallocated_amount: usd,
  unallocated_reason: reason.nullable().meta({ description: 'Null when the whole amount is placed.' }),
  expected_apy: expectedApy.nullable().meta({
    description:
      'Of the allocated part, as protocols would report it. Its interval is as wide as if all parts missed together.',
  }),
  expected_net_apy: percent
    .nullable()
    .meta({ description: 'Of the allocated part, percent. Null when there is none.' }),
  costs: usd.meta({ description: 'Of getting in and out of all positions, USD.' }),
  days_to_break_even: z.int().min(0).nullable().meta({
    description: 'Days until the gain over the present position has paid all costs.',
  }),
  min_tvl: usd,
  from: z.strictObject({ strategy_id: strategyId, expected_apy: expectedApy }).nullable().meta({
    description: 'The present position, in which what is not allocated stays. Null for idle money.',
  }),
  expected_earnings: usd.meta({ description: 'Over the horizon, USD.' }),
});

const rejection = z.strictObject({
  strategy_id: strategyId,
  ...strategySummary.shape,
  expected_apy: expectedApy,
  expected_net_apy: percent,
  reason,
});

/** A cap on a part of the amount. */
const shareParam = (description: string) =>
  numberParam({ min: 0.05, max: 1 }).optional().meta({ description });

export const strategiesInsight = {
  performance: defineRoute({
    id: 'market.performance',
    method: 'GET',
    path: '/strategies/performance',
    summary: 'How strategies performed',
    description:
      'Figures of the listed strategies over a window of daily history, beside the TVL-weighted market of their ' +
      'asset. With strategy_id, the daily series too.',
    access: 'strategies:read',
    table: 'read',
    query: z.strictObject({
      window: enumParam(WINDOWS).default('30d').meta({ description: 'The days that the figures are of.' }),
      ...strategyFilters,
      strategy_id: listParam(textParam(128), SERIES_STRATEGIES_MAX)
        .optional()
        .meta({ description: 'Keep only these strategies, and add their daily series.' }),
      sort: enumParam(PERFORMANCE_SORTS).default('tvl').meta({ description: 'The field to sort by.' }),
      order: enumParam(SORT_ORDERS)
        .default('desc')
        .meta({ description: 'Direction of the sort. Strategies without the figure come last either way.' }),
      ...pageParams,
    }),
    response: z.array(performance),
    meta: {
      ...asOf,
      not_listed: z
        .array(z.string())
        .optional()
        .meta({ description: 'Those of strategy_id that are not listed strategies.' }),
    },
    status: 200,
    paginated: true,
    errors: ['invalid_chain', 'invalid_risk_level'],
    fieldErrors: filterErrors,
    example: { query: { window: '30d', sort: 'risk_adjusted_return' } },
    lambda: { memoryMb: 1024 },
  }),
  recommended: defineRoute({
    id: 'market.recommended',
    method: 'GET',
    path: '/strategies/recommended',
    summary: 'Where to put an amount',
    description:
      'Ranks the strategies by what they may be expected to pay less a part of how far that may miss, and divides the ' +
      'amount among the best under caps, nowhere for less than it costs. ' +
      'The same catalog and query give the same answer. An estimate, not advice.',
    access: 'strategies:read',
    table: 'read',
    query: z.strictObject({
      amount: numberParam({ min: 1, max: 1_000_000_000_000 })
        .default(10_000)
        .meta({ description: 'What is to be placed, in USD.' }),
      asset: assetParam.optional().meta({
        description: 'Only strategies of this asset alone; pools that hold others too are rejected.',
      }),
      chain: chainParam.optional().meta({
        description: 'Only strategies on this chain, in any letter case.',
      }),
      risk_level: enumParam(RISK_LEVELS)
        .default('medium')
        .meta({ description: 'The most risk that is accepted.' }),
      horizon_days: integerParam({ min: 1, max: 365 })
        .default(90)
        .meta({ description: 'How long the amount stays, in days.' }),
      max_share: shareParam('The most that one strategy may take of the amount: 0.4 by default.'),
      max_protocol_share: shareParam('The most that one protocol may take of the amount: 0.6 by default.'),
      max_chain_share: shareParam(
        'The most that one chain may take of the amount: 0.8 by default, 1 when chain is given.',
      ),
      min_tvl: strategyFilters.min_tvl.meta({
        description: 'The least TVL in USD that a strategy must have: 1,000,000 by default.',
      }),
      from_strategy_id: textParam(128).optional().meta({
        description: 'Where the amount is now: costs and gains are then those of moving it from there.',
      }),
      include_rejected: booleanParam.default(false).meta({
        description: 'Name the near misses too.',
      }),
      ...pageParams,
    }),
    response: z.array(recommendation),
    meta: {
      ...asOf,
      plan,
      rejected: z.array(rejection).optional().meta({
        description:
          'Strategies that broke one rule alone, the highest expectation first; with include_rejected.',
      }),
    },
    status: 200,
    paginated: true,
    errors: ['invalid_chain', 'invalid_risk_level', 'strategy_not_found'],
    fieldErrors: filterErrors,
    example: { query: { amount: '10000', asset: 'USDC', risk_level: 'medium' } },
    lambda: { memoryMb: 1024, settings: ['COST_SETTINGS'] },
  }),
} as const;
