import { buildCallableRoute, type CallableTool } from './callable-route.ts';
import { MCP_TOOLS } from './tools.ts';

/**
 * All tools that a client can call. In deployed functions, the bundler replaces this module with prebuilt data
 * (infra/prebuilt-documents.ts).
 */
export const CALLABLE_TOOLS: readonly CallableTool[] = MCP_TOOLS.map(({ name, route, omitted = [] }) => ({
  name,
  route: buildCallableRoute(route),
  omitted,
}));
