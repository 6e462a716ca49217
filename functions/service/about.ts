import { endpoint } from '../../shared/http/endpoint.ts';
import { describeService } from '../../shared/service/about.ts';
import { aboutRoute } from '../../shared/service/contract/about.ts';

export const handler = endpoint(aboutRoute, async (_, { version }) => ({
  data: await describeService(version),
}));
