import { endpoint } from '../../../shared/http/endpoint.ts';
import { dailyRoute } from '../../../shared/investments/contract/reports/daily.ts';
import { readDaily } from '../../../shared/investments/reports/daily.ts';
import { readStageTime } from '../../../shared/investments/sandbox-time.ts';
import { dailyPrices } from '../../../shared/market/prices/daily-prices.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(dailyRoute, async ({ query }, context) =>
  readDaily({ table: defaultTable(), prices: () => dailyPrices(context) }, query, {
    account: context.principal.userId,
    now: await readStageTime(defaultTable(), context.now),
  }),
);
