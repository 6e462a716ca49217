import { adminStatistics } from '../../shared/contract/admin-statistics.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { catalogState, readStatistics } from '../../shared/services/admin-statistics.ts';
import { currentPrices } from '../../shared/services/prices.ts';

export const handler = endpoint(adminStatistics.statistics, (_, context) => {
  const sources = {
    table: defaultTable(),
    prices: () => currentPrices(context),
    catalog: () => catalogState(context),
  };
  return readStatistics(sources, context.now);
});
