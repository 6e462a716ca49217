import { endpoint } from '../../shared/http/endpoint.ts';
import { compareRoute } from '../../shared/strategies/contract/compare.ts';
import { compareStrategies } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(compareRoute, ({ query }, context) => compareStrategies(query.ids, context));
