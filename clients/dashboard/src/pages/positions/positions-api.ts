import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Position } from './position.ts';

const PAGE_MAX = 100;

/**
 * All investments: one page holds them. Vault positions are shown by wallet, because they exist before the wallet is
 * verified.
 */
export const investmentsQuery = queryOptions({
  queryKey: ['investments'],
  queryFn: ({ signal }) =>
    api.investments.list({ settlement: 'sandbox', status: 'active', per_page: PAGE_MAX }, { signal }),
});
export const holdingsQuery = queryOptions({
  queryKey: ['holdings'],
  queryFn: ({ signal }) => api.investments.holdings({ per_page: PAGE_MAX }, { signal }),
});
/** The most wallets for which opportunities are shown, because each one is looked up on its chains. */
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
 * The strategies to which a position can be moved: the largest with its asset and settlement, and for a wallet's
 * position on the same chain.
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

/** The cost of a move and its break-even time, for an amount in the position's asset. */
export const estimateQuery = ({ strategyId, asset }: Position, to: string, amount: number) =>
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
