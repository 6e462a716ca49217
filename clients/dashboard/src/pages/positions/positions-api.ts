import { queryOptions } from '@tanstack/react-query';
import {
  type ChainMove,
  type InvestmentsMoveInput,
  type Move,
  sendSteps,
  stepSenderOf,
} from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { type AnnouncedWallet, explained } from '../../api/wallets.ts';
import type { Position } from './position.ts';

const PAGE_MAX = 100;

/** As many as fit on one page. */
export const investmentsQuery = queryOptions({
  queryKey: ['investments'],
  queryFn: ({ signal }) => api.investments.list({ status: 'active', per_page: PAGE_MAX }, { signal }),
});
export const holdingsQuery = queryOptions({
  queryKey: ['holdings'],
  queryFn: ({ signal }) => api.investments.holdings({ per_page: PAGE_MAX }, { signal }),
});
export const portfolioQuery = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) => api.investments.portfolio({}, { signal }),
});

/** Where a position could be moved: the largest strategies of its asset, on the same chain where a wallet pays. */
export const destinationsQuery = ({ strategyId, asset, chain, wallet }: Position) =>
  queryOptions({
    queryKey: ['destinations', asset, wallet === undefined ? '' : chain],
    queryFn: ({ signal }) =>
      api.strategies.list(
        { asset, per_page: PAGE_MAX, ...(wallet === undefined ? {} : { chain }) },
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

/** Of a position in a vault, the wallet that signs; in the books nobody does. */
interface WantedMove {
  readonly input: InvestmentsMoveInput;
  readonly wallet: AnnouncedWallet | undefined;
}

const isOnChain = (move: Move | ChainMove): move is ChainMove => 'steps' in move.withdrawal;

/** Has both halves of a move between vaults signed and sent; the chain confirms them later. */
async function sendMove({ withdrawal, deposit }: ChainMove, { provider }: AnnouncedWallet): Promise<void> {
  const send = stepSenderOf(provider, withdrawal.wallet_address);
  await sendSteps(api, withdrawal, send);
  try {
    await sendSteps(api, deposit, send);
  } catch (error) {
    const cause = explained(error);
    const reason = cause instanceof Error ? cause.message : '';
    throw new Error(`The withdrawal was sent, the deposit was not: the money is in your wallet. ${reason}`);
  }
}

/** Moves a position, and gives whether it is done or waits for its chain. */
async function carryOutMove({ input, wallet }: WantedMove): Promise<'done' | 'sent'> {
  const { data } = await api.investments.move(input);
  if (!isOnChain(data)) return 'done';
  if (wallet === undefined) throw new Error('A wallet has to sign this.');
  try {
    await wallet.provider.request({ method: 'eth_requestAccounts' });
    await sendMove(data, wallet);
  } catch (error) {
    throw explained(error);
  }
  return 'sent';
}

export const useMove = () => useChange(carryOutMove, ['investments', 'holdings', 'portfolio']);
