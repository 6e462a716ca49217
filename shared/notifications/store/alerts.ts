import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { transactAs } from '../../access/transact-as.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { buildDecrementWrite, buildIncrementWrite, readCount } from '../../platform/dynamodb/counter.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { Principal } from '../../platform/request.ts';
import { type Alert, alertItemSchema, watchedSubjectOf } from '../domain/alert.ts';
import {
  buildAlertBySubjectDeletion,
  buildSubjectAlertWrite,
  putSubjectMarker,
} from './alerts-by-subject.ts';

const alertKey = (owner: string, id: string) => ITEMS.alert.key({ account: owner, id });

export async function getAlert(table: Table, owner: string, id: string): Promise<Alert | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: alertKey(owner, id), ConsistentRead: true }),
  );
  return item === undefined ? undefined : alertItemSchema.parse(item);
}

/** Reads all alerts of an account, oldest first. */
export async function readAlerts(table: Table, owner: string): Promise<Alert[]> {
  const items = await queryAll(table, alertKey(owner, ''));
  const alerts = items.map((item) => alertItemSchema.parse(item));
  return alerts.toSorted((a, b) =>
    a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? -1 : 1,
  );
}

const alertCounterOf = (account: string) => ({ key: ITEMS.alertCount.key({ account }), attribute: 'alerts' });

export async function countAlerts(table: Table, owner: string): Promise<number> {
  return (await readCount(table, alertCounterOf(owner))) ?? 0;
}

/** Stores a new alert. Returns false if the account has reached its alert limit. */
export async function insertAlert(
  table: Table,
  principal: Principal,
  alert: Alert,
  max: number,
  additionalWrites: readonly Write[],
): Promise<boolean> {
  const watchedSubject = watchedSubjectOf(alert);
  if (watchedSubject !== undefined) await putSubjectMarker(table, watchedSubject);
  const result = await transactAs(table, principal, [
    buildIncrementWrite(alertCounterOf(alert.owner), max),
    {
      Put: {
        Item: { ...alertKey(alert.owner, alert.id), ...alert },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...(watchedSubject === undefined ? [] : [buildSubjectAlertWrite(watchedSubject, alert)]),
    ...additionalWrites,
  ]);
  if (result.committed) return true;
  if (result.failedWriteIndexes.includes(0)) return false;
  throw new Error(`A new alert met failed conditions at ${result.failedWriteIndexes.join(', ')}`);
}

/** Replaces an alert. Returns false if the alert has been changed or deleted since it was read. */
export async function replaceAlert(
  table: Table,
  principal: Principal,
  alertBefore: Alert,
  alertAfter: Alert,
): Promise<boolean> {
  const watchedSubject = watchedSubjectOf(alertAfter);
  const { committed } = await transactAs(table, principal, [
    {
      Put: {
        Item: { ...alertKey(alertAfter.owner, alertAfter.id), ...alertAfter },
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': alertBefore.version },
      },
    },
    ...(watchedSubject === undefined ? [] : [buildSubjectAlertWrite(watchedSubject, alertAfter)]),
  ]);
  return committed;
}

/** Deletes an alert. Returns false if the alert does not exist. */
export async function removeAlert(table: Table, principal: Principal, alert: Alert): Promise<boolean> {
  const watchedSubject = watchedSubjectOf(alert);
  const { committed } = await transactAs(table, principal, [
    { Delete: { Key: alertKey(alert.owner, alert.id), ConditionExpression: 'attribute_exists(pk)' } },
    buildDecrementWrite(alertCounterOf(alert.owner)),
    ...(watchedSubject === undefined ? [] : [buildAlertBySubjectDeletion(watchedSubject, alert.id)]),
  ]);
  return committed;
}
