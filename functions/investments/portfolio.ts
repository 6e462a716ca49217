import { endpoint } from '../../shared/http/endpoint.ts';
import { portfolioRoute } from '../../shared/investments/contract/portfolio.ts';
import { readPortfolio } from '../../shared/investments/reports/portfolio.ts';
import { sandboxTime } from '../../shared/investments/sandbox-time.ts';
import { currentPrices } from '../../shared/market/prices/current-prices.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(portfolioRoute, async ({ query }, context) =>
  readPortfolio(
    { table: defaultTable(), prices: () => currentPrices(context) },
    {
      account: context.principal.userId,
      userId: query.user_id,
      now: await sandboxTime(defaultTable(), context.now),
    },
  ),
);
