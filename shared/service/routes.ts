import { adminUsers, adminWallets } from '../accounts/contract/admin.ts';
import { auth } from '../accounts/contract/sign-in.ts';
import { user } from '../accounts/contract/user.ts';
import { investments } from '../investments/contract.ts';
import { marketCalibration } from '../market/contract/calibration.ts';
import { strategiesInsight } from '../market/contract/insight.ts';
import { marketLookups } from '../market/contract/lookups.ts';
import { market } from '../market/contract/market.ts';
import type { Route } from '../platform/contract/route.ts';
import { adminStatistics } from '../statistics/contract.ts';
import { strategies } from '../strategies/contract.ts';
import { wallet, walletprovider } from '../wallets/contract.ts';
import { service } from './contract.ts';

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
  ...Object.values(marketCalibration),
  ...Object.values(marketLookups),
  ...Object.values(adminUsers),
  ...Object.values(adminStatistics),
  ...Object.values(adminWallets),
  service.about,
  service.health,
  service.openapi,
  service.docs,
];
