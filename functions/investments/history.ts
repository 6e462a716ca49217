import { endpoint } from '../../shared/http/endpoint.ts';
import { investments } from '../../shared/investments/contract.ts';
import { listHistory } from '../../shared/investments/investments.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(investments.history, ({ query }, { principal }) =>
  listHistory(defaultTable(), principal.userId, query),
);
