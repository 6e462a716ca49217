import * as z from 'zod/mini';
import { entryCodec } from '../../investments/domain/encoding/codec.ts';
import { splitOwnerId } from '../../investments/domain/ids/owner.ts';
import { readHeldStrategies } from '../../investments/held-strategies.ts';
import type { ItemChange } from '../../platform/domain/item-change.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { DEPOSIT_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, alertItem } from '../domain/alert.ts';
import { markWatched, watchRemoval, watchWrite } from '../store/alert-watches.ts';
import { getAlert, readAlerts } from '../store/alerts.ts';

/**
 * Whether the alert watches all strategies in which its account has an investment. Its watch items must
 * follow these investments.
 */
const isPositionAlert = ({ target, kind }: Alert) => target === 'positions' && !DEPOSIT_KINDS.includes(kind);

async function addWatches(table: Table, alert: Alert, strategies: Iterable<string>): Promise<void> {
  for (const strategyId of strategies) {
    await markWatched(table, strategyId);
    await write(table, watchWrite(strategyId, alert));
  }
}

/**
 * Adds watch items for an alert on positions to each strategy that its account has an investment in. Removes
 * them for a deleted alert.
 */
async function updateAlertWatches(table: Table, { before, after }: ItemChange): Promise<void> {
  const changedAlert = alertItem.parse(after ?? before);
  if (!isPositionAlert(changedAlert)) return;
  const strategyIds = await readHeldStrategies(table, changedAlert.owner);
  const alert = await getAlert(table, changedAlert.owner, changedAlert.id);
  if (alert !== undefined) return addWatches(table, alert, strategyIds);
  for (const strategyId of strategyIds) await write(table, watchRemoval(strategyId, changedAlert.id));
}

/**
 * Updates the watch items of all position alerts of an account after an investment in a strategy started or
 * ended.
 */
async function updateHoldingWatches(table: Table, account: string, strategyId: string): Promise<void> {
  const alerts = (await readAlerts(table, account)).filter(isPositionAlert);
  if (alerts.length === 0) return;
  const isHeld = (await readHeldStrategies(table, account)).has(strategyId);
  for (const alert of alerts) {
    if (isHeld) await addWatches(table, alert, [strategyId]);
    else await write(table, watchRemoval(strategyId, alert.id));
  }
}

const intent = z.object({ owner_id: z.string(), strategy_id: z.string() });

/** Handlers that keep the watch items of position alerts up to date, by the kind of the changed item. */
export const positionWatchHandlers = {
  alert: updateAlertWatches,
  entry: async (table: Table, { before, after }: ItemChange): Promise<void> => {
    if (before !== undefined || after === undefined) return;
    const { ownerId, transition, position } = entryCodec.decode(after);
    if (transition !== undefined)
      await updateHoldingWatches(table, splitOwnerId(ownerId).account, position.strategyId);
  },
  intent: async (table: Table, { before, after }: ItemChange): Promise<void> => {
    if (before !== undefined || after === undefined) return;
    const { owner_id, strategy_id } = intent.parse(after);
    await updateHoldingWatches(table, splitOwnerId(owner_id).account, strategy_id);
  },
} as const;
