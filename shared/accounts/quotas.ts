import { countSubAccounts } from '../investments/owners.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { countUnremovedConnections } from '../wallets/connections.ts';
import { limitsOf } from './credentials.ts';
import type { UserItem } from './store/users.ts';

/** Returns the number of an account's alerts, and the number of its webhook endpoints. */
export type CountAlertsAndWebhooks = (
  table: Table,
  account: string,
) => Promise<{ readonly alerts: number; readonly webhooks: number }>;

export async function readQuotas(
  table: Table,
  user: UserItem,
  countAlertsAndWebhooks: CountAlertsAndWebhooks,
  now: Date,
) {
  const limits = limitsOf(user);
  const [connectionCount, subAccountCount, { alerts, webhooks }] = await Promise.all([
    countUnremovedConnections(table, user.id),
    countSubAccounts(table, user.id),
    countAlertsAndWebhooks(table, user.id),
  ]);
  const nowMicros = now.getTime() * 1_000;
  const activeSessions = Object.values(user.sessions).filter(
    ({ expires_micros }) => expires_micros > nowMicros,
  );
  return {
    api_keys: { used: user.api_key_count, max: limits.maxApiKeys },
    sessions: { used: activeSessions.length, max: limits.maxSessions },
    wallet_connections: { used: connectionCount, max: limits.maxWalletConnections },
    sub_accounts: { used: subAccountCount, max: limits.maxSubAccounts },
    alerts: { used: alerts, max: limits.maxAlerts },
    webhooks: { used: webhooks, max: limits.maxWebhooks },
  };
}
