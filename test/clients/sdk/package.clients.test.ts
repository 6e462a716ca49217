import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSdk } from '../../../infra/cli/generate/build-sdk.ts';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { runTool } from '../../aws/engine/tool.ts';
import { runtimes } from '../generators/tools.ts';

const SDK = join(PROJECT_ROOT, 'clients', 'sdk');
const PAGINATION = { total: 7, count: 1, per_page: 2, current_page: 1, total_pages: 4 };

let server: Server;
let baseUrl: string;
let folder: string;
let modules: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const isList = request.url?.startsWith('/v1/strategies') === true;
    const body = isList
      ? { success: true, data: [{ current_apy: 4.5 }], meta: { pagination: PAGINATION } }
      : { success: false, error: { code: 'insufficient_balance', message: 'Too much.' } };
    response.writeHead(isList ? 200 : 422, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}/v1`;
  folder = mkdtempSync(join(tmpdir(), 'runtimes-'));
  modules = join(await runtimes(), 'node_modules');
  await buildSdk();
  await runTool('npm', ['pack', SDK, '--ignore-scripts', '--pack-destination', folder]);
  cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true });
  symlinkSync(modules, join(folder, 'node_modules'));
  const archive = join(folder, 'yield-api-client-0.1.0.tgz');
  rmSync(join(modules, 'yield-api-client'), { recursive: true, force: true });
  await runTool('tar', ['-xzf', archive, '-C', folder]);
  cpSync(join(folder, 'package'), join(modules, 'yield-api-client'), { recursive: true });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const lines = (text: string) => text.trim().split('\n').at(-1);
const EXPECTED_OUTPUT = '[4.5,7,"insufficient_balance","webhook.test"]';
const bin = (name: string) => join(modules, '.bin', name);

test('the client package has types for every module resolution of TypeScript', async () => {
  const report = await runTool(bin('attw'), ['--format', 'json', join(folder, 'yield-api-client-0.1.0.tgz')]);
  expect(JSON.parse(report)).toMatchObject({ analysis: { problems: [] } });
  expect(await runTool(bin('publint'), [join(modules, 'yield-api-client'), '--strict'])).toContain(
    'All good!',
  );
});

test('the client package contains only the build output and the license of the repository', async () => {
  expect(readFileSync(join(modules, 'yield-api-client', 'LICENSE'), 'utf8')).toBe(
    readFileSync(join(PROJECT_ROOT, 'LICENSE'), 'utf8'),
  );
  const listed = await runTool('tar', ['-tzf', join(folder, 'yield-api-client-0.1.0.tgz')]);
  const top = new Set(
    listed
      .trim()
      .split('\n')
      .map((path) => path.split('/')[1]),
  );
  expect([...top].sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
});

describe('the client package in several runtimes', () => {
  test.each([
    ['Node 20', () => join(modules, 'node-20', 'bin', 'node')],
    ['Node 22', () => join(modules, 'node-22', 'bin', 'node')],
    ['Node 24', () => process.execPath],
    ['Bun', () => bin('bun')],
  ])('the client package runs in %s, loaded by import and by require', async (_, runtime) => {
    const run = (program: string) => runTool(runtime(), [program, baseUrl], { cwd: folder });
    expect(lines(await run('main.mjs'))).toBe(EXPECTED_OUTPUT);
    expect(lines(await run('main.cjs'))).toBe('[{"current_apy":4.5}]');
  });

  test('the client package runs in Deno', async () => {
    const flags = ['run', '--no-lock', '--node-modules-dir=manual', '--allow-all'];
    expect(lines(await runTool(bin('deno'), [...flags, 'main.mjs', baseUrl], { cwd: folder }))).toBe(
      EXPECTED_OUTPUT,
    );
  });

  test('the client package runs in workerd', async () => {
    await build({
      absWorkingDir: folder,
      entryPoints: ['worker.mjs'],
      outfile: 'worker-out.mjs',
      bundle: true,
      format: 'esm',
      logLevel: 'silent',
    });
    expect(lines(await runTool(process.execPath, ['workerd.mjs', baseUrl], { cwd: folder }))).toBe(
      EXPECTED_OUTPUT,
    );
  });
});
