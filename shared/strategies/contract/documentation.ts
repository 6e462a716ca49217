import * as z from 'zod/mini';
import { documentRoute, PAGE_PARAMETER_DESCRIPTIONS } from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../platform/contract/ids.ts';
import { count, withDescription } from '../../platform/contract/responses.ts';
import { compareRoute } from './compare.ts';
import { exportRoute } from './export.ts';
import { getRoute } from './get.ts';
import { listStrategiesRoute } from './list.ts';
import { asOfFields, strategy, strategyDetail } from './responses.ts';

/** Descriptions of the query parameters of `strategyFilters`. */
export const FILTER_DESCRIPTIONS = {
  chain: 'Keep only strategies on one of these chains, in any letter case.',
  asset: 'Keep only strategies with one of these asset symbols.',
  underlying: 'Keep only strategies that hold one of these assets, alone or with other assets.',
  family:
    'Keep only strategies whose assets all belong to this family. For example, ETH includes its staked and wrapped forms.',
  exposure: 'Keep only strategies that hold one asset (single) or several assets (multi).',
  stablecoin:
    'Keep only strategies of stablecoins (true) or of other assets (false). Both leave out strategies of unknown kind.',
  il_risk: 'Keep only strategies with (true) or without (false) a risk of impermanent loss.',
  min_apy: 'Keep only strategies with at least this current APY, in percent.',
  risk_level: 'Keep only strategies with one of these risk levels.',
  protocol: 'Keep only strategies of one of these protocols, in any letter case.',
  strategy_type: 'Keep only strategies of one of these kinds, such as lending.',
  min_tvl: 'Keep only strategies with at least this TVL in USD.',
  settlement:
    'Keep only strategies with this settlement: onchain (in a vault), sandbox (without real money) or none (not through ' +
    'this service).',
} as const;

const SEARCH_DESCRIPTION =
  'Keep only strategies that contain every word in their name, asset, protocol or chain. Order, letter case and accents ' +
  'do not matter.';

export const strategies = {
  list: documentRoute(listStrategiesRoute, {
    description: 'A page of the listed strategies, by default sorted by TVL, highest first.',
    fields: {
      query: {
        ...FILTER_DESCRIPTIONS,
        search: SEARCH_DESCRIPTION,
        sort: 'The field to sort by.',
        order: 'Direction of the sort. The default is desc, or asc with sort=name.',
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(strategy),
    meta: asOfFields,
    example: { query: { chain: 'ethereum', asset: 'USDC', min_apy: '2' } },
  }),
  export: documentRoute(exportRoute, {
    description:
      'Every strategy that matches the filters, highest TVL first. All strategies come from one version of the catalog, which the answer names. The answer is gzipped if you send Accept-Encoding: gzip (curl --compressed), or if it is larger than 6 MB.',
    fields: {
      query: {
        ...FILTER_DESCRIPTIONS,
        search: SEARCH_DESCRIPTION,
        version:
          'Version of the catalog that an earlier answer named. If the catalog has another version now, the answer is 404 not_found.',
      },
    },
    response: z.array(strategy),
    meta: {
      ...asOfFields,
      version: withDescription(z.string(), 'Version of the catalog. It changes with every ingestion.'),
      total: count,
    },
  }),
  compare: documentRoute(compareRoute, {
    description: 'Returns the strategies with these ids, in this order, with all their figures.',
    fields: { query: { ids: 'Ids of the strategies.' } },
    response: z.array(strategyDetail),
    meta: { not_found: withDescription(z.array(z.string()), 'Ids without a strategy.') },
    example: { query: { ids: EXAMPLE_STRATEGY_ID } },
  }),
  get: documentRoute(getRoute, {
    description:
      'One strategy with its risk breakdown and data sources. You can also read unlisted strategies.',
    fields: { params: { id: 'Id of the strategy.' } },
    response: strategyDetail,
    example: { params: { id: EXAMPLE_STRATEGY_ID } },
  }),
} as const;
