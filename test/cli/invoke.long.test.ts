import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { at } from '../support/at.ts';

const TIMEOUT_MS = 120_000;

async function invoke(...args: string[]) {
  const child = spawn(process.execPath, ['infra/cli/invoke.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  const [code]: unknown[] = await once(child, 'close');
  return { code, ...printed };
}

test(
  'npm run invoke calls an endpoint with a demo key on the sample market and prints the response body',
  async () => {
    const { code, out, err } = await invoke('strategies.list');
    expect(err).toMatch(/^Status 200\n/);
    const body = JSON.parse(out);
    expect(body).toHaveProperty('success', true);
    expect(at(body, 'meta', 'pagination', 'total')).toBeGreaterThan(0);
    expect(code).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'npm run invoke runs a job by its name',
  async () => {
    const { code, out } = await invoke('accounts.gateway-keys');
    expect(JSON.parse(out)).toEqual({ batchItemFailures: [] });
    expect(code).toBe(0);
  },
  TIMEOUT_MS,
);

test.each([
  ['that the id is missing', [], /^Give exactly one id/],
  ['that the id is unknown', ['strategies.none'], /^Unknown id 'strategies.none'/],
  [
    'that the event file cannot be read',
    ['strategies.list', '--event', 'none.json'],
    /cannot be read\. Check the path and the permissions$/,
  ],
  ['that a flag is unknown', ['strategies.list', '--bogus'], /--bogus/],
])('npm run invoke reports in one error line %s', async (_, args, message) => {
  const { code, err } = await invoke(...args);
  expect(code).toBe(2);
  expect(err.trim()).toMatch(message);
  expect(err.trim().split('\n')).toHaveLength(1);
});
