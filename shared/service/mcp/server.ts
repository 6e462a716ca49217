import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { Scope } from '../../platform/contract/scopes.ts';
import { RELEASE } from '../../platform/contract/versions/version-table.ts';
import { SERVICE_NAME } from '../contract/about.ts';
import { toolsText } from '../documents.ts';
import type { Arguments, ToolResult } from './call.ts';
import { TOOLS, type Tool } from './tools.ts';

const INSTRUCTIONS =
  'Yield strategies across chains: find, compare and explain them, recommend where to put an amount, read the ' +
  "caller's portfolio, and prepare deposits and withdrawals for the user to sign. Figures are estimates, not advice. " +
  'Each call counts as one request of the account; every error says what to do.';

/** What a model reads of a tool, made from the endpoint's own description. */
const definition = z.looseObject({
  name: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
});

let definitions: Promise<ReadonlyMap<string, z.infer<typeof definition>>> | undefined;

async function readDefinitions() {
  const read = z.array(definition).parse(JSON.parse(await toolsText()));
  return new Map(read.map((each) => [each.name, each]));
}

/** Whether a credential with these scopes can use the tool. */
function isOffered({ route: { access } }: Tool, scopes: readonly Scope[]): boolean {
  return access === 'public' || access === 'authenticated' || scopes.includes(access);
}

export interface ServerOptions {
  /** What the credential may do: it decides which tools are shown. A call is decided by the endpoint itself. */
  readonly scopes: readonly Scope[];
  readonly call: (tool: Tool, given: Arguments) => Promise<ToolResult>;
}

/** A server for one message: it lists the tools and calls them. */
function makeServer({ scopes, call }: ServerOptions): Server {
  const server = new Server(
    { name: 'yield-api', title: SERVICE_NAME, version: RELEASE },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', async () => {
    definitions ??= readDefinitions();
    const known = await definitions;
    const offered = TOOLS.filter((tool) => isOffered(tool, scopes));
    return { tools: offered.flatMap(({ name }) => known.get(name) ?? []) };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const names = TOOLS.map(({ name }) => name).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool. There are: ${names}`);
    }
    return call(tool, params.arguments ?? {});
  });
  return server;
}

/**
 * Answers one message of either revision of the protocol with one JSON body: nothing is kept between messages, and
 * nothing is streamed, as a function's answer is whole.
 */
export async function answerMessage(
  request: Request,
  parsedBody: unknown,
  options: ServerOptions,
): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) {
    const server = makeServer(options);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  }
  // A subscription would be a stream without an end.
  const rules = { legacy: 'reject', responseMode: 'json', maxSubscriptions: 0 } as const;
  return createMcpHandler(() => makeServer(options), rules).fetch(request, { parsedBody });
}
