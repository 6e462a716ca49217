import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PROJECT_ROOT } from '../../infra/root.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')));

const commands = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name));

test('npm start and npm test install missing packages before they run', () => {
  const hooks = Object.entries(scripts).filter(([name]) => /^(pre|post)/.test(name));
  const install = 'node infra/cli/install.mjs';
  expect(Object.fromEntries(hooks)).toEqual({ prestart: install, pretest: install });
});

const textOf = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8');

test('the CI workflow runs exactly the parts that .ci/run defines', () => {
  const parts = /^parts=\((.*)\)$/m.exec(textOf('.ci/run'))?.[1]?.split(' ') ?? [];
  expect(parts).toContain('test');
  expect(parts.filter((part) => !commands.includes(part))).toEqual([]);
  expect(textOf('.github/workflows/ci.yml')).toContain(
    `part: ${JSON.stringify(parts).replaceAll(',', ', ')}\n`,
  );
});

test.each([
  ['feat(wallets): add opportunities', 0],
  ['fix: refuse a used nonce', 0],
  ['feat(accounts)!: let only sessions manage keys', 0],
  ['Refuse a used nonce', 1],
  [`fix: ${'a'.repeat(68)}`, 1],
])('the commit hook checks the subject %j and exits with %i', (subject, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'));
  const file = join(folder, 'message');
  writeFileSync(file, `${subject}\n\nBody.\n`);
  const hook = spawnSync(join(PROJECT_ROOT, '.githooks/commit-msg'), [file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([hook.status, hook.stderr === '']).toEqual([status, status === 0]);
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
])('node %s --help prints the help of the script and runs nothing else', (file) => {
  const helpRun = run(file, '--help');
  expect([helpRun.status, helpRun.stderr]).toEqual([0, '']);
  expect(helpRun.stdout).toMatch(/\nUsage: npm run [a-z:]+/);
  expect(helpRun.stdout).not.toContain('Wrote');
  const mistaken = run(file, '--bogus');
  expect([mistaken.status, mistaken.stdout]).toEqual([2, '']);
  expect(mistaken.stderr).toMatch(/^Unknown option '--bogus'.*--help.*\n$/);
});

test('npm run test:aws rejects a path that matches no test suite', () => {
  const mistaken = run('test/aws/run.ts', '--lint', 'test/wallets', 'test/nowhere');
  expect([mistaken.status, mistaken.stdout]).toEqual([2, '']);
  expect(mistaken.stderr).toMatch(/^No suite .*: test\/nowhere \(see .*--help\)\n$/);
});

test('the tests of the option --help cover more than 15 scripts', () => {
  expect(commands.length).toBeGreaterThan(15);
});
