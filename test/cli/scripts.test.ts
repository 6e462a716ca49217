import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PROJECT_ROOT } from '../../infra/root.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')));

const commands = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name));

test.each(commands)('npm run %s works from a fresh clone: it installs what is missing first', (name) => {
  expect(scripts[`pre${name}`]).toBe('node infra/cli/install.mjs');
});

const run = (file: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(PROJECT_ROOT, file), ...words], { encoding: 'utf8' });

test.each([
  'infra/cli/generate/index.ts',
  'infra/cli/generate/build-sdk.ts',
  'infra/cli/contracts.ts',
  'infra/cli/sam.ts',
  'test/aws/lint/run.ts',
  'test/aws/run.ts',
])('node %s --help says what it does and does nothing, and refuses what it does not know', (file) => {
  const asked = run(file, '--help');
  expect([asked.status, asked.stderr]).toEqual([0, '']);
  expect(asked.stdout).toMatch(/\nUsage: npm run [a-z:]+/);
  expect(asked.stdout).not.toContain('Wrote');
  const mistaken = run(file, '--bogus');
  expect([mistaken.status, mistaken.stdout]).toEqual([2, '']);
  expect(mistaken.stderr).toMatch(/^Unknown option '--bogus'.*--help.*\n$/);
});

test('npm run test:aws refuses a path that matches no suite before it does anything else', () => {
  const mistaken = run('test/aws/run.ts', '--lint', 'test/wallets', 'test/nowhere');
  expect([mistaken.status, mistaken.stdout]).toEqual([2, '']);
  expect(mistaken.stderr).toMatch(/^No suite .*: test\/nowhere \(see .*--help\)\n$/);
});

test('there are scripts to look at', () => {
  expect(commands.length).toBeGreaterThan(15);
});
