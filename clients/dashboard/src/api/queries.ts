import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

/** What several pages ask for, under one key each, so that they share the answer. */

export const strategyQuery = (id: string) =>
  queryOptions({
    queryKey: ['strategy', id],
    queryFn: ({ signal }) => api.strategies.get({ id }, { signal }),
  });

/** The daily series of some strategies over the longest window; shorter ones are cut from it. */
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
