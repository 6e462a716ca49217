import { endpoint } from '../../shared/http/endpoint.ts';
import { listInvestmentsRoute } from '../../shared/investments/contract/list.ts';
import { listInvestments } from '../../shared/investments/investments.ts';
import { readStageTime } from '../../shared/investments/sandbox-time.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listInvestmentsRoute, async ({ query }, { principal, now }) =>
  listInvestments(defaultTable(), principal.userId, query, await readStageTime(defaultTable(), now)),
);
