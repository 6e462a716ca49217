import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isOnChain, type ListedChainTransaction } from '../../../sdk/src/index.ts';
import { api } from './client.ts';

/** Maximum number of entries that one request can load. */
const PAGE_SIZE_MAX = 100;

/**
 * Queries that several pages share. All pages use the same key for the same query, so its data are loaded only once.
 */

export const strategyQuery = (id: string) =>
  queryOptions({
    queryKey: ['strategy', id],
    queryFn: ({ signal }) => api.strategies.get({ id }, { signal }),
  });

/** The query for the names and figures of strategies. Lists of the same ids share one request. */
export const strategiesByIdQuery = (strategyIds: readonly string[]) => {
  const ids = [...new Set(strategyIds)].sort();
  return queryOptions({
    queryKey: ['strategies-of', ids],
    queryFn: async ({ signal }) =>
      (
        await api.market.performance(
          { strategy_id: ids.slice(0, PAGE_SIZE_MAX), window: '7d', per_page: PAGE_SIZE_MAX },
          { signal },
        )
      ).data,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
};

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => api.service.about({}, { signal }),
});

/** The query for the price of one unit of an asset, in US dollars. */
export const pricesQuery = (asset: string) =>
  queryOptions({
    queryKey: ['prices', asset],
    queryFn: ({ signal }) => api.market.prices({ asset }, { signal }),
  });

/**
 * The query for the daily series of several strategies over the longest window. Charts of a shorter time show only the
 * last days of these series.
 */
export const historiesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['histories', ids],
    queryFn: ({ signal }) =>
      api.market.performance(
        { strategy_id: [...ids], window: '365d', per_page: Math.max(1, ids.length) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export type Transaction = ListedChainTransaction;

export const OPEN_STATUSES = ['pending', 'submitted', 'included'] as const;

/**
 * The query for on-chain transactions that are not final yet: the wallet must still sign them, or the chain must
 * confirm them.
 */
export const openTransactionsQuery = queryOptions({
  queryKey: ['transactions'],
  queryFn: async ({ signal }) => {
    const query = { status: [...OPEN_STATUSES], per_page: PAGE_SIZE_MAX };
    const { data, meta } = await api.investments.listTransactions(query, { signal });
    return { data: data.filter(isOnChain), meta };
  },
});

/** Transactions that have settled since the page was opened, latest first. */
export const settledTransactionsKey = ['settled'] as const;
export const settledTransactionsQuery = queryOptions<readonly Transaction[]>({
  queryKey: settledTransactionsKey,
  queryFn: () => [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

const SHOWN_EVENTS_MAX = 30;

export const eventsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) =>
    api.notifications.listEvents({ order: 'desc', per_page: SHOWN_EVENTS_MAX }, { signal }),
});
