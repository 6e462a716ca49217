import { defineRoute } from '../../platform/contract/route.ts';

/**
 * Path of the Model Context Protocol server. It has no version segment, because the server belongs to no API
 * version.
 */
export const MCP_PATH = '/mcp';

/**
 * Route record of an MCP message. Every message passes the same middleware as a request to an endpoint, and costs
 * one request of the caller's rate limit. The response of this route itself is never returned.
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
