import { paginate } from '../../platform/contract/envelope.ts';
import type { Pagination } from '../../platform/contract/responses.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readVaultFigures } from '../../strategies/records.ts';
import { isProvenWallet } from '../../wallets/proven.ts';
import type { holdingsRoute } from '../contract/holdings.ts';
import type { Holding } from '../contract/transactions/onchain-responses.ts';
import { holdingView } from '../domain/onchain/holding.ts';
import { readBalance, readChainEntries } from '../store/chain-books.ts';
import { readVaultHoldings } from '../store/vault-holdings.ts';

/** Entries that are read of a position: more than a wallet has between two looks at the vault's share price. */
const RECENT_ENTRIES = 32;

/**
 * What the wallets for which an account has asked for steps hold in vaults, as the vaults' confirmed events say, at the
 * share price that was observed last; what was deposited after it at what was paid. No chain is asked.
 */
export async function listHoldings(
  table: Table,
  account: string,
  query: RouteInput<typeof holdingsRoute>['query'],
): Promise<{ data: Holding[]; pagination: Pagination }> {
  const user = query.user_id === '' ? null : query.user_id;
  const all = await readVaultHoldings(table, account);
  const meant = all.filter(({ user_id }) => user === undefined || user_id === user);
  const start = (query.page - 1) * query.per_page;
  const page = meant.slice(start, start + query.per_page);
  const data = await Promise.all(
    page.map(async (place) => {
      const wallet = { address: place.wallet, chainId: place.chain_id };
      const [balance, figures, isProven] = await Promise.all([
        readBalance(table, place),
        readVaultFigures(table, place.strategy_id),
        isProvenWallet(table, account, wallet),
      ]);
      const from = Math.max(1, balance.sequence - RECENT_ENTRIES + 1);
      const recent = await readChainEntries(table, place, from);
      return holdingView(place, balance, figures.at(-1), { isProven, recent });
    }),
  );
  return { data, pagination: paginate(meant.length, query, data.length) };
}
