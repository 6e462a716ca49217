import {
  type ListPage,
  nextPageCursor,
  numberOfCursor,
  type PageReply,
  pageOfList,
} from '../../platform/contract/cursor.ts';
import { buildPagination } from '../../platform/contract/envelope.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { formatSequence } from '../../platform/dynamodb/table.ts';
import type { Transaction } from '../contract/responses.ts';
import type { listTransactionsRoute } from '../contract/transactions/list-transactions.ts';
import type { ListedChainTransaction } from '../contract/transactions/onchain-responses.ts';
import { toVaultTransactionSummary } from '../domain/onchain/view.ts';
import { readPageAcrossParts } from '../owner-parts.ts';
import { listLedgerHistory } from '../reports/ledger-history.ts';
import {
  type NumberedVaultTransaction,
  readFilteredVaultTransactions,
  readNumberedVaultTransactions,
  readVaultTransactionCount,
  type VaultTransactionFilter,
} from '../store/account-vault-transactions.ts';
import { readVaultTransactionsById } from '../store/vault-transactions.ts';

type Query = AppliedQuery<
  typeof listTransactionsRoute,
  'settlement' | 'status' | 'type' | 'strategy_id' | 'user_id' | 'after'
>;

function toVaultTransactionFilter({
  status: states,
  type,
  strategy_id: strategyId,
  user_id,
}: Query): VaultTransactionFilter {
  return { states, type, strategyId, userId: user_id === '' ? null : user_id };
}

const listPositionOf = ({ transactionNumber: number, id }: NumberedVaultTransaction) => ({
  key: formatSequence(number),
  id,
});

/**
 * Returns one page of the account's vault transactions. Without a filter, the page is read by transaction number,
 * because the numbers have no gaps.
 */
async function readVaultTransactionPage(
  table: Table,
  account: string,
  query: Query,
): Promise<ListPage<NumberedVaultTransaction>> {
  const filter = toVaultTransactionFilter(query);
  const { after, page, per_page } = query;
  const end = after === undefined ? Number.POSITIVE_INFINITY : numberOfCursor(after) - 1;
  if (Object.values(filter).some((value) => value !== undefined)) {
    return pageOfList(await readFilteredVaultTransactions(table, account, filter), query, listPositionOf);
  }
  const total = Math.max(0, Math.min(await readVaultTransactionCount(table, account), end));
  const to = total - (page - 1) * per_page;
  const items = await readNumberedVaultTransactions(table, account, {
    from: Math.max(1, to - per_page + 1),
    to,
  });
  const pagination = buildPagination(total, query, items.length);
  const lastVaultTransaction = items.at(-1);
  return {
    items,
    pagination,
    meta: {
      next_after: nextPageCursor(pagination, lastVaultTransaction && listPositionOf(lastVaultTransaction)),
    },
  };
}

/**
 * Returns a page of an account's sandbox transactions. They are always confirmed, so a filter by any other status
 * returns an empty page.
 */
async function listSandboxTransactions(table: Table, account: string, { status, ...query }: Query) {
  const includesConfirmed = status === undefined || status.includes('confirmed');
  return includesConfirmed
    ? listLedgerHistory(table, account, query)
    : readPageAcrossParts<Transaction>([], query);
}

/**
 * Returns one page of the sandbox or on-chain transactions of an account and its end users. An on-chain transaction may
 * be missing if its status changes during the read.
 */
export async function listTransactions(
  table: Table,
  account: string,
  query: Query,
): Promise<PageReply<Transaction | ListedChainTransaction>> {
  if (query.settlement === 'sandbox') return listSandboxTransactions(table, account, query);
  const { items, pagination, meta } = await readVaultTransactionPage(table, account, query);
  const vaultTransactions = await readVaultTransactionsById(
    table,
    items.map(({ id }) => id),
  );
  const matchingVaultTransactions = vaultTransactions.filter(
    ({ state }) => query.status?.includes(state) ?? true,
  );
  return {
    data: matchingVaultTransactions.map(toVaultTransactionSummary),
    pagination: { ...pagination, count: matchingVaultTransactions.length },
    meta,
  };
}
