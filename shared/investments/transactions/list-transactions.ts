import {
  type ListPage,
  nextAfter,
  numberOfCursor,
  type PageReply,
  pageOfList,
} from '../../platform/contract/cursor.ts';
import { paginate } from '../../platform/contract/envelope.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { sequenceText } from '../../platform/dynamodb/table.ts';
import type { listTransactionsRoute } from '../contract/transactions/list-transactions.ts';
import type { ListedTransaction } from '../contract/transactions/onchain-responses.ts';
import { intentSummary } from '../domain/onchain/view.ts';
import {
  type IntentFilter,
  type NumberedIntent,
  readFilteredIntents,
  readIntentCount,
  readNumberedIntents,
} from '../store/account-intents.ts';
import { readIntentsById } from '../store/intents.ts';

type Query = AppliedQuery<
  typeof listTransactionsRoute,
  'status' | 'type' | 'strategy_id' | 'user_id' | 'after'
>;

function toIntentFilter({ status: states, type, strategy_id: strategyId, user_id }: Query): IntentFilter {
  return { states, type, strategyId, userId: user_id === '' ? null : user_id };
}

const cursorOf = ({ number, id }: NumberedIntent) => ({ key: sequenceText(number), id });

/**
 * Returns one page of the account's intents. Without a filter, the numbers have no gaps, so a page is a range
 * of numbers.
 */
async function readPage(table: Table, account: string, query: Query): Promise<ListPage<NumberedIntent>> {
  const filter = toIntentFilter(query);
  const { after, page, per_page } = query;
  if (Object.values(filter).some((value) => value !== undefined)) {
    return pageOfList(await readFilteredIntents(table, account, filter), query, cursorOf);
  }
  const count = await readIntentCount(table, account);
  const total = after === undefined ? count : Math.max(0, Math.min(count, numberOfCursor(after) - 1));
  const to = total - (page - 1) * per_page;
  const items = await readNumberedIntents(table, account, { from: Math.max(1, to - per_page + 1), to });
  const pagination = paginate(total, query, items.length);
  const last = items.at(-1);
  return { items, pagination, meta: { next_after: nextAfter(pagination, last && cursorOf(last)) } };
}

/**
 * Returns a page of an account's on-chain transactions, including the transactions of its end users, newest
 * first.
 * Without a filter, only the list items of the page are read. With a filter, all list items are read. In both
 * cases, only the intents of the page are read.
 * A transaction is left out if its status stops matching the filter during the read.
 */
export async function listTransactions(
  table: Table,
  account: string,
  query: Query,
): Promise<PageReply<ListedTransaction>> {
  const { items, pagination, meta } = await readPage(table, account, query);
  const intents = await readIntentsById(
    table,
    items.map(({ id }) => id),
  );
  const matching = intents.filter(({ state }) => query.status?.includes(state) ?? true);
  return {
    data: matching.map(intentSummary),
    pagination: { ...pagination, count: matching.length },
    meta,
  };
}
