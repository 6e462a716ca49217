import { endpoint } from '../../shared/http/endpoint.ts';
import { strategies } from '../../shared/strategies/contract.ts';
import { compareStrategies } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(strategies.compare, ({ query }, context) =>
  compareStrategies(query.ids, context),
);
