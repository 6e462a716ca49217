import { buildCallableRoute, type Callable } from './callable-route.ts';
import { TOOLS } from './tools.ts';

/**
 * All callable tools. In deployed functions, the bundler replaces this module with the finished data
 * (infra/finished-documents.ts). They then do not create the schemas of all endpoints for one call.
 */
export const CALLABLE: readonly Callable[] = TOOLS.map(({ name, route, omitted = [] }) => ({
  name,
  route: buildCallableRoute(route),
  omitted,
}));
