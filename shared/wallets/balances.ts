import type { ChainSettings } from '../chain/networks.ts';
import { balanceAssetsOf, type ChainBalances, readChainBalances } from '../chain/rpc.ts';
import type { CurrentPrices } from '../market/prices/current-prices.ts';
import { type ListPage, pageOfList } from '../platform/contract/cursor.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Principal } from '../platform/request.ts';
import { requireAddress } from './connections.ts';
import type { balancesRoute } from './contract/balances.ts';
import type { WalletBalances } from './contract/responses.ts';
import { computeWalletValue, type WalletAmount } from './domain/balances.ts';
import { findActiveConnection, readConnectionPage } from './store/connection-pages.ts';
import type { ConnectionItem } from './store/connections.ts';

export type BalancesQuery = AppliedQuery<
  typeof balancesRoute,
  'chain' | 'asset' | 'wallet_address' | 'user_id' | 'include_zero' | 'after'
>;

interface BalancesReply {
  readonly data: WalletBalances[];
  readonly pagination: Pagination;
  readonly meta: {
    readonly chains: ChainBalances['report'][];
    readonly prices_as_of: string | null;
    readonly next_after: string | null;
  };
}

/** Data sources from which balances are read. */
export interface BalanceSources {
  readonly table: Table;
  readonly chains: readonly ChainSettings[];
  readonly prices: () => Promise<CurrentPrices>;
}

function selectChains(chains: readonly ChainSettings[], slug: string | undefined): readonly ChainSettings[] {
  if (slug === undefined) return chains;
  const matchingChains = chains.filter(({ chain }) => chain === slug);
  if (matchingChains.length > 0) return matchingChains;
  const supportedChains = chains.map(({ chain }) => chain);
  const issue = {
    path: 'query.chain',
    message: `is not supported for balances; choose one of ${supportedChains.join(', ')}`,
  };
  throw new ApiError('invalid_chain', {
    message: `${issue.path}: ${issue.message}`,
    details: { issues: [issue], supported: supportedChains },
  });
}

async function readActiveConnectionPage(
  table: Table,
  owner: string,
  query: BalancesQuery,
): Promise<ListPage<ConnectionItem>> {
  const { wallet_address: text, user_id: userId } = query;
  if (text === undefined) return readConnectionPage(table, { owner, userId, status: 'active' }, query);
  const connection = await findActiveConnection(
    table,
    owner,
    requireAddress(text, 'query.wallet_address'),
    userId,
  );
  const listPositionOf = ({ owner_number, id }: ConnectionItem) => ({ key: String(owner_number), id });
  return pageOfList(connection === undefined ? [] : [connection], query, listPositionOf);
}

function amountsOfWallet(chainBalances: readonly ChainBalances[], wallet: string): WalletAmount[] {
  return chainBalances.flatMap(({ report, balanceAssets, amounts }) => {
    const row = amounts.get(wallet) ?? [];
    return balanceAssets.map((balanceAsset, index) => ({
      ...balanceAsset,
      chain: report.chain,
      amountBaseUnits: row[index],
    }));
  });
}

/**
 * Reads the balances of the caller's active connections on one page of the list of connections.
 *
 * @throws ApiError invalid_chain for a chain that is not configured; invalid_request for an invalid address
 */
export async function readBalances(
  { table, chains, prices }: BalanceSources,
  query: BalancesQuery,
  { userId: owner }: Principal,
): Promise<BalancesReply> {
  const requestedChains = selectChains(chains, query.chain)
    .map((chain) => ({ chain, balanceAssets: balanceAssetsOf(chain, query.asset) }))
    .filter(({ balanceAssets }) => balanceAssets.length > 0);
  const { items: connections, pagination, meta } = await readActiveConnectionPage(table, owner, query);
  const wallets = [...new Set(connections.map(({ wallet_address }) => wallet_address))];
  const chainsToRead = wallets.length === 0 ? [] : requestedChains;
  const [{ priceOf, asOf }, ...chainBalances] = await Promise.all([
    prices(),
    ...chainsToRead.map(({ chain, balanceAssets }) => readChainBalances(chain, balanceAssets, wallets)),
  ]);
  const areAllChainsRead = chainBalances.every(({ report }) => report.status === 'ok');
  const view = (connection: ConnectionItem): WalletBalances => ({
    connection_id: connection.id,
    user_id: connection.user_id,
    wallet_address: connection.wallet_address,
    ...computeWalletValue(amountsOfWallet(chainBalances, connection.wallet_address), priceOf, {
      includeZero: query.include_zero === true,
      allRead: areAllChainsRead,
    }),
  });
  return {
    data: connections.map(view),
    pagination,
    meta: { ...meta, chains: chainBalances.map(({ report }) => report), prices_as_of: asOf },
  };
}
