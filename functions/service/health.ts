import { endpoint } from '../../shared/http/endpoint.ts';
import { healthRoute } from '../../shared/service/contract/health.ts';
import { health } from '../../shared/service/health.ts';

export const handler = endpoint(healthRoute, async (_, { now, version }) => ({
  data: await health(now, version),
}));
