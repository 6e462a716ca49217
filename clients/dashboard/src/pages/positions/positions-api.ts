import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Position } from './position.ts';

const PER_PAGE_MAX = 100;

/** Only sandbox investments. `holdingsQuery` returns the vault positions, including those of unverified wallets. */
export const investmentsQuery = queryOptions({
  queryKey: ['investments'],
  queryFn: ({ signal }) =>
    api.investments.list({ settlement: 'sandbox', status: 'active', per_page: PER_PAGE_MAX }, { signal }),
});
export const holdingsQuery = queryOptions({
  queryKey: ['holdings'],
  queryFn: ({ signal }) => api.investments.holdings({ per_page: PER_PAGE_MAX }, { signal }),
});
/** The maximum number of days for which the API returns daily sums. */
export const DAYS_SHOWN = 31;
/** Oldest day first. */
export const portfolioDaysQuery = queryOptions({
  queryKey: ['portfolio-days'],
  queryFn: ({ signal }) => api.investments.daily({ days: DAYS_SHOWN, per_page: PER_PAGE_MAX }, { signal }),
  select: ({ data }) => data.toSorted((one, other) => one.date.localeCompare(other.date)),
});

export const pricesByAssetQuery = (assets: readonly string[]) =>
  queryOptions({
    queryKey: ['prices-of', assets],
    queryFn: async ({ signal }) =>
      (await api.market.prices({ asset: assets.slice(0, PER_PAGE_MAX), per_page: PER_PAGE_MAX }, { signal }))
        .data,
    placeholderData: keepPreviousData,
  });

/** Queries that depend on the connected wallets. Each name is the first element of a query key. */
export const CONNECTION_DEPENDENT_QUERIES = [
  'connections',
  'balances',
  'opportunities',
  'holdings',
  'portfolio',
];

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => api.wallets.connections({ per_page: PER_PAGE_MAX }, { signal }),
});
export const balancesQuery = (address: string) =>
  queryOptions({
    queryKey: ['balances', address],
    queryFn: ({ signal }) =>
      api.wallets.balances({ wallet_address: address, per_page: PER_PAGE_MAX }, { signal }),
  });
export const opportunitiesQuery = (address: string) =>
  queryOptions({
    queryKey: ['opportunities', address],
    queryFn: ({ signal }) => api.investments.opportunities({ address }, { signal }),
  });
export const portfolioQuery = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => api.investments.portfolio({}, { signal }),
});

/**
 * Lists the largest strategies with the same asset and settlement. A wallet's position can be moved only on its own
 * chain.
 */
export const moveDestinationsQuery = ({ strategyId, asset, chain, wallet }: Position) =>
  queryOptions({
    queryKey: ['destinations', asset, wallet === undefined ? '' : chain],
    queryFn: ({ signal }) =>
      api.strategies.list(
        {
          asset,
          per_page: PER_PAGE_MAX,
          ...(wallet === undefined ? { settlement: 'sandbox' } : { settlement: 'onchain', chain }),
        },
        { signal },
      ),
    select: ({ data }) => data.filter(({ id }) => id !== strategyId),
  });

/** `amount` is in units of the position's asset, not in USD. */
export const moveEstimateQuery = ({ strategyId, asset }: Position, to: string, amount: number) =>
  queryOptions({
    queryKey: ['move-estimate', strategyId, to, amount],
    enabled: to !== '' && amount > 0,
    queryFn: async ({ signal }) => {
      const { data } = await api.market.prices({ asset }, { signal });
      const price = data.find((each) => each.asset === asset)?.price;
      if (price === undefined || amount * price < 1) return null;
      const ids = { from_strategy_id: strategyId, to_strategy_id: to };
      return (await api.market.moveEstimate({ ...ids, amount: amount * price }, { signal })).data;
    },
  });
