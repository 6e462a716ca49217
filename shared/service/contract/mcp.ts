import { defineRoute } from '../../platform/contract/route.ts';

/** Where assistants that speak the Model Context Protocol connect: on the host's root, as it is part of no version. */
export const MCP_PATH = '/mcp';

/**
 * The route of every MCP message: it passes the same middleware as every endpoint and costs one request of the caller's
 * limit. Its response is never returned as it is.
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
