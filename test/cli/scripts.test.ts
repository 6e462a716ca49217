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

test.each(['infra/cli/generate/index.ts', 'infra/cli/generate/build-sdk.ts', 'infra/cli/contracts.ts'])(
  'node %s --help says what it does and does nothing, and refuses what it does not know',
  (file) => {
    const run = (option: string) =>
      spawnSync(process.execPath, [join(PROJECT_ROOT, file), option], { encoding: 'utf8' });
    const asked = run('--help');
    expect([asked.status, asked.stderr]).toEqual([0, '']);
    expect(asked.stdout).toMatch(/\nUsage: npm run [a-z:]+/);
    expect(asked.stdout).not.toContain('Wrote');
    const mistaken = run('--bogus');
    expect(mistaken.status).not.toBe(0);
    expect(mistaken.stderr).toMatch(/^Unknown option '--bogus'.*\n$/);
  },
);

test('there are scripts to look at', () => {
  expect(commands.length).toBeGreaterThan(15);
});
