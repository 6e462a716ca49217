import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { CallableTool } from '../../../shared/service/mcp/callable-route.ts';
import type { McpServerOptions } from '../../../shared/service/mcp/methods.ts';

/** The configuration of a server that uses the official MCP library. */
export interface Model extends McpServerOptions {
  readonly offered: readonly { readonly name: string; readonly inputSchema: { readonly type: 'object' } }[];
  readonly tools: readonly CallableTool[];
}

function makeServer({ offered, tools, call }: Model): Server {
  const server = new Server({ name: 'library', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [...offered] }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    return call(tool, params.arguments ?? {});
  });
  return server;
}

/** Returns the response of the official library to a message, for comparison. */
export async function respondWithLibrary(
  body: string,
  headers: Readonly<Record<string, string>>,
  model: Model,
): Promise<Response> {
  const make = () => new Request('https://host/mcp', { method: 'POST', headers, body });
  if (!(await isLegacyRequest(make()))) {
    const rules = { legacy: 'reject', responseMode: 'json', maxSubscriptions: 0 } as const;
    return createMcpHandler(() => makeServer(model), rules).fetch(make());
  }
  const server = makeServer(model);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(make());
  } finally {
    await server.close();
  }
}
