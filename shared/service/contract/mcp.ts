import { defineRoute } from '../../platform/contract/route.ts';

/**
 * Path of the Model Context Protocol server. It has no version segment, because the server belongs to no API
 * version.
 */
export const MCP_PATH = '/mcp';

/**
 * Route record for MCP messages. Each message passes the same middleware as any other request, and counts as one
 * request for the caller's rate limit.
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
