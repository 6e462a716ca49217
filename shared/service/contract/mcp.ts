import { defineRoute } from '../../platform/contract/route.ts';

/**
 * Path of the Model Context Protocol server. It is at the host's root, because it belongs to no API version.
 */
export const MCP_PATH = '/mcp';

/**
 * Route record of every MCP message. A message passes the same middleware as every endpoint and costs one
 * request of the caller's limit. The route's own response is never returned.
 */
export const mcpRoute = defineRoute({
  id: 'service.mcp',
  method: 'POST',
  path: MCP_PATH,
  summary: 'Model Context Protocol',
  access: 'authenticated',
  table: 'write',
  checksCaller: true,
  status: 200,
  paginated: false,
  errors: [],
});
