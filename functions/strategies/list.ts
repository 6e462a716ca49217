import { strategies } from '../../shared/contract/strategies.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { listStrategies } from '../../shared/services/strategies.ts';

export const handler = endpoint(strategies.list, ({ query }, context) => listStrategies(query, context));
