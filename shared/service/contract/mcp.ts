import { defineRoute } from '../../platform/contract/route.ts';

/** Where assistants that speak the Model Context Protocol connect: on the host's root, as it is part of no version. */
export const MCP_PATH = '/mcp';

/**
 * What every message passes: the same chain as every endpoint, and one request of the caller's limit. Its answer
 * reaches nobody as it is.
 */
export const mcpRoute = defineRoute({
  id: 'service.mcp',
  method: 'POST',
  path: MCP_PATH,
  summary: 'Model Context Protocol',
  access: 'authenticated',
  table: 'write',
  status: 200,
  paginated: false,
  errors: [],
});
