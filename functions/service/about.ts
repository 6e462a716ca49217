import { endpoint } from '../../shared/http/endpoint.ts';
import { about } from '../../shared/service/about.ts';
import { service } from '../../shared/service/contract.ts';

export const handler = endpoint(service.about, (_, { version }) => ({ data: about(version) }));
