import * as z from 'zod/mini';
import { documentRoute, PAGE_TEXTS } from '../../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../../platform/contract/ids.ts';
import { withDescription } from '../../../platform/contract/responses.ts';
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
      'Figures of the listed strategies over a window of daily history. For comparison, each has the TVL-weighted mean of all strategies of the same asset. With strategy_id, the answer has the daily series too.',
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
      not_found: withDescription(
        z.optional(z.array(z.string())),
        'Requested ids that are not listed strategies.',
      ),
    },
    example: { query: { window: '30d', sort: 'risk_adjusted_return' } },
  }),
  moveEstimate: documentRoute(moveEstimateRoute, {
    description:
      'Compares the costs of a move (gas, swaps and fees of the vaults) with the additional earnings that are expected of the other strategy. Returns the days until the gain covers the costs. An estimate, not advice.',
    fields: {
      query: {
        from_strategy_id: 'Id of the strategy in which the money is.',
        to_strategy_id: 'Id of the strategy to which it would go.',
        amount: 'How much is moved, USD.',
        horizon_days: 'Days over which the gain is counted.',
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
      'Ranks the strategies by their APY after costs: the current or the 30-day APY, whichever is lower. Divides the amount in equal parts among the best, within caps. The plan is empty if its lower bound after costs is not above zero. The same catalog and query give the same answer, with at most 500 strategies. On recorded markets, about half of the plans earned at least expected_apy.mean of meta.allocation, and more than four of five at least its low80. An estimate, not advice.',
    fields: {
      query: {
        amount:
          'How much to invest: in USD (10,000 by default), or in units of amount_asset. It must be worth at least 1 USD.',
        amount_asset:
          'Asset in which amount is given, such as WETH or USDC. Requires amount. The asset needs a price in GET /market/prices.',
        family:
          'Keep only strategies whose assets are all forms of this one. For example, ETH includes WETH and stETH.',
        asset:
          'Keep only strategies of exactly this asset, or of these. Pools that also hold other assets are left out.',
        chain: 'Only strategies on this chain or one of these, in any letter case.',
        risk_level: 'The highest accepted risk level.',
        horizon_days: 'How long the amount stays, in days.',
        max_share: 'Largest share of the amount for one strategy, 0 to 1. Default: 0.4.',
        max_protocol_share: 'Largest share of the amount for one protocol, 0 to 1. Default: 0.6.',
        max_chain_share:
          'Largest share of the amount for one chain, 0 to 1. Default: 0.8, or 1 if you send one chain.',
        min_tvl: 'Minimum TVL of a strategy in USD. Default: 1,000,000.',
        settlement: FILTER_TEXTS.settlement,
        from_strategy_id:
          'Id of the strategy in which the amount is now. Costs and gains are then those of a move from there.',
        include_rejected: 'Also list strategies that broke exactly one rule, in meta.rejected.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(recommendation),
    meta: {
      ...asOf,
      allocation: allocationPlan,
      rejected: withDescription(
        z.optional(z.array(rejection)),
        'Strategies that broke exactly one rule, highest expected APY first. Only with ' +
          'include_rejected.',
      ),
    },
    example: { query: { amount: '10000', asset: 'USDC', risk_level: 'medium' } },
  }),
} as const;
