import { adminUserRoutes } from '../accounts/contract/admin-documentation.ts';
import { user } from '../accounts/contract/documentation.ts';
import { auth } from '../accounts/contract/sign-in/sign-in-documentation.ts';
import { investments } from '../investments/contract/documentation.ts';
import { market } from '../market/contract/documentation.ts';
import { marketStrategyRoutes } from '../market/contract/strategies/documentation.ts';
import { alerts, events } from '../notifications/contract/documentation.ts';
import { webhooks } from '../notifications/contract/webhooks/webhook-documentation.ts';
import type { DocumentedRoute } from '../platform/contract/documented-route.ts';
import { adminStatistics } from '../statistics/contract/documentation.ts';
import { strategies } from '../strategies/contract/documentation.ts';
import { adminWallets } from '../wallets/contract/admin-documentation.ts';
import { wallet, walletprovider } from '../wallets/contract/documentation.ts';
import { service } from './contract/documentation.ts';

/**
 * All endpoints of the service. Their order is the order in the documentation. Each endpoint has a handler
 * file.
 */
export const ROUTES: readonly DocumentedRoute[] = [
  ...Object.values(auth),
  ...Object.values(user),
  ...Object.values(strategies),
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
  service.about,
  service.health,
  service.openapi,
  service.docs,
];
