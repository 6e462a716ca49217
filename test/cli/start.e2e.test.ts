import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { findFreePort, listenOnLoopback } from '../../infra/emulator/process/port.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { wallet, walletprovider } from '../../shared/wallets/contract/documentation.ts';
import { callRoute, send } from '../support/e2e/send.ts';

const READY_TIMEOUT_MS = 120_000;

const credentialsSchema = z.strictObject({
  base_url: z.url(),
  chains_url: z.url().optional(),
  keys: z.strictObject({ free: z.string(), pro: z.string(), enterprise: z.string(), admin: z.string() }),
});

let folder: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true });
});

/** Runs the start command. `output` collects what it prints. */
function run(...flags: string[]) {
  const own = flags.includes('--credentials') ? [] : ['--credentials', join(folder, 'keys.json')];
  const args = ['infra/cli/start/index.ts', ...own, ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  const exited = once(child, 'close').then(([code]): unknown => code);
  return { child, printed, exited };
}

async function startServer(...flags: string[]) {
  const started = run('--port', String(await findFreePort()), '--catalog-size', '20', ...flags);
  await expect
    .poll(() => started.printed, { timeout: READY_TIMEOUT_MS })
    .toMatchObject({ out: expect.stringContaining('Ready in') });
  const file = join(folder, 'keys.json');
  const { base_url, keys } = credentialsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { ...started, baseUrl: base_url, keys, credentialsFile: file };
}

test(
  'npm start serves the API at the printed loopback address until it receives SIGTERM',
  async () => {
    const { child, printed, exited, baseUrl, keys, credentialsFile } = await startServer();
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(statSync(credentialsFile).mode & 0o777).toBe(0o600);
    for (const text of [
      baseUrl,
      new URL('/docs', baseUrl).href,
      `curl -H 'X-API-KEY: ${keys.free}'`,
      ...Object.values(keys),
    ]) {
      expect(printed.out).toContain(text);
    }
    // The strategies of the sample market, and the vaults of two local chains.
    const answer = await callRoute(baseUrl, strategies.list, { key: keys.free, query: { per_page: '100' } });
    expect([answer.status, answer.meta.pagination.total]).toEqual([200, 22]);
    const [dashboard = ''] = /http:\/\/localhost:\d+\/(?=\s)/.exec(printed.out) ?? [];
    // Pages are served to requests that accept HTML, as browsers do.
    const page = await fetch(dashboard.replace('localhost', '127.0.0.1'), {
      headers: { accept: 'text/html' },
    });
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('<div id="root">');
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(printed.err).toBe('');
    await expect(send(baseUrl, 'GET', '/health')).rejects.toThrow();
  },
  READY_TIMEOUT_MS,
);

test(
  'npm start keeps the data and keys of a server that was killed',
  async () => {
    const data = join(folder, 'data');
    const first = await startServer('--data', data);
    const credentials = readFileSync(first.credentialsFile, 'utf8');
    const second = run('--port', '0', '--data', data);
    expect([await second.exited, second.printed.err]).toEqual([
      2,
      expect.stringMatching(/^The server on port \d+ already uses the file /),
    ]);
    const third = run('--port', '0', '--data', data, '--credentials', join(folder, 'other.json'));
    expect([await third.exited, third.printed.err]).toEqual([
      1,
      `Another server uses the data in ${data}. Stop that server, or choose another folder with --data.\n`,
    ]);
    expect(readFileSync(first.credentialsFile, 'utf8')).toBe(credentials);
    const body = { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', userId: 'someone' };
    const made = await callRoute(first.baseUrl, walletprovider.create, { key: first.keys.pro, body });
    expect(made.status).toBe(201);
    first.child.kill('SIGKILL');
    await first.exited;
    const again = await startServer('--data', data);
    const list = await callRoute(again.baseUrl, wallet.connections, { key: again.keys.pro });
    expect(list.data).toMatchObject([{ userId: 'someone' }]);
    expect(again.keys).toEqual(first.keys);
    const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const engine = processes.find(
      (line) => line.includes(` ${again.child.pid} `) && line.includes('dynoxide'),
    );
    process.kill(Number.parseInt(engine ?? '', 10), 'SIGKILL');
    expect(await again.exited).toBe(1);
    expect(again.printed.err).toContain('The database stopped unexpectedly (SIGKILL)');
  },
  2 * READY_TIMEOUT_MS,
);

describe('npm start with a wrong command line or environment', () => {
  test.each([
    ['an unknown flag', ['--bogus'], /--bogus/],
    ['a bad value', ['--port', 'http'], /--port must be a whole number/],
    [
      'a credentials file of another program',
      ['--port', '0', '--credentials', 'README.md'],
      /README\.md is a file that npm start did not write/,
    ],
  ])('npm start reports %s with an error of one line and exits', async (_, flags, message) => {
    const { exited, printed } = run(...flags);
    expect(await exited).toBe(2);
    expect(printed.err).toMatch(message);
    expect(printed.err.trim().split('\n')).toHaveLength(1);
  });

  test('npm start reports a port that is in use in one line and exits', async () => {
    const taken = createServer();
    const port = await listenOnLoopback(taken);
    const { exited, printed } = run('--port', String(port));
    expect(await exited).toBe(1);
    expect(printed.err.trim()).toBe(`Port ${port} is in use. Choose another with --port.`);
    taken.close();
  });
});

test(
  'npm start leaves no partial data if it is interrupted while it loads a large sample market',
  async () => {
    const data = join(folder, 'data');
    const { child, printed, exited } = run('--port', '0', '--catalog-size', '100000', '--data', data);
    await expect
      .poll(() => printed.out, { timeout: READY_TIMEOUT_MS })
      .toContain('Loading 100,000 strategies.');
    child.kill('SIGINT');
    expect(await exited).toBe(0);
    expect(printed.out).toContain('Stopping.');
    expect(printed.out).not.toContain('Ready in');
    expect(readdirSync(data).filter((name) => !name.startsWith('lock'))).toEqual([]);
  },
  READY_TIMEOUT_MS,
);
