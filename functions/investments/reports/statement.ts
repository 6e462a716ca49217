import { endpoint } from '../../../shared/http/endpoint.ts';
import { statementRoute } from '../../../shared/investments/contract/reports/statement.ts';
import { readStatement } from '../../../shared/investments/reports/statement.ts';
import { readStageTime } from '../../../shared/investments/sandbox-time.ts';
import { readDailyPrices } from '../../../shared/market/prices/daily-prices.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(statementRoute, async ({ query }, context) =>
  readStatement({ table: defaultTable(), prices: () => readDailyPrices(context) }, query, {
    account: context.principal.userId,
    now: await readStageTime(defaultTable(), context.now),
  }),
);
