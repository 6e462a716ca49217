import * as z from 'zod/mini';
import { documentRoute, PAGE_TEXTS } from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../platform/contract/ids.ts';
import { getRoute } from './get.ts';
import { listRoute } from './list.ts';
import { asOf, strategy, strategyDetail } from './responses.ts';

/** What the filters of `strategyFilters` mean. */
export const FILTER_TEXTS = {
  chain: 'Keep only strategies on this chain, in any letter case.',
  asset: 'Keep only strategies for this asset symbol; a pool of several assets is found by each of them.',
  min_apy: 'Keep only strategies whose current APY percentage is at least this value.',
  risk_level: 'Keep only strategies of this risk level.',
  protocol: 'Keep only strategies of this protocol, in any letter case.',
  strategy_type: 'Keep only strategies of this kind, for example lending.',
  min_tvl: 'Keep only strategies with at least this TVL in USD.',
} as const;

export const strategies = {
  list: documentRoute(listRoute, {
    description: 'A page of the listed strategies, by default those with the highest TVL first.',
    fields: {
      query: {
        ...FILTER_TEXTS,
        search: 'Keep strategies whose name, asset, protocol or chain contains the text.',
        sort: 'The field to sort by.',
        order: 'Direction of the sort: desc by default, asc for sort=name.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(strategy),
    meta: asOf,
    example: { query: { chain: 'ethereum', asset: 'USDC', min_apy: '2' } },
  }),
  get: documentRoute(getRoute, {
    description:
      'One strategy with its risk factors and the origin of its figures, the same that the list shows. Unlisted ones ' +
      'stay readable.',
    fields: { params: { id: 'Id of the strategy.' } },
    response: strategyDetail,
    example: { params: { id: EXAMPLE_STRATEGY_ID } },
  }),
} as const;
