import * as z from 'zod/mini';
import { documentRoute, PAGE_TEXTS } from '../../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../../platform/contract/ids.ts';
import { described } from '../../../platform/contract/responses.ts';
import { FILTER_TEXTS } from '../../../strategies/contract/documentation.ts';
import { asOf } from '../../../strategies/contract/responses.ts';
import { moveEstimateRoute } from './move-estimate.ts';
import { moveEstimate } from './move-responses.ts';
import { performanceRoute } from './performance.ts';
import { performance } from './performance-responses.ts';
import { recommendedRoute } from './recommended.ts';
import { allocationPlan, recommendation, rejection } from './strategy-responses.ts';

export const strategiesInsight = {
  performance: documentRoute(performanceRoute, {
    description:
      'Figures of the listed strategies over a window of daily history, with the TVL-weighted mean of all strategies ' +
      'of the same asset beside them. With strategy_id, the answer has the daily series too.',
    fields: {
      query: {
        window: 'The period of the figures.',
        ...FILTER_TEXTS,
        strategy_id: 'Keep only these strategies, and add their daily series.',
        sort: 'The field to sort by.',
        order: 'Direction of the sort. Strategies without the figure come last either way.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(performance),
    meta: {
      ...asOf,
      not_found: described(
        z.optional(z.array(z.string())),
        'Those of strategy_id that are not listed strategies.',
      ),
    },
    example: { query: { window: '30d', sort: 'risk_adjusted_return' } },
  }),
  moveEstimate: documentRoute(moveEstimateRoute, {
    description:
      "Compares the costs of a move (gas, swaps and the vaults' own fees) with what the other strategy is expected to " +
      'earn more, and says after how many days the gain has paid them. An estimate, not advice.',
    fields: {
      query: {
        from_strategy_id: 'Id of the strategy in which the money is.',
        to_strategy_id: 'Id of the strategy to which it would go.',
        amount: 'How much is moved, USD.',
        horizon_days: 'The days ahead over which the gain is counted.',
      },
    },
    response: moveEstimate,
    meta: { ...asOf },
    example: {
      query: { from_strategy_id: EXAMPLE_STRATEGY_ID, to_strategy_id: EXAMPLE_STRATEGY_ID, amount: '10000' },
    },
  }),
  recommended: documentRoute(recommendedRoute, {
    description:
      'Ranks the strategies by the lower one of their present and 30-day APY after costs, and divides the amount in equal ' +
      'parts among the best, under caps. The plan is empty when its lower bound after costs is not above zero. The same ' +
      'catalog and query give the same answer, which lists at most 500 strategies. On recorded markets, about half of the ' +
      'plans earned at least expected_apy.mean of meta.allocation, and more than four of five at least its low80. An ' +
      'estimate, not advice.',
    fields: {
      query: {
        amount:
          'How much to invest: in USD (10,000 by default), or in units of amount_asset. It must be worth at least 1 USD.',
        amount_asset:
          'The asset that amount is given in, such as WETH or USDC. It needs amount, and a price in GET /market/prices.',
        family:
          'Only strategies all of whose assets are forms of this one: ETH takes WETH, stETH and others.',
        asset: 'Only strategies of exactly this asset, or of these; pools that hold others too are rejected.',
        chain: 'Only strategies on this chain or one of these, in any letter case.',
        risk_level: 'The most risk that is accepted.',
        horizon_days: 'How long the amount stays, in days.',
        max_share: 'The most that one strategy may take of the amount: 0.4 by default.',
        max_protocol_share: 'The most that one protocol may take of the amount: 0.6 by default.',
        max_chain_share:
          'The most that one chain may take of the amount: 0.8 by default, 1 when one chain is given.',
        min_tvl: 'The least TVL in USD that a strategy must have: 1,000,000 by default.',
        settlement: FILTER_TEXTS.settlement,
        from_strategy_id: 'Where the amount is now: costs and gains are then those of moving it from there.',
        include_rejected: 'Name the near misses too.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(recommendation),
    meta: {
      ...asOf,
      allocation: allocationPlan,
      rejected: described(
        z.optional(z.array(rejection)),
        'Strategies that broke exactly one rule, highest expected APY first. Only with ' +
          'include_rejected.',
      ),
    },
    example: { query: { amount: '10000', asset: 'USDC', risk_level: 'medium' } },
  }),
} as const;
