import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSamples, type Language } from '../../../infra/documentation/samples.ts';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { API_EXAMPLE_ORIGIN } from '../../../shared/platform/documents/examples/example-origin.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { runTool } from '../../aws/engine/tool.ts';
import { installPythonTools } from './tools.ts';

const IDEMPOTENCY_KEY_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly key: unknown;
  readonly hasIdempotencyKey: boolean;
  readonly body: unknown;
}

let sent: Sent[];
let server: Server;
let origin: string;
let folder: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const idempotencyKey = headers['idempotency-key'];
    sent.push({
      method,
      url: new URL(url, origin).pathname + new URLSearchParams(new URL(url, origin).searchParams).toString(),
      key: headers['x-api-key'],
      hasIdempotencyKey: typeof idempotencyKey === 'string' && IDEMPOTENCY_KEY_PATTERN.test(idempotencyKey),
      body: body === '' ? undefined : JSON.parse(body),
    });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  sent = [];
});

const samples = (language: Language) =>
  ROUTES.map((route) =>
    (new Map(buildSamples(route, CURRENT_VERSION)).get(language) ?? '').replaceAll(
      API_EXAMPLE_ORIGIN,
      origin,
    ),
  );

/** The requests that the code samples must send, built from the examples of the routes. */
const EXPECTED_REQUESTS = ROUTES.map((route) => {
  const path = route.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => route.example?.params?.[name] ?? `:${name}`,
  );
  return {
    method: route.method,
    url: `/${CURRENT_VERSION.id}${path === '/' ? '' : path}${new URLSearchParams(route.example?.query).toString()}`,
    key: route.access === 'public' ? undefined : 'yk_test_sample',
    hasIdempotencyKey: route.idempotent === true,
    body: route.body === undefined ? undefined : (route.example?.body ?? {}),
  };
});
/** Some clients always send a trailing slash after a host. */
const requests = () => sent.map((each) => ({ ...each, url: each.url.replace(/\/$/, '') }));
const env = { KEY: 'yk_test_sample' };

test('the curl samples send the requests of the examples in the contract', async () => {
  const script = join(folder, 'samples.sh');
  writeFileSync(script, `${samples('curl').join(' -s\n')} -s\n`);
  await runTool('bash', [script], { cwd: folder, env });
  expect(requests()).toEqual(EXPECTED_REQUESTS);
});

test('the Python code samples send the same requests as the examples in the route records', async () => {
  const script = join(folder, 'samples.py');
  writeFileSync(script, samples('python').join('\n'));
  await runTool(join(await installPythonTools(), 'bin', 'python'), [script], { cwd: folder, env });
  expect(requests()).toEqual(EXPECTED_REQUESTS);
});

const IMPORTS = ['io', 'log', 'net/http', 'os', 'strings', 'github.com/google/uuid'];

test('the Go code samples send the same requests as the examples in the route records', async () => {
  const own = join(folder, 'go');
  mkdirSync(own);
  const calls = samples('go').map((sample) => `\tfunc() {\n${sample}\n\t}()\n`);
  const imports = IMPORTS.map((name) => `\t"${name}"\n`).join('');
  writeFileSync(
    join(own, 'main.go'),
    `package main\n\nimport (\n${imports})\n\nfunc main() {\n${calls.join('')}}\n`,
  );
  await runTool('go', ['mod', 'init', 'samples'], { cwd: own });
  await runTool('go', ['mod', 'tidy'], { cwd: own });
  await runTool('go', ['run', '.'], { cwd: own, env });
  expect(requests()).toEqual(EXPECTED_REQUESTS);
});
