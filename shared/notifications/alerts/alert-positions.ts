import * as z from 'zod/mini';
import { entryCodec } from '../../investments/domain/encoding/codec.ts';
import { splitOwnerId } from '../../investments/domain/ids/owner.ts';
import { heldStrategies } from '../../investments/held-strategies.ts';
import type { ItemChange } from '../../platform/domain/item-change.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { DEPOSIT_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, alertItem } from '../domain/alert.ts';
import { markWatched, watchRemoval, watchWrite } from '../store/alert-watches.ts';
import { getAlert, readAlerts } from '../store/alerts.ts';

/** Whether it is found by what its account holds, so that it has to follow that. */
const followsPositions = ({ target, kind }: Alert) => target === 'positions' && !DEPOSIT_KINDS.includes(kind);

async function watchAll(table: Table, alert: Alert, strategies: Iterable<string>): Promise<void> {
  for (const strategyId of strategies) {
    await markWatched(table, strategyId);
    await write(table, watchWrite(strategyId, alert));
  }
}

/**
 * Registers an alert on holdings with each strategy that its account holds; removes a deleted alert from all of them.
 */
async function followAlert(table: Table, { before, after }: ItemChange): Promise<void> {
  const known = alertItem.parse(after ?? before);
  if (!followsPositions(known)) return;
  const held = await heldStrategies(table, known.owner);
  const alert = await getAlert(table, known.owner, known.id);
  if (alert !== undefined) return watchAll(table, alert, held);
  for (const strategyId of held) await write(table, watchRemoval(strategyId, known.id));
}

/** Has all such alerts of an account follow that it holds something in a strategy, or no more. */
async function followHolding(table: Table, account: string, strategyId: string): Promise<void> {
  const alerts = (await readAlerts(table, account)).filter(followsPositions);
  if (alerts.length === 0) return;
  const isHeld = (await heldStrategies(table, account)).has(strategyId);
  for (const alert of alerts) {
    if (isHeld) await watchAll(table, alert, [strategyId]);
    else await write(table, watchRemoval(strategyId, alert.id));
  }
}

const intent = z.object({ owner_id: z.string(), strategy_id: z.string() });

/** What follows changes of items that say what accounts hold, and of alerts on it, as they are now. */
export const followPositions = {
  alert: followAlert,
  entry: async (table: Table, { before, after }: ItemChange): Promise<void> => {
    if (before !== undefined || after === undefined) return;
    const { ownerId, transition, position } = entryCodec.decode(after);
    if (transition !== undefined)
      await followHolding(table, splitOwnerId(ownerId).account, position.strategyId);
  },
  intent: async (table: Table, { before, after }: ItemChange): Promise<void> => {
    if (before !== undefined || after === undefined) return;
    const { owner_id, strategy_id } = intent.parse(after);
    await followHolding(table, splitOwnerId(owner_id).account, strategy_id);
  },
} as const;
