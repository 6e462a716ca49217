import { endpoint } from '../../shared/http/endpoint.ts';
import { statementRoute } from '../../shared/investments/contract/statement.ts';
import { readStatement } from '../../shared/investments/reports/statement.ts';
import { dailyPrices } from '../../shared/market/daily-prices.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(statementRoute, ({ query }, context) =>
  readStatement({ table: defaultTable(), prices: () => dailyPrices(context) }, query, {
    account: context.principal.userId,
    now: context.now,
  }),
);
