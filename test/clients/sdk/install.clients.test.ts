import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSdk } from '../../../infra/cli/generate/build-sdk.ts';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SDK = join(ROOT, 'clients', 'sdk');

const USE = `
import { createClient, YieldApiError } from 'yield-api-client';

const client = createClient({ baseUrl: process.argv[2] ?? '', credential: 'yk_test_x', retries: 0 });
const { data, meta } = await client.strategies.list({ chain: 'ethereum', per_page: 2 });
const apy: number | undefined = data[0]?.current_apy;
const total: number = meta.pagination.total;
try {
  await client.investments.withdraw({ investment_id: 'inv_1', amount: '1.5' });
} catch (error) {
  if (!(error instanceof YieldApiError)) throw error;
  console.log(JSON.stringify({ apy, total, code: error.code }));
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function npm(...args: string[]): string {
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

test('the client package works in an empty project that installs it without a network', async () => {
  await buildSdk();
  npm('pack', SDK, '--pack-destination', folder);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  npm('install', '--offline', '--no-audit', '--no-fund', join(folder, archive));
  const installed = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'yield-api-client', 'package.json'), 'utf8'),
  );
  expect(installed).toMatchObject({ name: 'yield-api-client' });
  expect(installed).not.toHaveProperty('dependencies');
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'yield-api-client',
  ]);
  writeFileSync(join(folder, 'use.ts'), USE);
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  const node = { typeRoots: join(ROOT, 'node_modules', '@types') };
  const types = ['--typeRoots', node.typeRoots, '--types', 'node'];
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, ...flags, ...types, 'use.ts'], { cwd: folder, stdio: 'pipe' });

  const server = createServer((request, response) => {
    const isList = request.url === '/v1/strategies?chain=ethereum&per_page=2';
    const pagination = { total: 7, count: 1, per_page: 2, current_page: 1, total_pages: 4 };
    const body = isList
      ? { success: true, data: [{ current_apy: 4.5 }], meta: { pagination } }
      : { success: false, error: { code: 'insufficient_balance', message: 'Too much.' } };
    response.writeHead(isList ? 200 : 422, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listenOnLoopback(server);
  try {
    const { stdout } = await run(process.execPath, ['use.ts', `http://127.0.0.1:${port}/v1`]);
    expect(JSON.parse(stdout)).toEqual({ apy: 4.5, total: 7, code: 'insufficient_balance' });
  } finally {
    server.close();
  }
});

function run(command: string, args: readonly string[]) {
  return promisify(execFile)(command, args, { cwd: folder });
}
