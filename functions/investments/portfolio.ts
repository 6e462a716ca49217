import { endpoint } from '../../shared/http/endpoint.ts';
import { portfolioRoute } from '../../shared/investments/contract/portfolio.ts';
import { readPortfolio } from '../../shared/investments/reports/portfolio.ts';
import { readStageTime } from '../../shared/investments/sandbox-time.ts';
import { readCurrentPrices } from '../../shared/market/prices/current-prices.ts';
import type { AppliedQuery } from '../../shared/platform/contract/route.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

type Query = AppliedQuery<typeof portfolioRoute, 'user_id'>;

export const handler = endpoint(portfolioRoute, async ({ query }: { readonly query: Query }, context) =>
  readPortfolio(
    { table: defaultTable(), prices: () => readCurrentPrices(context) },
    {
      account: context.principal.userId,
      userId: query.user_id,
      now: await readStageTime(defaultTable(), context.now),
    },
  ),
);
