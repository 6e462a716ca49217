import { endpoint } from '../../shared/http/endpoint.ts';
import { listRoute } from '../../shared/strategies/contract/list.ts';
import { listStrategies } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(listRoute, ({ query }, context) => listStrategies(query, context));
