import type { Table } from '../platform/dynamodb/client.ts';
import { countAlerts } from './store/alerts.ts';
import { countWebhooks } from './store/webhooks.ts';

/** Returns the number of alerts and webhook endpoints of an account. */
export async function countNotifications(table: Table, account: string) {
  const [alerts, webhooks] = await Promise.all([countAlerts(table, account), countWebhooks(table, account)]);
  return { alerts, webhooks };
}
