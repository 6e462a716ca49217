import { endpoint } from '../../shared/http/endpoint.ts';
import { listStrategiesRoute } from '../../shared/strategies/contract/list.ts';
import { listStrategies } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(listStrategiesRoute, ({ query }, context) => listStrategies(query, context));
