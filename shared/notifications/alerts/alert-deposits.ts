import type { Table } from '../../platform/dynamodb/client.ts';
import { getStrategies } from '../../strategies/records.ts';
import { DEPOSIT_ALERT_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, matchesFilter } from '../domain/alert.ts';
import type { EventContent } from '../domain/event.ts';
import type { NewEvent } from '../domain/event-sources.ts';
import { readAlerts } from '../store/alerts.ts';

type InvestmentEventContent = Extract<EventContent, { type: 'deposit.confirmed' | `investment.${string}` }>;

/** Returns the alert kind that reports this investment event. Undefined if there is none. */
function alertKindOf({
  type,
  data,
}: InvestmentEventContent): 'deposit_confirmed' | 'deposit_failed' | undefined {
  if (data.transaction_type !== 'deposit') return undefined;
  if (type === 'investment.confirmed') return 'deposit_confirmed';
  return type === 'investment.failed' || type === 'investment.expired' || type === 'investment.reversed'
    ? 'deposit_failed'
    : undefined;
}

const isInvestmentEventContent = (eventContent: EventContent): eventContent is InvestmentEventContent =>
  eventContent.type.startsWith('investment.');

function buildDepositAlertEvent(
  { id }: Alert,
  kind: 'deposit_confirmed' | 'deposit_failed',
  investmentEvent: InvestmentEventContent,
): EventContent {
  const type = kind === 'deposit_confirmed' ? 'deposit.confirmed' : 'deposit.failed';
  const { transaction_id, transaction_type, settlement, investment_id, strategy_id } = investmentEvent.data;
  const { user_id, asset, amount, transaction_hash } = investmentEvent.data;
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
  return { type, cause: `alert ${id} ${investmentEvent.cause}`, data };
}

/** Returns the alert events that deposit alerts create for new investment events. */
export async function createDepositAlertEvents(
  table: Table,
  newEvents: readonly NewEvent[],
): Promise<NewEvent[]> {
  const alertEvents: NewEvent[] = [];
  const alertsByAccount = new Map<string, readonly Alert[]>();
  for (const { account, eventContent } of newEvents) {
    const kind = isInvestmentEventContent(eventContent) ? alertKindOf(eventContent) : undefined;
    if (!isInvestmentEventContent(eventContent) || kind === undefined) continue;
    const alertsOfAccount = alertsByAccount.get(account) ?? (await readAlerts(table, account));
    alertsByAccount.set(account, alertsOfAccount);
    const matchingAlerts = alertsOfAccount.filter(
      (alert) => alert.kind === kind && DEPOSIT_ALERT_KINDS.includes(alert.kind) && !alert.paused,
    );
    if (matchingAlerts.length === 0) continue;
    const strategyId = eventContent.data.strategy_id;
    const strategy = (await getStrategies(table, [strategyId])).get(strategyId);
    for (const alert of matchingAlerts) {
      const isTargetStrategy = alert.target !== 'strategy' || alert.strategy_id === strategyId;
      if (isTargetStrategy && strategy !== undefined && matchesFilter(alert, strategy)) {
        alertEvents.push({ account, eventContent: buildDepositAlertEvent(alert, kind, eventContent) });
      }
    }
  }
  return alertEvents;
}
