import * as z from 'zod/mini';
import { documentRoute, PAGE_PARAMETER_DESCRIPTIONS } from '../../platform/contract/documented-route.ts';
import { withDescription } from '../../platform/contract/responses.ts';
import { FILTER_DESCRIPTIONS } from '../../strategies/contract/documentation.ts';
import { asOfFields } from '../../strategies/contract/responses.ts';
import { apyComparisonRoute } from './apy-comparison.ts';
import { calibrationRoute } from './calibration.ts';
import { assetsRoute } from './lookups/assets.ts';
import { chainsRoute } from './lookups/chains.ts';
import {
  allocationCalibrationRow,
  assetRow,
  calibrationRow,
  chainRow,
  protocolRow,
} from './lookups/lookup-responses.ts';
import { protocolsRoute } from './lookups/protocols.ts';
import { apyComparisonRow, marketSummary, price, trends, tvlRow } from './market-responses.ts';
import { pricesRoute } from './prices.ts';
import { usd } from './strategies/strategy-responses.ts';
import { summaryRoute } from './summary.ts';
import { trendsRoute } from './trends.ts';
import { tvlRoute } from './tvl.ts';
import { GROUP_KINDS, TIME_WINDOWS } from './windows.ts';

const ORDER_DESCRIPTION = 'Direction of the sort. The default is desc, or asc with sort=key.';

const LOOKUP_QUERY_DESCRIPTIONS = {
  search: 'Keep only items whose key or name contains the text, in any letter case.',
  sort: 'The field to sort by.',
  order: ORDER_DESCRIPTION,
  ...PAGE_PARAMETER_DESCRIPTIONS,
};

export const market = {
  summary: documentRoute(summaryRoute, {
    description:
      'Totals of the listed strategies with their changes over 7 days, the largest chains, and a few large strategies of low risk. Totals leave out strategies that the source marks as outliers.',
    fields: {},
    response: marketSummary,
    meta: asOfFields,
  }),
  prices: documentRoute(pricesRoute, {
    description:
      'Prices of the assets, by default sorted by the TVL of their listed strategies, highest first.',
    fields: {
      query: {
        asset: 'Keep only these asset symbols. meta.not_found names those without a price.',
        sort: 'The field to sort by. tvl is the TVL of the strategies of the asset.',
        order:
          'Direction of the sort. The default is desc, or asc with sort=asset. Assets without the figure come last in both directions.',
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(price),
    meta: {
      ...asOfFields,
      not_found: withDescription(z.array(z.string()), 'The requested symbols that have no price.'),
    },
    example: { query: { asset: 'ETH,USDC' } },
  }),
  trends: documentRoute(trendsRoute, {
    description:
      'The largest changes of APY and TVL over a window: of single strategies, and of chains, protocols and assets. A ' +
      'change of TVL counts only strategies that were listed at both ends of the window.',
    fields: {
      query: {
        window: 'The period over which changes are measured.',
        chain: FILTER_DESCRIPTIONS.chain,
        asset: FILTER_DESCRIPTIONS.asset,
        underlying: FILTER_DESCRIPTIONS.underlying,
        protocol: FILTER_DESCRIPTIONS.protocol,
        strategy_type: FILTER_DESCRIPTIONS.strategy_type,
        risk_level: FILTER_DESCRIPTIONS.risk_level,
        min_tvl: 'Keep only items with at least this TVL, in USD.',
        per_list: 'Maximum number of items in each list.',
      },
    },
    response: trends,
    meta: asOfFields,
  }),
  tvl: documentRoute(tvlRoute, {
    description:
      'TVL of the listed strategies by chain, protocol or asset, with its daily history. For a chain, the answer also has ' +
      'the TVL of the whole chain. The TVL of a pool with several assets is divided equally among these assets.',
    fields: {
      query: {
        group_by: 'Whether each item is a chain, a protocol or an asset.',
        window: 'Length of the history.',
        chain: 'Keep only this chain. Requires group_by=chain.',
        protocol: 'Keep only this protocol. Requires group_by=protocol.',
        asset: 'Keep only this asset. Requires group_by=asset.',
        history: 'Whether to return the histories. With false, they are empty lists.',
        sort: 'The field to sort by.',
        order: ORDER_DESCRIPTION,
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(tvlRow),
    meta: {
      ...asOfFields,
      group_by: z.enum(GROUP_KINDS),
      window: z.enum(TIME_WINDOWS),
      total_tvl: withDescription(usd, 'TVL of all listed strategies, USD.'),
    },
  }),
  apyComparison: documentRoute(apyComparisonRoute, {
    description:
      'For each chain, protocol or asset: the highest, median, TVL-weighted mean and lowest of the current APYs, and their spread. Strategies that the source marks as outliers are left out.',
    fields: {
      query: {
        group_by:
          'Whether each item is an asset, a chain or a protocol. Default: chain if you send asset or underlying, else asset.',
        chain: FILTER_DESCRIPTIONS.chain,
        asset: FILTER_DESCRIPTIONS.asset,
        underlying: FILTER_DESCRIPTIONS.underlying,
        protocol: FILTER_DESCRIPTIONS.protocol,
        strategy_type: FILTER_DESCRIPTIONS.strategy_type,
        risk_level: FILTER_DESCRIPTIONS.risk_level,
        min_tvl: 'Keep only strategies with at least this TVL, in USD. Default: 1,000,000.',
        sort: 'The field to sort by.',
        order: ORDER_DESCRIPTION,
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(apyComparisonRow),
    meta: { ...asOfFields, group_by: z.enum(GROUP_KINDS) },
    example: { query: { asset: 'USDC', group_by: 'chain' } },
  }),
  calibration: documentRoute(calibrationRoute, {
    description:
      'How often past estimates were right, by kind of strategy and horizon. `data` counts the published 80% intervals whose horizon has ended: how often the realized mean APY was inside, below and above the interval. Each strategy counts once a week. `meta.allocations` counts allocations of 10,000 USD, one a week: how often they earned at least their expected mean and their lower bound, before costs. A position in a strategy that was unlisted counts as earning nothing. Updated once a day.',
    fields: {},
    response: z.array(calibrationRow),
    meta: {
      ...asOfFields,
      since: withDescription(z.nullable(z.iso.date()), 'The first day whose intervals are counted.'),
      allocations: withDescription(
        z.array(allocationCalibrationRow),
        'How past allocations did, by horizon and risk level.',
      ),
    },
  }),
  chains: documentRoute(chainsRoute, {
    fields: { query: LOOKUP_QUERY_DESCRIPTIONS },
    response: z.array(chainRow),
    meta: asOfFields,
  }),
  assets: documentRoute(assetsRoute, {
    description: 'A pool with several assets counts for each of them, with an equal part of its TVL.',
    fields: { query: LOOKUP_QUERY_DESCRIPTIONS },
    response: z.array(assetRow),
    meta: asOfFields,
  }),
  protocols: documentRoute(protocolsRoute, {
    fields: { query: LOOKUP_QUERY_DESCRIPTIONS },
    response: z.array(protocolRow),
    meta: asOfFields,
  }),
} as const;
