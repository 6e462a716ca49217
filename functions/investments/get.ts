import { endpoint } from '../../shared/http/endpoint.ts';
import { getInvestmentRoute } from '../../shared/investments/contract/get.ts';
import { getInvestment } from '../../shared/investments/investments.ts';
import { readStageTime } from '../../shared/investments/sandbox-time.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(getInvestmentRoute, async ({ params }, { principal, now }) =>
  getInvestment(defaultTable(), principal.userId, params.id, await readStageTime(defaultTable(), now)),
);
