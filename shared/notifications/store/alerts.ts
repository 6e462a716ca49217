import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { type Alert, alertItem, watchedBy } from '../domain/alert.ts';
import { markWatched, watchRemoval, watchWrite } from './alert-watches.ts';

const keyOf = (owner: string, id: string) => ITEMS.alert.key({ account: owner, id });

async function get(table: Table, key: { pk: string; sk: string }) {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

/** An account's alert; undefined when there is none. One read unit. */
export async function getAlert(table: Table, owner: string, id: string): Promise<Alert | undefined> {
  const item = await get(table, keyOf(owner, id));
  return item === undefined ? undefined : alertItem.parse(item);
}

/** All alerts of an account, the oldest first: no more than its plan has room for. */
export async function readAlerts(table: Table, owner: string): Promise<Alert[]> {
  const items = await queryAll(table, keyOf(owner, ''));
  const alerts = items.map((item) => alertItem.parse(item));
  return alerts.toSorted((a, b) =>
    a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? -1 : 1,
  );
}

/** How many alerts an account has. */
export async function countAlerts(table: Table, owner: string): Promise<number> {
  const item = await get(table, ITEMS.alertCount.key({ account: owner }));
  return item === undefined ? 0 : z.object({ alerts: z.int() }).parse(item).alerts;
}

function countWrite(owner: string, by: 1 | -1, max?: number): Write {
  return {
    Update: {
      Key: ITEMS.alertCount.key({ account: owner }),
      UpdateExpression: 'ADD alerts :by',
      ...(max === undefined
        ? { ExpressionAttributeValues: { ':by': by } }
        : {
            ConditionExpression: 'attribute_not_exists(alerts) OR alerts < :max',
            ExpressionAttributeValues: { ':by': by, ':max': max },
          }),
    },
  };
}

/**
 * Stores a new alert, and with it what finds it when a strategy changes, together with `attached`, all or none. False
 * when the account has no room for it.
 */
export async function insertAlert(
  table: Table,
  alert: Alert,
  max: number,
  attached: readonly Write[],
): Promise<boolean> {
  const watched = watchedBy(alert);
  if (watched !== undefined) await markWatched(table, watched);
  const result = await transactIf(table, [
    countWrite(alert.owner, 1, max),
    {
      Put: {
        Item: { ...keyOf(alert.owner, alert.id), ...alert },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...(watched === undefined ? [] : [watchWrite(watched, alert)]),
    ...attached,
  ]);
  if (result.held) return true;
  if (result.failed.includes(0)) return false;
  throw new Error(`A new alert met failed conditions at ${result.failed.join(', ')}`);
}

/** Replaces an alert by its next state; false when it was changed or deleted since it was read. */
export async function replaceAlert(table: Table, before: Alert, after: Alert): Promise<boolean> {
  const watched = watchedBy(after);
  const { held } = await transactIf(table, [
    {
      Put: {
        Item: { ...keyOf(after.owner, after.id), ...after },
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': before.version },
      },
    },
    ...(watched === undefined ? [] : [watchWrite(watched, after)]),
  ]);
  return held;
}

/** Deletes an alert and what finds it; false when there is none. */
export async function removeAlert(table: Table, alert: Alert): Promise<boolean> {
  const watched = watchedBy(alert);
  const { held } = await transactIf(table, [
    { Delete: { Key: keyOf(alert.owner, alert.id), ConditionExpression: 'attribute_exists(pk)' } },
    countWrite(alert.owner, -1),
    ...(watched === undefined ? [] : [watchRemoval(watched, alert.id)]),
  ]);
  return held;
}
