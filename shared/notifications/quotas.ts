import type { Table } from '../platform/dynamodb/client.ts';
import { countAlerts } from './store/alerts.ts';
import { countWebhooks } from './store/webhooks.ts';

export async function countAlertsAndWebhooks(table: Table, account: string) {
  const [alertCount, webhookCount] = await Promise.all([
    countAlerts(table, account),
    countWebhooks(table, account),
  ]);
  return { alerts: alertCount, webhooks: webhookCount };
}
