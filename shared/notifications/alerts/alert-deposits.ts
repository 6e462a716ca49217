import type { Table } from '../../platform/dynamodb/client.ts';
import { getStrategies } from '../../strategies/records.ts';
import { DEPOSIT_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, watches } from '../domain/alert.ts';
import type { Happening } from '../domain/event.ts';
import type { NewEvent } from '../domain/event-sources.ts';
import { readAlerts } from '../store/alerts.ts';

type Movement = Extract<Happening, { type: 'deposit.confirmed' | `investment.${string}` }>;

/** The kind of alert that an event of money is for; undefined for one that none is for. */
function kindOf({ type, data }: Movement): 'deposit_confirmed' | 'deposit_failed' | undefined {
  if (data.transaction_type !== 'deposit') return undefined;
  if (type === 'investment.confirmed') return 'deposit_confirmed';
  return type === 'investment.failed' || type === 'investment.expired' || type === 'investment.reversed'
    ? 'deposit_failed'
    : undefined;
}

const isMovement = (happening: Happening): happening is Movement => happening.type.startsWith('investment.');

/** The alert event data for a deposit, withdrawal or move. */
function happeningOf(
  { id }: Alert,
  kind: 'deposit_confirmed' | 'deposit_failed',
  movement: Movement,
): Happening {
  const type = kind === 'deposit_confirmed' ? 'deposit.confirmed' : 'deposit.failed';
  const { transaction_id, transaction_type, settlement, investment_id, strategy_id } = movement.data;
  const { user_id, asset, amount, transaction_hash } = movement.data;
  const data = {
    alert_id: id,
    transaction_id,
    transaction_type,
    settlement,
    investment_id,
    strategy_id,
    user_id,
    asset,
    amount,
    transaction_hash,
  };
  return { type, cause: `alert ${id} ${movement.cause}`, data };
}

/**
 * Returns the events that deposit alerts create for what has happened. Reads the alerts of each affected account once,
 * and of no other account.
 */
export async function eventsOfDepositAlerts(table: Table, found: readonly NewEvent[]): Promise<NewEvent[]> {
  const more: NewEvent[] = [];
  const known = new Map<string, readonly Alert[]>();
  for (const { account, happening } of found) {
    const kind = isMovement(happening) ? kindOf(happening) : undefined;
    if (!isMovement(happening) || kind === undefined) continue;
    const ofAccount = known.get(account) ?? (await readAlerts(table, account));
    known.set(account, ofAccount);
    const alerts = ofAccount.filter(
      (alert) => alert.kind === kind && DEPOSIT_KINDS.includes(alert.kind) && !alert.paused,
    );
    if (alerts.length === 0) continue;
    const strategyId = happening.data.strategy_id;
    const strategy = (await getStrategies(table, [strategyId])).get(strategyId);
    for (const alert of alerts) {
      const isMeant = alert.target !== 'strategy' || alert.strategy_id === strategyId;
      if (isMeant && strategy !== undefined && watches(alert, strategy)) {
        more.push({ account, happening: happeningOf(alert, kind, happening) });
      }
    }
  }
  return more;
}
