import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';
import type { Alert } from '../domain/alert.ts';
import type { AlertState } from '../domain/alert-conditions.ts';

/**
 * Time after which a stored alert state expires. Without a state, an alert fires only if the change of the strategy
 * makes its condition true (see `evaluateAlert`).
 */
const ALERT_STATE_TTL_SECONDS = 60 * 86_400;

const storedAlertStateSchema = z.object({
  pk: z.string(),
  armed: z.boolean(),
  notified_at_ms: z.int(),
  order: z.string(),
  version: z.int(),
});

const alertStateKeyOf = (id: string, strategyId: string) =>
  ITEMS.alertState.key({ id, strategy: strategyId });

/**
 * Reads the stored states of alerts for a strategy, by alert id. States of an earlier alert version are ignored.
 */
export async function readAlertStates(
  table: Table,
  alerts: readonly Alert[],
  strategyId: string,
): Promise<ReadonlyMap<string, AlertState>> {
  const alertByKey = new Map(alerts.map((alert) => [alertStateKeyOf(alert.id, strategyId).pk, alert]));
  const keys = alerts.map(({ id }) => alertStateKeyOf(id, strategyId));
  const items = await batchGet(table, keys, { consistent: true });
  return new Map(
    items.flatMap((item) => {
      const { pk, armed, notified_at_ms: notifiedAtMs, order, version } = storedAlertStateSchema.parse(item);
      const alert = alertByKey.get(pk);
      return alert?.version === version ? [[alert.id, { armed, notifiedAtMs, order }] as const] : [];
    }),
  );
}

/**
 * Stores the state of an alert for a strategy. Does nothing if this alert version already has a state from this or a
 * later change of the strategy.
 */
export async function writeAlertState(
  table: Table,
  { id, version }: Pick<Alert, 'id' | 'version'>,
  strategyId: string,
  { armed, notifiedAtMs, order }: AlertState,
): Promise<void> {
  await writeIf(table, {
    Put: {
      Item: {
        ...alertStateKeyOf(id, strategyId),
        armed,
        notified_at_ms: notifiedAtMs,
        order,
        version,
        [TABLE.ttlAttribute]: Math.ceil(notifiedAtMs / 1_000) + ALERT_STATE_TTL_SECONDS,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR #order < :order OR version < :version',
      ExpressionAttributeNames: { '#order': 'order' },
      ExpressionAttributeValues: { ':order': order, ':version': version },
    },
  });
}
