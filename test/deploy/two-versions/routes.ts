import { adminUserRoutes } from '../../../shared/accounts/contract/admin-documentation.ts';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { auth } from '../../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { market } from '../../../shared/market/contract/documentation.ts';
import { marketStrategyRoutes } from '../../../shared/market/contract/strategies/documentation.ts';
import { alerts, events } from '../../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { service } from '../../../shared/service/contract/documentation.ts';
import { adminStatistics } from '../../../shared/statistics/contract/documentation.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { adminWallets } from '../../../shared/wallets/contract/admin-documentation.ts';
import { wallet, walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import { strategyListV2 } from '../../service/two-versions/routes.ts';

/**
 * All routes of both API versions. Only the strategy list has a different route in each version. Bundles of the second
 * version use this route table instead of the service's own table.
 */
export const ROUTES: readonly DocumentedRoute[] = [
  ...Object.values(auth),
  ...Object.values(user),
  { ...strategies.list, versions: ['v1'] },
  strategyListV2,
  ...Object.values(strategies).filter(({ id }) => id !== strategies.list.id),
  ...Object.values(marketStrategyRoutes),
  ...Object.values(investments),
  ...Object.values(wallet),
  ...Object.values(walletprovider),
  ...Object.values(market),
  ...Object.values(events),
  ...Object.values(alerts),
  ...Object.values(webhooks),
  ...Object.values(adminUserRoutes),
  ...Object.values(adminStatistics),
  ...Object.values(adminWallets),
  ...Object.values(service),
];
