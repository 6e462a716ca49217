import { investments } from '../../shared/contract/investments.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { listInvestments } from '../../shared/services/investments.ts';

export const handler = endpoint(investments.list, ({ query }, { principal, now }) =>
  listInvestments(defaultTable(), principal.userId, query, now),
);
