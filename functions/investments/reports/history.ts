import { endpoint } from '../../../shared/http/endpoint.ts';
import { investmentHistoryRoute } from '../../../shared/investments/contract/reports/history.ts';
import { listHistory } from '../../../shared/investments/reports/history.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(investmentHistoryRoute, ({ query }, { principal }) =>
  listHistory(defaultTable(), principal.userId, query),
);
