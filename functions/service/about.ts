import { endpoint } from '../../shared/http/endpoint.ts';
import { readAbout } from '../../shared/service/about.ts';
import { aboutRoute } from '../../shared/service/contract/about.ts';

export const handler = endpoint(aboutRoute, async (_, { version }) => ({ data: await readAbout(version) }));
