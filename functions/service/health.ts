import { endpoint } from '../../shared/http/endpoint.ts';
import { healthRoute } from '../../shared/service/contract/health.ts';
import { readHealth } from '../../shared/service/health.ts';

export const handler = endpoint(healthRoute, async (_, { now, version }) => ({
  data: await readHealth(now, version),
}));
