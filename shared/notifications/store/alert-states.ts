import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';
import type { Alert } from '../domain/alert.ts';
import type { AlertState } from '../domain/alert-judgement.ts';

/**
 * Retention of an alert state in seconds. Without a state, an alert compares with the previous snapshot, so a
 * condition that still holds does not fire again.
 */
const STATE_TTL_SECONDS = 60 * 86_400;

const storedState = z.object({
  pk: z.string(),
  armed: z.boolean(),
  notified_at_ms: z.int(),
  order: z.string(),
  version: z.int(),
});

const keyOf = (id: string, strategyId: string) => ITEMS.alertState.key({ id, strategy: strategyId });

/**
 * Reads the stored states of alerts for a strategy, by alert id. States from before an alert's last change
 * are ignored.
 */
export async function readStates(
  table: Table,
  alerts: readonly Alert[],
  strategyId: string,
): Promise<ReadonlyMap<string, AlertState>> {
  const byKey = new Map(alerts.map((alert) => [keyOf(alert.id, strategyId).pk, alert]));
  const keys = alerts.map(({ id }) => keyOf(id, strategyId));
  const items = await batchGet(table, keys, { consistent: true });
  return new Map(
    items.flatMap((item) => {
      const { pk, armed, notified_at_ms: notifiedAtMs, order, version } = storedState.parse(item);
      const alert = byKey.get(pk);
      return alert?.version === version ? [[alert.id, { armed, notifiedAtMs, order }] as const] : [];
    }),
  );
}

/**
 * Stores the state of an alert for a strategy, unless a later change of the strategy has already stored one.
 */
export async function writeState(
  table: Table,
  { id, version }: Pick<Alert, 'id' | 'version'>,
  strategyId: string,
  { armed, notifiedAtMs, order }: AlertState,
): Promise<void> {
  await writeIf(table, {
    Put: {
      Item: {
        ...keyOf(id, strategyId),
        armed,
        notified_at_ms: notifiedAtMs,
        order,
        version,
        [TABLE.ttlAttribute]: Math.ceil(notifiedAtMs / 1_000) + STATE_TTL_SECONDS,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR #order < :order OR version < :version',
      ExpressionAttributeNames: { '#order': 'order' },
      ExpressionAttributeValues: { ':order': order, ':version': version },
    },
  });
}
