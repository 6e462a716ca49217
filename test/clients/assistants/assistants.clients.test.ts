import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import { CREDENTIAL_HEADER } from '../../../shared/platform/contract/headers.ts';
import { runTool } from '../../aws/engine/tool.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { installAssistantTools } from '../generators/tools.ts';

let stack: E2eStack;
let proxy: Server;
let folder: string;
let tools: string;
let address: string;

/** Starts a proxy that adds a key to every request, because the suite cannot send its own headers. */
function createKeyProxy(origin: string, key: string): Server {
  return createServer((received, response) => {
    const headers = { ...received.headers, [CREDENTIAL_HEADER]: key };
    const sent = request(
      new URL(received.url ?? '/', origin),
      { method: received.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    received.pipe(sent);
  });
}

beforeAll(async () => {
  tools = await installAssistantTools();
  stack = await startE2e({ catalogSize: 20, pages: true });
  proxy = createKeyProxy(stack.baseUrl, stack.keys.enterprise);
  address = `http://127.0.0.1:${await listenOnLoopback(proxy)}/mcp`;
  folder = mkdtempSync(join(tmpdir(), 'assistants-'));
});
afterAll(async () => {
  proxy.close();
  await stack.stop();
  rmSync(folder, { recursive: true });
});

test.each(['2025-11-25', '2026-07-28'])(
  'every check of the MCP conformance suite for revision %s passes, except for the listed expected failures',
  async (revision) => {
    const program = join(tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const expected = join(import.meta.dirname, `expected-${revision}.yml`);
    const report = await runTool(
      process.execPath,
      [program, 'server', '--url', address, '--requirements', revision, '--expected-failures', expected],
      { cwd: folder },
    );
    expect(report).toMatch(/tools-list: \d+ passed, 0 failed/);
  },
);

/** Returns what `mcp-remote` prints until it lists the tools or ends. */
function remote(key: string): Promise<{ readonly listed: boolean; readonly printed: string }> {
  const program = join(tools, 'node_modules/mcp-remote/dist/proxy.js');
  const url = new URL('/mcp', stack.baseUrl).href;
  const child = spawn(process.execPath, [program, url, '--allow-http', '--header', `X-API-KEY:${key}`], {
    // A separate home folder hides registrations of earlier runs. The program `true` replaces the browser, so that no
    // browser opens.
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      MCP_REMOTE_CONFIG_DIR: join(folder, 'auth'),
      BROWSER: 'true',
    },
  });
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return new Promise((resolve) => {
    let printed = '';
    let listed = false;
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      listed ||= printed.includes('"list_strategies"');
      if (listed) child.kill();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', () => resolve({ listed, printed }));
  });
}

describe('the MCP client mcp-remote with this service', () => {
  test('if the API key is valid, mcp-remote lists the tools of the service', async () => {
    expect(await remote(stack.keys.enterprise)).toMatchObject({ listed: true });
  });

  test('if the API key is invalid, mcp-remote exits and prints that the key is missing or wrong', async () => {
    const { listed, printed } = await remote('yk_test_wrong');
    expect(listed).toBe(false);
    expect(printed).toContain('the API key is missing or wrong: check the header X-API-KEY');
  });
});
