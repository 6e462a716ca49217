import { endpoint } from '../../../shared/http/endpoint.ts';
import { dailyPortfolioRoute } from '../../../shared/investments/contract/reports/daily.ts';
import { readDailyReport } from '../../../shared/investments/reports/daily.ts';
import { readStageTime } from '../../../shared/investments/sandbox-time.ts';
import { readDailyPrices } from '../../../shared/market/prices/daily-prices.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(dailyPortfolioRoute, async ({ query }, context) =>
  readDailyReport({ table: defaultTable(), prices: () => readDailyPrices(context) }, query, {
    account: context.principal.userId,
    now: await readStageTime(defaultTable(), context.now),
  }),
);
