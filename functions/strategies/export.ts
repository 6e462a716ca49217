import { endpoint } from '../../shared/http/endpoint.ts';
import { strategies } from '../../shared/strategies/contract.ts';
import { exportStrategies } from '../../shared/strategies/strategies.ts';

export const handler = endpoint(strategies.export, (_, context) => exportStrategies(context));
