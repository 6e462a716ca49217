import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryWhere } from '../../platform/dynamodb/query-all.ts';
import { ITEMS, sequenceText } from '../../platform/dynamodb/table.ts';
import type { IntentState } from '../domain/onchain/states.ts';
import type { Intent } from './intents.ts';

const listed = z.object({ id: z.string(), sk: z.string() });
const counted = z.pick(listed, { sk: true });

/** An intent and its number in its account's list. */
export interface NumberedIntent {
  readonly id: string;
  readonly number: number;
}

function numbered(item: unknown): NumberedIntent {
  const { id, sk } = listed.parse(item);
  return { id, number: Number(sk) };
}

/** Selects intents of an account. Fields that are undefined do not filter. */
export interface IntentFilter {
  readonly states?: readonly IntentState[] | undefined;
  readonly type?: Intent['type'] | undefined;
  readonly strategyId?: string | undefined;
  /** An end user of the account, or null for the account itself. */
  readonly userId?: string | null | undefined;
}

const keyAt = (account: string, number: number) =>
  ITEMS.accountIntent.key({ account, number: sequenceText(number) });

/** The query for an account's list of intents, newest first. */
function newestFirst(account: string): Partial<QueryCommandInput> {
  return {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keyAt(account, 0).pk },
    ScanIndexForward: false,
    ConsistentRead: true,
  };
}

/** Number of the account's intents, read from the newest one. Costs one read unit. */
export async function readIntentCount(table: Table, account: string): Promise<number> {
  const query = { TableName: table.name, ...newestFirst(account), Limit: 1 };
  const { Items: [last] = [] } = await table.client.send(new QueryCommand(query));
  return last === undefined ? 0 : Number(counted.parse(last).sk);
}

/** An account's intents with the numbers from `from` to `to` (1 or more, both inclusive), newest first. */
export async function readNumberedIntents(
  table: Table,
  account: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<NumberedIntent[]> {
  if (from > to) return [];
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...newestFirst(account),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': keyAt(account, from).pk,
        ':from': keyAt(account, from).sk,
        ':to': keyAt(account, to).sk,
      },
    }),
  );
  return Items.map(numbered);
}

/**
 * Converts a filter to DynamoDB query conditions. `state` and `type` are reserved words there, so names get
 * the prefix `#`.
 */
function conditions({ states, type, strategyId, userId }: IntentFilter) {
  const equal = Object.entries({ type, strategy_id: strategyId, user_id: userId }).filter(
    ([, value]) => value !== undefined,
  );
  const names = [...equal.map(([name]) => name), ...(states === undefined ? [] : ['state'])];
  const stateNames = (states ?? []).map((_, i) => `:state${i}`);
  return {
    FilterExpression: [
      ...equal.map(([name]) => `#${name} = :${name}`),
      ...(states === undefined ? [] : [`#state IN (${stateNames.join(', ')})`]),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...equal.map(([name, value]) => [`:${name}`, value]),
      ...(states ?? []).map((state, i) => [`:state${i}`, state]),
    ]),
  };
}

/**
 * All intents of an account that match a filter, newest first. Reads the whole list, about 25 intents per
 * read unit.
 */
export async function readFilteredIntents(
  table: Table,
  account: string,
  filter: IntentFilter,
): Promise<NumberedIntent[]> {
  const all = newestFirst(account);
  const kept = conditions(filter);
  const items = await queryWhere(table, {
    ...all,
    ...kept,
    ExpressionAttributeValues: { ...all.ExpressionAttributeValues, ...kept.ExpressionAttributeValues },
  });
  return items.map(numbered);
}
