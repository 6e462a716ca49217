import { endpoint } from '../../shared/http/endpoint.ts';
import { service } from '../../shared/service/contract.ts';
import { health } from '../../shared/service/health.ts';

export const handler = endpoint(service.health, async (_, { now, version }) => ({
  data: await health(now, version),
}));
