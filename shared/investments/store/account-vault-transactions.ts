import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAllOfSelection } from '../../platform/dynamodb/query-all.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import type { EntryType } from '../contract/investment.ts';
import type { VaultTransactionState } from '../domain/onchain/states.ts';

const listedVaultTransactionSchema = z.object({ id: z.string(), sk: z.string() });
const listedSortKeySchema = z.pick(listedVaultTransactionSchema, { sk: true });

/** A vault transaction and its number in the account's list. */
export interface NumberedVaultTransaction {
  readonly id: string;
  readonly transactionNumber: number;
}

function toNumberedVaultTransaction(item: unknown): NumberedVaultTransaction {
  const { id, sk } = listedVaultTransactionSchema.parse(item);
  return { id, transactionNumber: Number(sk) };
}

/** Selects vault transactions of an account. A field that is undefined does not limit the selection. */
export interface VaultTransactionFilter {
  readonly states?: readonly VaultTransactionState[] | undefined;
  readonly type?: EntryType | undefined;
  readonly strategyId?: string | undefined;
  /** The id of an end user of the account, or null for the account itself. */
  readonly userId?: string | null | undefined;
}

const accountVaultTransactionKey = (account: string, transactionNumber: number) =>
  ITEMS.accountVaultTransaction.key({ account, number: formatSequence(transactionNumber) });

function buildNewestFirstQuery(account: string): Partial<QueryCommandInput> {
  return {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': accountVaultTransactionKey(account, 0).pk },
    ScanIndexForward: false,
    ConsistentRead: true,
  };
}

/**
 * Returns the number of vault transactions that the account has. They are numbered from 1, so this is also the number
 * of the newest vault transaction.
 */
export async function readVaultTransactionCount(table: Table, account: string): Promise<number> {
  const query = { TableName: table.name, ...buildNewestFirstQuery(account), Limit: 1 };
  const { Items: [newestItem] = [] } = await table.client.send(new QueryCommand(query));
  return newestItem === undefined ? 0 : Number(listedSortKeySchema.parse(newestItem).sk);
}

/**
 * Returns an account's vault transactions with the numbers from `from` to `to` (1 or more, both inclusive), newest
 * first.
 */
export async function readNumberedVaultTransactions(
  table: Table,
  account: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<NumberedVaultTransaction[]> {
  if (from > to) return [];
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...buildNewestFirstQuery(account),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': accountVaultTransactionKey(account, from).pk,
        ':from': accountVaultTransactionKey(account, from).sk,
        ':to': accountVaultTransactionKey(account, to).sk,
      },
    }),
  );
  return Items.map(toNumberedVaultTransaction);
}

/** `state` and `type` are reserved words in DynamoDB, so attribute names get the prefix `#`. */
function buildFilterConditions({ states, type, strategyId, userId }: VaultTransactionFilter) {
  const equalityFilters = Object.entries({ type, strategy_id: strategyId, user_id: userId }).filter(
    ([, value]) => value !== undefined,
  );
  const attributeNames = [
    ...equalityFilters.map(([name]) => name),
    ...(states === undefined ? [] : ['state']),
  ];
  const statePlaceholders = (states ?? []).map((_, i) => `:state${i}`);
  return {
    FilterExpression: [
      ...equalityFilters.map(([name]) => `#${name} = :${name}`),
      ...(states === undefined ? [] : [`#state IN (${statePlaceholders.join(', ')})`]),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(attributeNames.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...equalityFilters.map(([name, value]) => [`:${name}`, value]),
      ...(states ?? []).map((state, i) => [`:state${i}`, state]),
    ]),
  };
}

/**
 * Returns all vault transactions of an account that match a filter, newest first. Reads the account's whole list of
 * vault transactions.
 */
export async function readFilteredVaultTransactions(
  table: Table,
  account: string,
  filter: VaultTransactionFilter,
): Promise<NumberedVaultTransaction[]> {
  const baseQuery = buildNewestFirstQuery(account);
  const filterConditions = buildFilterConditions(filter);
  const items = await queryAllOfSelection(table, {
    ...baseQuery,
    ...filterConditions,
    ExpressionAttributeValues: {
      ...baseQuery.ExpressionAttributeValues,
      ...filterConditions.ExpressionAttributeValues,
    },
  });
  return items.map(toNumberedVaultTransaction);
}
