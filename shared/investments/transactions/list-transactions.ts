import { paginate } from '../../platform/contract/envelope.ts';
import type { Pagination } from '../../platform/contract/responses.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { listTransactionsRoute } from '../contract/transactions/list-transactions.ts';
import type { ListedTransaction } from '../contract/transactions/onchain-responses.ts';
import { intentSummary } from '../domain/onchain/view.ts';
import {
  type IntentFilter,
  readFilteredIntents,
  readIntentCount,
  readNumberedIntents,
} from '../store/account-intents.ts';
import { readIntentsById } from '../store/intents.ts';

type Query = RouteInput<typeof listTransactionsRoute>['query'];

function filterOf({ state: states, type, strategy_id: strategyId, user_id }: Query): IntentFilter {
  return { states, type, strategyId, userId: user_id === '' ? null : user_id };
}

/** The ids on a page, and how many there are on all. */
async function idsOn(table: Table, account: string, query: Query) {
  const filter = filterOf(query);
  const skipped = (query.page - 1) * query.per_page;
  if (Object.values(filter).some((value) => value !== undefined)) {
    const all = await readFilteredIntents(table, account, filter);
    return { ids: all.slice(skipped, skipped + query.per_page), total: all.length };
  }
  const total = await readIntentCount(table, account);
  const to = total - skipped;
  const ids = await readNumberedIntents(table, account, { from: Math.max(1, to - query.per_page + 1), to });
  return { ids, total };
}

/**
 * A page of an account's transactions on chains, its users' included, newest first. Any page of the whole list costs
 * what it shows; a filter reads the list, but not the transactions, to its end. One that has left the states asked for
 * while it was read is left out.
 */
export async function listTransactions(
  table: Table,
  account: string,
  query: Query,
): Promise<{ data: ListedTransaction[]; pagination: Pagination }> {
  const { ids, total } = await idsOn(table, account, query);
  const intents = await readIntentsById(table, ids);
  const meant = intents.filter(({ state }) => query.state?.includes(state) ?? true);
  return { data: meant.map(intentSummary), pagination: paginate(total, query, meant.length) };
}
