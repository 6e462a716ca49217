import { type Callable, callableRoute } from './callable-route.ts';
import { TOOLS } from './tools.ts';

/**
 * Every tool with what a call needs to know of its endpoint. A deployed function has this finished: the bundler puts it
 * in the place of this module (infra/finished-documents.ts), so that no schemas of seventeen endpoints are made for one.
 */
export const CALLABLE: readonly Callable[] = TOOLS.map(({ name, route, omitted = [] }) => ({
  name,
  route: callableRoute(route),
  omitted,
}));
