import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Position } from './position.ts';

const PAGE_MAX = 100;

/** As many as fit on one page. What is in vaults is shown by wallet, as it is before the wallet was proven. */
export const investmentsQuery = queryOptions({
  queryKey: ['investments'],
  queryFn: ({ signal }) =>
    api.investments.list({ settlement: 'sandbox', status: 'active', per_page: PAGE_MAX }, { signal }),
});
export const holdingsQuery = queryOptions({
  queryKey: ['holdings'],
  queryFn: ({ signal }) => api.investments.holdings({ per_page: PAGE_MAX }, { signal }),
});
/** The wallets for which opportunities are shown: each one asks its chains. */
const WALLETS_SHOWN = 3;
export const connectedQuery = queryOptions({
  queryKey: ['connected-wallets'],
  queryFn: ({ signal }) => api.wallets.list({ status: 'active', per_page: WALLETS_SHOWN }, { signal }),
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
 * Where a position could be moved: the largest strategies of its asset that settle as its own does, and for a wallet's
 * on the same chain.
 */
export const destinationsQuery = ({ strategyId, asset, chain, wallet }: Position) =>
  queryOptions({
    queryKey: ['destinations', asset, wallet === undefined ? '' : chain],
    queryFn: ({ signal }) =>
      api.strategies.list(
        {
          asset,
          per_page: PAGE_MAX,
          ...(wallet === undefined ? { settlement: 'sandbox' } : { settlement: 'onchain', chain }),
        },
        { signal },
      ),
    select: ({ data }) => data.filter(({ id }) => id !== strategyId),
  });

/** What a move costs, and when it has paid for itself, for an amount in the position's asset. */
export const estimateQuery = ({ strategyId, asset }: Position, to: string, amount: number) =>
  queryOptions({
    queryKey: ['move-estimate', strategyId, to, amount],
    enabled: to !== '' && amount > 0,
    queryFn: async ({ signal }) => {
      const { data } = await api.market.prices({ assets: asset }, { signal });
      const price = data.find((each) => each.asset === asset)?.price;
      if (price === undefined || amount * price < 1) return null;
      const ids = { from_strategy_id: strategyId, to_strategy_id: to };
      return (await api.market.moveEstimate({ ...ids, amount: amount * price }, { signal })).data;
    },
  });
