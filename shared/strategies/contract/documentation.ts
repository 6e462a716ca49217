import * as z from 'zod/mini';
import { documentRoute, PAGE_TEXTS } from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID } from '../../platform/contract/ids.ts';
import { count, described } from '../../platform/contract/responses.ts';
import { compareRoute } from './compare.ts';
import { exportRoute } from './export.ts';
import { getRoute } from './get.ts';
import { listRoute } from './list.ts';
import { asOf, strategy, strategyDetail } from './responses.ts';

/** What the filters of `strategyFilters` mean. */
export const FILTER_TEXTS = {
  chain: 'Keep only strategies on this chain or one of these, in any letter case.',
  asset: 'Keep only strategies whose asset is this symbol or one of these.',
  underlying: 'Keep only strategies that hold this asset or one of these, alone or among others.',
  family:
    'Keep only strategies of assets of this family alone: ETH with its staked and wrapped forms, for one.',
  exposure: 'Keep only strategies of one asset, or of several.',
  stablecoin:
    'Keep only strategies of stablecoins, or of others. Those of which it is not known are in neither.',
  il_risk: 'Keep only strategies that are exposed to impermanent loss, or that are not.',
  min_apy: 'Keep only strategies whose current APY percentage is at least this value.',
  risk_level: 'Keep only strategies of this risk level.',
  protocol: 'Keep only strategies of this protocol or one of these, in any letter case.',
  strategy_type: 'Keep only strategies of this kind, for example lending.',
  min_tvl: 'Keep only strategies with at least this TVL in USD.',
  settlement:
    'Keep only strategies whose deposits are settled this way: onchain in a vault, sandbox in books without money, ' +
    'none not through this service.',
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
      'Every listed strategy as the list shows it, or those that the filters keep, highest TVL first, all of one ' +
      'catalog: the answer names its version. Gzipped for clients that send Accept-Encoding: gzip (curl --compressed), ' +
      'and for all others too where it is over 6 MB: a function may not answer with more.',
    fields: {
      query: {
        ...FILTER_TEXTS,
        search: SEARCH_TEXT,
        version: 'Only of this version, as an answer before named it: another one now is 404 not_found.',
      },
    },
    response: z.array(strategy),
    meta: {
      ...asOf,
      version: described(z.string(), 'Of the catalog: it changes with every ingestion.'),
      total: count,
    },
  }),
  compare: documentRoute(compareRoute, {
    description: 'The named strategies with all their figures, in the order asked for.',
    fields: { query: { ids: 'Ids of the strategies.' } },
    response: z.array(strategyDetail),
    meta: { not_found: described(z.array(z.string()), 'Those of ids that are no strategies.') },
    example: { query: { ids: EXAMPLE_STRATEGY_ID } },
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
