import { investments } from '../../shared/contract/investments.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { listHistory } from '../../shared/services/investments.ts';

export const handler = endpoint(investments.history, ({ query }, { principal }) =>
  listHistory(defaultTable(), principal.userId, query),
);
