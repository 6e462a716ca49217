import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryWhere } from '../../platform/dynamodb/query-all.ts';
import { ITEMS, sequenceText } from '../../platform/dynamodb/table.ts';
import type { IntentState } from '../domain/onchain/states.ts';
import type { Intent } from './intents.ts';

const listed = z.object({ id: z.string(), sk: z.string() });
const counted = z.pick(listed, { sk: true });

/** An intent's place in its account's list. */
export interface NumberedIntent {
  readonly id: string;
  readonly number: number;
}

function numbered(item: unknown): NumberedIntent {
  const { id, sk } = listed.parse(item);
  return { id, number: Number(sk) };
}

/** Which of an account's intents are meant; all of them where nothing is given. */
export interface IntentFilter {
  readonly states?: readonly IntentState[] | undefined;
  readonly type?: Intent['type'] | undefined;
  readonly strategyId?: string | undefined;
  /** A user of the account's, or (null) the account itself. */
  readonly userId?: string | null | undefined;
}

const keyAt = (account: string, number: number) =>
  ITEMS.accountIntent.key({ account, number: sequenceText(number) });

/** An account's list, newest first. */
function newestFirst(account: string): Partial<QueryCommandInput> {
  return {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keyAt(account, 0).pk },
    ScanIndexForward: false,
    ConsistentRead: true,
  };
}

/** The number of an account's latest intent, which is how many there are: one read unit. */
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

/** A filter as the conditions of a query. `state` and `type` are words of its language, so every name has another. */
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

/** All of an account's intents that a filter keeps, newest first. It reads the whole list, some 25 to a read unit. */
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
