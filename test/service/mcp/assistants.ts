import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as z from 'zod';

const CLIENT_INFO = { name: 'assistant', version: '1.0.0' };

const toolAnswerSchema = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

/** The response of a tool: whether it is an error, and its parsed text. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly answer: unknown;
}

/** A client of the MCP server in any revision of the protocol. */
export interface Assistant {
  readonly revision: string | undefined;
  /** Returns the offered tools by name, with description and schema. */
  tools(): Promise<Map<string, { description?: string | undefined; inputSchema: unknown }>>;
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export type Connect = (url: URL, headers: Record<string, string>) => Promise<Assistant>;

function read(result: unknown): ToolAnswer {
  const { isError, content } = toolAnswerSchema.parse(result);
  return { isError, answer: JSON.parse(content[0].text) };
}

/** Connects a client of the 2026 revision, whose messages need no handshake. */
const connectCurrentRevision: Connect = async (url, headers) => {
  const client = new Client(CLIENT_INFO, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: async () => new Map((await client.listTools()).tools.map((tool) => [tool.name, tool])),
    call: async (name, given = {}) => read(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
};

/** Connects a client of the 2025 revisions, which starts with a handshake. */
const connectEarlierRevision: Connect = async (url, headers) => {
  const client = new EarlierClient(CLIENT_INFO);
  const transport = new EarlierTransport(url, { requestInit: { headers } });
  await client.connect(transport);
  return {
    revision: transport.protocolVersion,
    tools: async () => new Map((await client.listTools()).tools.map((tool) => [tool.name, tool])),
    call: async (name, given = {}) => read(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
};

/** Real MCP clients, each with the protocol revision that it uses. */
export const CLIENTS: readonly (readonly [revision: string, connect: Connect])[] = [
  ['2026-07-28', connectCurrentRevision],
  ['2025-11-25', connectEarlierRevision],
];
