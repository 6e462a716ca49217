import * as z from 'zod/mini';
import { entryCodec } from '../../investments/domain/encoding/codec.ts';
import { splitOwnerId } from '../../investments/domain/ids/owner.ts';
import { readStrategyIdsWithPosition } from '../../investments/strategies-with-position.ts';
import type { ItemChange } from '../../platform/domain/item-change.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { DEPOSIT_ALERT_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, alertItemSchema } from '../domain/alert.ts';
import { getAlert, readAlerts } from '../store/alerts.ts';
import {
  buildAlertBySubjectDeletion,
  buildSubjectAlertWrite,
  putSubjectMarker,
} from '../store/alerts-by-subject.ts';

/** Returns whether the alert watches all strategies in which its account has an investment. */
const isPositionAlert = ({ target, kind }: Alert) =>
  target === 'positions' && !DEPOSIT_ALERT_KINDS.includes(kind);

async function addAlertToSubjects(table: Table, alert: Alert, strategyIds: Iterable<string>): Promise<void> {
  for (const strategyId of strategyIds) {
    await putSubjectMarker(table, strategyId);
    await write(table, buildSubjectAlertWrite(strategyId, alert));
  }
}

/**
 * Stores the alert under each strategy in which the account has an investment. If the alert was deleted, removes it
 * there.
 */
async function updateStrategiesOfAlert(table: Table, { before, after }: ItemChange): Promise<void> {
  const changedAlert = alertItemSchema.parse(after ?? before);
  if (!isPositionAlert(changedAlert)) return;
  const strategyIds = await readStrategyIdsWithPosition(table, changedAlert.owner);
  const alert = await getAlert(table, changedAlert.owner, changedAlert.id);
  if (alert !== undefined) return addAlertToSubjects(table, alert, strategyIds);
  for (const strategyId of strategyIds)
    await write(table, buildAlertBySubjectDeletion(strategyId, changedAlert.id));
}

/** Adds a strategy to the account's position alerts, or removes it if the account has no position in it. */
async function updateAlertsOnPosition(table: Table, account: string, strategyId: string): Promise<void> {
  const alerts = (await readAlerts(table, account)).filter(isPositionAlert);
  if (alerts.length === 0) return;
  const hasInvestment = (await readStrategyIdsWithPosition(table, account)).has(strategyId);
  for (const alert of alerts) {
    if (hasInvestment) await addAlertToSubjects(table, alert, [strategyId]);
    else await write(table, buildAlertBySubjectDeletion(strategyId, alert.id));
  }
}

const vaultTransactionSchema = z.object({ owner_id: z.string(), strategy_id: z.string() });

/** Handlers by kind of changed item. They update which strategies the position alerts watch. */
export const positionAlertHandlers = {
  alert: updateStrategiesOfAlert,
  entry: async (table: Table, { before, after }: ItemChange): Promise<void> => {
    if (before !== undefined || after === undefined) return;
    const { ownerId, transition, position } = entryCodec.decode(after);
    if (transition !== undefined)
      await updateAlertsOnPosition(table, splitOwnerId(ownerId).account, position.strategyId);
  },
  vaultTransaction: async (table: Table, { before, after }: ItemChange): Promise<void> => {
    if (before !== undefined || after === undefined) return;
    const { owner_id, strategy_id } = vaultTransactionSchema.parse(after);
    await updateAlertsOnPosition(table, splitOwnerId(owner_id).account, strategy_id);
  },
} as const;
