import * as z from 'zod/mini';
import { documentRoute, PAGE_PARAMETER_DESCRIPTIONS } from '../../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../../platform/contract/ids.ts';
import { withDescription } from '../../../platform/contract/responses.ts';
import { FILTER_DESCRIPTIONS } from '../../../strategies/contract/documentation.ts';
import { asOfFields } from '../../../strategies/contract/responses.ts';
import { moveEstimateRoute } from './move-estimate.ts';
import { moveEstimate } from './move-responses.ts';
import { performanceRoute } from './performance.ts';
import { performance } from './performance-responses.ts';
import { recommendedRoute } from './recommended.ts';
import { amountAllocation, recommendation, rejection } from './strategy-responses.ts';

export const marketStrategyRoutes = {
  performance: documentRoute(performanceRoute, {
    description:
      'Figures of the listed strategies, calculated from the daily values of a period. For comparison, each item has the TVL-weighted mean of all strategies with the same asset. With strategy_id, the answer also has the daily values.',
    fields: {
      query: {
        window: 'The period of the figures.',
        ...FILTER_DESCRIPTIONS,
        strategy_id: 'Keep only these strategies, and add their daily values.',
        sort: 'The field to sort by.',
        order: 'Direction of the sort. Strategies without the figure come last in both directions.',
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(performance),
    meta: {
      ...asOfFields,
      not_found: withDescription(
        z.optional(z.array(z.string())),
        'Requested ids that are not listed strategies.',
      ),
    },
    example: { query: { window: '30d', sort: 'risk_adjusted_return' } },
  }),
  moveEstimate: documentRoute(moveEstimateRoute, {
    description:
      'Compares the costs of a move (gas, swaps and fees of the vaults) with the additional earnings that the other strategy is expected to pay. Returns the number of days until the gain covers the costs. This is an estimate, not advice.',
    fields: {
      query: {
        from_strategy_id: 'Id of the strategy that holds the money now.',
        to_strategy_id: 'Id of the strategy to move to.',
        amount: 'Amount to move, in USD.',
        horizon_days: 'Number of days for which the gain is counted.',
      },
    },
    response: moveEstimate,
    meta: { ...asOfFields },
    example: {
      query: { from_strategy_id: EXAMPLE_STRATEGY_ID, to_strategy_id: EXAMPLE_STRATEGY_ID, amount: '10000' },
    },
  }),
  recommended: documentRoute(recommendedRoute, {
    description:
      'Ranks the strategies by the lower of their current and 30-day APY, after costs. meta.allocation divides the amount into equal parts among the best strategies, within the largest allowed shares. The allocation is empty if the lower bound of its expected APY after costs is not above zero. The answer has at most 500 strategies, and depends only on the catalog and the query. On recorded markets, about half of the allocations earned at least the mean of their expected_apy, and more than four of five at least low80. This is an estimate, not advice.',
    fields: {
      query: {
        amount:
          'Amount to invest: in USD (10,000 by default), or in units of amount_asset. It must be worth at least 1 USD.',
        amount_asset:
          'Asset in which amount is given, such as WETH or USDC. Requires amount. The asset needs a price in GET /market/prices.',
        family:
          'Keep only strategies whose assets are all forms of this asset. For example, ETH includes WETH and stETH.',
        asset:
          'Keep only strategies that hold exactly one of these assets. Pools with other assets are left out.',
        chain: 'Only strategies on one of these chains, in any letter case.',
        risk_level: 'The highest accepted risk level.',
        horizon_days: 'How long the amount stays, in days.',
        max_share: 'Largest share of the amount for one strategy, 0 to 1. Default: 0.4.',
        max_protocol_share: 'Largest share of the amount for one protocol, 0 to 1. Default: 0.6.',
        max_chain_share:
          'Largest share of the amount for one chain, 0 to 1. Default: 0.8, or 1 if you send one chain.',
        min_tvl: 'Minimum TVL of a strategy in USD. Default: 1,000,000.',
        settlement: FILTER_DESCRIPTIONS.settlement,
        from_strategy_id:
          'Id of the strategy that holds the amount now. Costs and gains are then those of a move from this strategy.',
        include_rejected: 'Also list, in meta.rejected, the strategies that break exactly one rule.',
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(recommendation),
    meta: {
      ...asOfFields,
      allocation: amountAllocation,
      rejected: withDescription(
        z.optional(z.array(rejection)),
        'Strategies that broke exactly one rule, highest expected APY first. Only with ' +
          'include_rejected.',
      ),
    },
    example: { query: { amount: '10000', asset: 'USDC', risk_level: 'medium' } },
  }),
} as const;
