import { endpoint } from '../../shared/http/endpoint.ts';
import { readCurrentPrices } from '../../shared/market/prices/current-prices.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { getStatisticsRoute } from '../../shared/statistics/contract/get.ts';
import { readCatalogState, readStatistics } from '../../shared/statistics/statistics.ts';

export const handler = endpoint(getStatisticsRoute, (_, context) => {
  const sources = {
    table: defaultTable(),
    prices: () => readCurrentPrices(context),
    catalog: () => readCatalogState(context),
  };
  return readStatistics(sources, context.now);
});
