import { endpoint } from '../../shared/http/endpoint.ts';
import { strategies } from '../../shared/strategies/contract.ts';
import { listStrategies } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(strategies.list, ({ query }, context) => listStrategies(query, context));
