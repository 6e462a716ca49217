import { adminUsers, adminWallets } from './admin.ts';
import { adminStatistics } from './admin-statistics.ts';
import { auth } from './auth.ts';
import { investments } from './investments.ts';
import { market } from './market.ts';
import type { Route } from './route.ts';
import { service } from './service.ts';
import { strategies } from './strategies.ts';
import { strategiesInsight } from './strategies-insight.ts';
import { user } from './user.ts';
import { wallet, walletprovider } from './wallet.ts';

/** Every endpoint of the service, in the order of the documentation. A record is here once its handler exists. */
export const ROUTES: readonly Route[] = [
  ...Object.values(auth),
  ...Object.values(user),
  ...Object.values(strategies),
  ...Object.values(strategiesInsight),
  ...Object.values(investments),
  ...Object.values(wallet),
  ...Object.values(walletprovider),
  ...Object.values(market),
  ...Object.values(adminUsers),
  ...Object.values(adminStatistics),
  ...Object.values(adminWallets),
  service.health,
  service.openapi,
  service.docs,
];
