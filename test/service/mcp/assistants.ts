import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as z from 'zod';

const INFORMATION = { name: 'assistant', version: '1.0.0' };

const toolAnswer = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
});

/** A tool's answer: whether it is a refusal, and its text, parsed. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly answer: unknown;
}

/** What the tests ask of a client, whatever revision of the protocol it speaks. */
export interface Assistant {
  readonly revision: string | undefined;
  /** The tools that it is offered, by name, each with its description and schema. */
  tools(): Promise<Map<string, { description?: string | undefined; inputSchema: unknown }>>;
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export type Connect = (url: URL, headers: Record<string, string>) => Promise<Assistant>;

function read(result: unknown): ToolAnswer {
  const { isError, content } = toolAnswer.parse(result);
  return { isError, answer: JSON.parse(content[0].text) };
}

/** A client of the revision of 2026, whose messages stand by themselves. */
const connectPresent: Connect = async (url, headers) => {
  const client = new Client(INFORMATION, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: async () => new Map((await client.listTools()).tools.map((tool) => [tool.name, tool])),
    call: async (name, given = {}) => read(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
};

/** A client of the revisions of 2025, which shakes hands first. */
const connectEarlier: Connect = async (url, headers) => {
  const client = new EarlierClient(INFORMATION);
  const transport = new EarlierTransport(url, { requestInit: { headers } });
  await client.connect(transport);
  return {
    revision: transport.protocolVersion,
    tools: async () => new Map((await client.listTools()).tools.map((tool) => [tool.name, tool])),
    call: async (name, given = {}) => read(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
};

/** Real clients by the revisions that they speak. */
export const CLIENTS: readonly (readonly [revision: string, connect: Connect])[] = [
  ['2026-07-28', connectPresent],
  ['2025-11-25', connectEarlier],
];
