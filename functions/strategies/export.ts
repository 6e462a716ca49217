import { endpoint } from '../../shared/http/endpoint.ts';
import { exportRoute } from '../../shared/strategies/contract/export.ts';
import { exportStrategies } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(exportRoute, ({ query }, context) => exportStrategies(query, context));
