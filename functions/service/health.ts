import { service } from '../../shared/contract/service.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { health } from '../../shared/services/health.ts';

export const handler = endpoint(service.health, async (_, { now }) => ({ data: await health(now) }));
