import * as z from 'zod/mini';
import { documentRoute, PAGE_TEXTS } from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../platform/contract/ids.ts';
import { count, withDescription } from '../../platform/contract/responses.ts';
import { compareRoute } from './compare.ts';
import { exportRoute } from './export.ts';
import { getRoute } from './get.ts';
import { listRoute } from './list.ts';
import { asOf, strategy, strategyDetail } from './responses.ts';

/** Descriptions of the query parameters of `strategyFilters`. */
export const FILTER_TEXTS = {
  chain: 'Keep only strategies on this chain or one of these, in any letter case.',
  asset: 'Keep only strategies whose asset is this symbol or one of these.',
  underlying: 'Keep only strategies that hold this asset or one of these, alone or with others.',
  family:
    'Keep only strategies whose assets are all of this family. For example, ETH includes its staked and wrapped forms.',
  exposure: 'Keep only strategies of one asset, or of several.',
  stablecoin:
    'Keep only strategies of stablecoins (true) or of other assets (false). Unknown ones are in neither.',
  il_risk: 'Keep only strategies that are exposed to impermanent loss (true) or not (false).',
  min_apy: 'Keep only strategies whose current APY percentage is at least this value.',
  risk_level: 'Keep only strategies of these risk levels.',
  protocol: 'Keep only strategies of this protocol or one of these, in any letter case.',
  strategy_type: 'Keep only strategies of these kinds, for example lending.',
  min_tvl: 'Keep only strategies with at least this TVL in USD.',
  settlement:
    'Keep only strategies with this settlement: onchain (in a vault), sandbox (without real money) or none (not through ' +
    'this service).',
} as const;

const SEARCH_TEXT =
  'Keep strategies whose name, asset, protocol or chain contains every word, in any order, letter case and ' +
  'with or without accents.';

export const strategies = {
  list: documentRoute(listRoute, {
    description: 'A page of the listed strategies, by default those with the highest TVL first.',
    fields: {
      query: {
        ...FILTER_TEXTS,
        search: SEARCH_TEXT,
        sort: 'The field to sort by.',
        order: 'Direction of the sort: desc by default, asc for sort=name.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(strategy),
    meta: asOf,
    example: { query: { chain: 'ethereum', asset: 'USDC', min_apy: '2' } },
  }),
  export: documentRoute(exportRoute, {
    description:
      'Every strategy that matches the filters, highest TVL first, from one version of the catalog. The answer names the version. It is gzipped for clients that send Accept-Encoding: gzip (curl --compressed). An answer above 6 MB is always gzipped.',
    fields: {
      query: {
        ...FILTER_TEXTS,
        search: SEARCH_TEXT,
        version:
          'Return only this version of the catalog, from an earlier answer. If the catalog has another version now, the answer is 404 not_found.',
      },
    },
    response: z.array(strategy),
    meta: {
      ...asOf,
      version: withDescription(z.string(), 'Version of the catalog. It changes with every ingestion.'),
      total: count,
    },
  }),
  compare: documentRoute(compareRoute, {
    description: 'The strategies of the given ids with all figures, in the same order.',
    fields: { query: { ids: 'Ids of the strategies.' } },
    response: z.array(strategyDetail),
    meta: { not_found: withDescription(z.array(z.string()), 'Ids without a strategy.') },
    example: { query: { ids: EXAMPLE_STRATEGY_ID } },
  }),
  get: documentRoute(getRoute, {
    description: 'One strategy with its risk breakdown and data sources. Unlisted strategies stay readable.',
    fields: { params: { id: 'Id of the strategy.' } },
    response: strategyDetail,
    example: { params: { id: EXAMPLE_STRATEGY_ID } },
  }),
} as const;
